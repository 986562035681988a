import { defineConfig } from 'vitest/config'
import { SecondTryReporter } from './test/support/second-try-reporter.ts'

/** Tests that start neither a database nor the product: `npm run check` runs these alone. */
const unit = [
  'contract/**/*.test.ts',
  'registry/*.test.ts',
  'registry/{places,search,vocabulary}/**/*.test.ts',
  'registry/build/{sources,rows,stage,join,index}/**/*.test.ts',
  'server/*settings*.test.ts',
  'server/sources/match/*.test.ts',
  'server/sources/{lists,match}/**/*.test.ts',
  'server/sources/{cells,list-date,read-table}.test.ts',
  'server/{blog,usage}/{feed*,read-feed,hostile-feeds,period,shown-path}.test.ts',
  'test/{docs,promises,tidy}.test.ts',
  'test/support/**/*.test.ts',
  'web/**/*.test.{ts,tsx}',
]

/**
 * Tests that count what a fault loses, and races for accounts, keys and money: a retry would hide what the first try
 * saw.
 */
const counted = [
  'test/{faults,load}/**/*.test.ts',
  'test/security/{attempt-limits,revocation}.test.ts',
  'server/{billing,keys}/**/*.test.ts',
  'server/accounts/{accounts,guessing,recovery,verify-email}.test.ts',
]

/**
 * Tests that take long and rarely fail: `npm run test:nightly` runs them. Each has a quicker relative that runs with
 * every change.
 */
export const nightly = [
  // Load beside everything else; test/security/http-limits.test.ts has the limits one by one.
  'test/load/overload.test.ts',
  'test/load/quota.test.ts',
  'test/load/registry-swap.test.ts',
  // Wait for time limits, fault after fault; database-away.test.ts and weak-database.test.ts have the first of each.
  'test/faults/quota-away.test.ts',
  'test/faults/slow-database.test.ts',
  // Kills by the dozen; kill-during-decision.test.ts and kill-during-webhook.test.ts kill as well.
  'test/faults/kill-during-uploads.test.ts',
  'test/faults/kill-during-writes.test.ts',
  // Every combination of filters on a built sample; registry/search/search.test.ts has the same rules as an oracle.
  'test/registry/sample-search.test.ts',
]

const database = { globalSetup: 'test/support/prepare.ts' }

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'reports/tests.json' }], new SecondTryReporter()],
    // Several times what the longest takes on a busy machine of two cores.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // Most tests wait for a database or a process: more than one a core keeps the cores busy.
    maxWorkers: 4,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      { extends: true, test: { name: 'unit', include: unit, exclude: nightly } },
      {
        extends: true,
        // Real processes on a busy machine: what passes only when tried again is named when the run ends.
        test: {
          ...database,
          name: 'tests',
          include: ['{contract,server,registry,web,bench,test}/**/*.test.{ts,tsx}'],
          exclude: [...unit, ...counted, ...nightly],
          retry: 1,
        },
      },
      { extends: true, test: { ...database, name: 'counted', include: counted, exclude: nightly } },
    ],
  },
})
