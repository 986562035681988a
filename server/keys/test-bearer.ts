import type { Tier } from '#contract/plans'
import type { Bearer } from '../http/keyed-call.ts'

/** Ada, who bears a key, for tests that need no database. */
export function testBearer(tier: Tier): Bearer {
  const readAt = new Date()
  const account = { accountId: 'ada', tier, signedUpAt: readAt, paidFrom: null, paidUntil: null, readAt, readAtMs: 0 }
  return { kind: 'key', accountId: 'ada', keyId: 'first', account: { ...account, counted: [] } }
}
