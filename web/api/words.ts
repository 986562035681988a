/** The one place that turns an error into words on the screen. */
import { CallError } from './call.ts'

/** The server's sentence where it gave one, else the words of the screen. */
export function wordsOf(error: unknown, fallback: string): string {
  return (error instanceof CallError && error.sentence) || fallback
}
