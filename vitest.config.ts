import { defineConfig } from 'vitest/config'
import { SecondTryReporter } from './test/support/second-try-reporter.ts'

/** Tests that count what a fault loses, and races for accounts, keys and money: the second try would hide what the first saw. */
const counted = [
  'test/{faults,load}/**/*.test.ts',
  'test/security/{attempt-limits,revocation}.test.ts',
  'server/{billing,keys}/**/*.test.ts',
  'server/accounts/{accounts,guessing,recovery,verify-email}.test.ts',
]

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'reports/tests.json' }], new SecondTryReporter()],
    globalSetup: 'test/support/prepare.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        // Real processes on a busy machine: what passes only when tried again is named when the run ends.
        test: {
          name: 'tests',
          include: ['{contract,server,registry,web,bench,test}/**/*.test.{ts,tsx}'],
          exclude: counted,
          retry: 1,
        },
      },
      { extends: true, test: { name: 'counted', include: counted } },
    ],
  },
})
