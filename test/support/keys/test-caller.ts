import type { Tier } from '#contract/plans'
import type { KeyCaller } from '../../../server/http/keyed-call.ts'

/** Ada, who bears a key, for tests that need no database. */
export function testBearer(tier: Tier): KeyCaller {
  const readAt = new Date()
  const paid = { paidFrom: null, paidUntil: null }
  const key = { keyId: 'first', mode: 'live' as const, scopes: null, networks: null }
  const account = { ...key, accountId: 'ada', isAdmin: false, tier, signedUpAt: readAt, ...paid, readAt, readAtMs: 0 }
  return { kind: 'key', accountId: 'ada', keyId: 'first', account: { ...account, counted: [] } }
}
