import { defineConfig } from 'vitest/config'
import { nightlyFiles } from './test/reliability/nightly-files.ts'
import { ReliabilityReporter } from './test/reliability/reporter.ts'

/**
 * What takes too long for every change, and tests of every change with more trials: one file after the other, so that nothing disturbs
 * what is measured.
 */
export default defineConfig({
  test: {
    include: nightlyFiles(),
    env: { TRIALS: 'nightly' },
    globalSetup: 'test/support/prepare.ts',
    reporters: ['default', new ReliabilityReporter('nightly')],
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
    fileParallelism: false,
  },
})
