import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,registry,bench,test}/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
