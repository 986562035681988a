/** What each type of event says, for the documentation, the web app and emails. events.ts has their data. */
export const eventSummaries = {
  'provider.updated': 'A provider’s registry record changed',
  'provider.deactivated': 'CMS deactivated an NPI',
  'provider.reactivated': 'CMS reactivated an NPI',
  'license.changed': 'A board changed its entry for a license',
  'license.expiring': 'A license ends in 90, 30 or 7 days',
  'exclusion.added': 'An exclusion list added the NPI',
  'exclusion.removed': 'An exclusion list removed the NPI, or the exclusion ended',
  'medicare.changed': 'Medicare’s data about the NPI changed',
  'verification.decided': 'A verification was approved, rejected, revoked or withdrawn',
  'approval.expiring': 'An approval ends in 60, 30 or 7 days',
  'share.opened': 'A share of verified credentials was opened',
  'share.revoked': 'A share was revoked',
} as const

export type EventType = keyof typeof eventSummaries
