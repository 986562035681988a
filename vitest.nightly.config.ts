import { defineConfig } from 'vitest/config'

/** Trials that are too many, or figures too easily disturbed, for every change: one file after the other, nothing beside it. */
export default defineConfig({
  test: {
    include: ['test/nightly/**/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    fileParallelism: false,
  },
})
