/** Tests of every change that the nightly run takes part in, with more trials, or for their report alone: these folders and files. */
export const nightlyFolders = ['test/nightly', 'test/faults', 'test/load']

export const nightlyFiles = [
  'registry/build/kill.test.ts',
  'registry/build/malformed-archives.test.ts',
  'registry/build/malformed-files.test.ts',
  'registry/build/malformed-rows.test.ts',
  'registry/store/store.test.ts',
  'server/audit/audit.test.ts',
  'server/backup/backup.test.ts',
  'server/billing/receive-event.test.ts',
  'server/blog/blog.test.ts',
  'server/images/hostile-images.test.ts',
  'server/mail/delivery.test.ts',
  'server/parts/database-durability.test.ts',
  'server/parts/limiter-memory.test.ts',
  'server/parts/limiter-redis.test.ts',
  'server/parts/payments-stripe.test.ts',
  'server/usage/meter.test.ts',
  'server/usage/period.test.ts',
  'server/usage/quota.test.ts',
  'server/usage/usage-writer.test.ts',
  'test/api/billing.test.ts',
  'test/security/authorisation.test.ts',
  'test/security/canary.test.ts',
  'test/security/revocation.test.ts',
]
