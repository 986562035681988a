import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,registry,web,bench,test}/**/*.test.{ts,tsx}'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
