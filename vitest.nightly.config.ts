import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { nightly } from './vitest.config.ts'

/**
 * Tests of the night alone, and tests of every change that cite a fault of docs/security.md (T01) or try more by
 * night.
 */
const files = ['contract', 'registry', 'server', 'test']
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`))
  .filter((path) => {
    if (path.startsWith('test/nightly/') || nightly.includes(path)) return true
    if (!path.endsWith('.test.ts')) return false
    return /['"`][^'"`\n]*\bT(0[1-9]|[12]\d|3[0-2])\b(?!:\d)|\/support\/trials\.ts/.test(readFileSync(path, 'utf8'))
  })

/**
 * Files that measure how long something takes, or that need the whole machine: one after the other, with no other
 * file beside them.
 */
const measured = [
  'server/images/hostile-images.test.ts',
  'test/faults/fuzz.test.ts',
  'test/faults/kill-during-writes.test.ts',
  'test/faults/slow-database.test.ts',
  'test/load/overload.test.ts',
  'test/load/registry-swap.test.ts',
  'test/nightly/cluster.ts',
  'test/nightly/enumeration-timing.ts',
  'test/nightly/strangers-load.ts',
  'test/nightly/verification-existence.ts',
  'test/nightly/verification-times.ts',
  'test/security/revocation.test.ts',
]
const lost = measured.filter((path) => !files.includes(path))
if (lost.length > 0) throw new Error(`expected these among the tests of the night: ${lost.join(', ')}`)

/** What takes too long for every change, and tests of every change with more trials. */
export default defineConfig({
  test: {
    env: { TRIALS: 'nightly' },
    globalSetup: 'test/support/prepare.ts',
    reporters: ['default', ['json', { outputFile: 'reports/nightly.json' }]],
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
    // Of the tests in a file that mostly wait, some of which measure how long.
    maxConcurrency: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'counted',
          include: files.filter((path) => !measured.includes(path)),
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'measured',
          include: measured,
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
