/**
 * What a run of tests makes once, before its first test: the programs of the product, those of tests, a database to
 * copy, and a folder for what tests share. Vitest calls `setup` and `teardown` in the process that starts the
 * workers, for each of its projects.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'
import { makeTemplateDatabase } from './platform/test-database.ts'
import { preparedSetting, programsFolder } from './prepared.ts'
import { runner } from './program.ts'

/** Programs of tests that start often. */
const testPrograms = [
  'test/support/api-process/main.ts',
  'test/support/flood/main.ts',
  'test/support/stopping-api/main.ts',
  'test/support/webhooks/main.ts',
  'test/support/watch-process/main.ts',
]

/** Folders of all runs, in the project so that what is in them finds the libraries. */
const runs = fileURLToPath(new URL('../../dist/tests', import.meta.url))

/** A run that was killed leaves its folder, for a day. */
const keptMs = 24 * 60 * 60 * 1000

export async function setup(): Promise<void> {
  if (process.env[preparedSetting] !== undefined) return
  mkdirSync(runs, { recursive: true })
  for (const path of readdirSync(runs).map((name) => join(runs, name))) {
    if (statSync(path).mtimeMs < Date.now() - keptMs) rmSync(path, { recursive: true, force: true })
  }
  const dir = mkdtempSync(join(runs, 'run-'))
  process.env[preparedSetting] = dir
  execFileSync(process.execPath, [runner, '--build'])
  const { configFor } = await import(new URL('../../build.config.mjs', import.meta.url).href)
  await Promise.all([build(configFor(testPrograms, join(dir, programsFolder))), makeTemplateDatabase(dir)])
}

export function teardown(): void {
  const dir = process.env[preparedSetting]
  if (dir !== undefined) rmSync(dir, { recursive: true, force: true })
}
