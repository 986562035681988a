import { defineConfig } from 'vitest/config'
import { nightlyFiles } from './test/reliability/nightly-files.ts'
import { ReliabilityReporter } from './test/reliability/reporter.ts'

const files = nightlyFiles()

/** Tests that measure how long something takes, or that need the whole machine: one file after the other, with nothing beside them. */
const measured = files.filter((path) =>
  /(cluster|enumeration-timing|verification-.+|-writes\.test|slow-database\.test|fuzz\.test|revocation\.test|overload\.test|-swap\.test)\.ts$/.test(
    path,
  ),
)

/** What takes too long for every change, and tests of every change with more trials. */
export default defineConfig({
  test: {
    env: { TRIALS: 'nightly' },
    globalSetup: 'test/support/prepare.ts',
    reporters: ['default', new ReliabilityReporter('nightly')],
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
