/** What a run of tests has made before its first test (prepare.ts), for whoever needs it. */
import { join } from 'node:path'

/** Names the folder to the workers and to the processes that these start. */
export const preparedSetting = 'PREPARED_DIR'

/** Where the programs of tests are in it. */
export const programsFolder = 'programs'

/** The folder of what this run has made. */
export function preparedDir(): string {
  const dir = process.env[preparedSetting]
  if (dir === undefined) throw new Error('expected a run of tests that was prepared')
  return dir
}

/** The arguments with which Node runs a program of tests, named as in the list of prepare.ts. */
export function testProgram(source: string): string[] {
  return [join(preparedDir(), programsFolder, source.replace(/\.ts$/, '.mjs').replaceAll('/', '-'))]
}
