/** What each type of event says, for the documentation, the web app and emails. events.ts has their data. */
export const eventSummaries = {
  'provider.updated': 'Filed values of a provider changed',
  'provider.deactivated': 'CMS deactivated an NPI',
  'provider.reactivated': 'CMS reactivated an NPI',
  'license.changed': 'A board changed what it says of a license',
  'license.expiring': 'A license ends in 90, 30 or 7 days',
  'exclusion.added': 'A list of exclusions names the NPI',
  'exclusion.removed': 'A list of exclusions no longer names the NPI, or the exclusion ended',
  'medicare.changed': 'What Medicare publishes of the NPI changed',
  'verification.decided': 'A verification was approved, rejected, taken back or withdrawn',
  'approval.expiring': 'An approval ends in 60, 30 or 7 days',
  'share.opened': 'A share of verified credentials was opened',
  'share.revoked': 'A share was revoked',
} as const

export type EventType = keyof typeof eventSummaries
