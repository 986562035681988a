/** The product's programs as a checkout runs them, for tests that start one. */
import { fileURLToPath } from 'node:url'

/** What runs them. */
export const runner = fileURLToPath(new URL('../../run.mjs', import.meta.url))

/** The arguments with which Node runs the program of this source, named from the root of the project. */
export function programOf(source: string): string[] {
  return [runner, source]
}
