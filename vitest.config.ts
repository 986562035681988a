import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,registry,web,bench,test}/**/*.test.{ts,tsx}'],
    // vitest.nightly.config.ts has these.
    exclude: ['**/node_modules/**', 'test/nightly/**'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
