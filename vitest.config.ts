import { defineConfig } from 'vitest/config'
import { ReliabilityReporter } from './test/reliability/reporter.ts'

export default defineConfig({
  test: {
    include: ['{contract,server,registry,web,bench,test}/**/*.test.{ts,tsx}'],
    reporters: ['default', new ReliabilityReporter('commit')],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
