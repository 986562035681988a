/**
 * What a run of tests makes once, before its first test: the programs of the product, those of tests, and a folder for what tests
 * have in common. Vitest calls `setup` and `teardown` in the process that starts the workers.
 */
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makePrograms } from '../../programs/make-programs.ts'
import { runner } from './program.ts'

/** Programs of tests that start often. */
const testPrograms = ['test/support/api-process/main.ts', 'test/support/stopping-api/main.ts']

/** Names the folder to the workers and to the processes that these start. */
const setting = 'PREPARED_DIR'

export async function setup(): Promise<void> {
  const dir = fileURLToPath(new URL(`../../dist/tests/${process.pid}`, import.meta.url))
  process.env[setting] = dir
  execFileSync(process.execPath, [runner, '--build'])
  if (!(await makePrograms(dir, testPrograms))) throw new Error('expected a checkout that tests can write to')
}

export function teardown(): void {
  rmSync(preparedDir(), { recursive: true, force: true })
}

/** The folder of what this run has made. */
export function preparedDir(): string {
  const dir = process.env[setting]
  if (dir === undefined) throw new Error('expected a run of tests that was prepared')
  return dir
}

/** The arguments with which Node runs a program of tests, named as in the list. */
export function testProgram(source: string): string[] {
  return [join(preparedDir(), source.replace(/\.ts$/, '.mjs'))]
}
