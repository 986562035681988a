import { defineConfig } from 'vitest/config'

/** What takes too long for every change: run by itself, one file after the other, so that nothing disturbs what is measured. */
export default defineConfig({
  test: {
    include: ['test/nightly/*.ts'],
    exclude: ['test/nightly/report.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
    fileParallelism: false,
  },
})
