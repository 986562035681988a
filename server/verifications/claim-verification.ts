import type { Api } from '#contract/api'
import { requireAdmin } from '../accounts/admin-role.ts'
import { type GateParts, requireAdminSession } from '../accounts/second-factor/admin-gate.ts'
import type { Verb } from '../http/verb.ts'
import type { Database } from '../platform/database/database.ts'
import type { ShowVerification } from './shown-verification.ts'
import { claimFor, endClaim, findVerification } from './verification-store.ts'

/** Claims a pending verification for an admin, or ends the claim. Other admins can still decide it. */
export function claimVerification(
  parts: GateParts & { database: Database; show: ShowVerification },
): Verb<Api['claimVerification']> {
  const { database, show } = parts
  return async ({ caller: { accountId }, params: { id }, body, headers: { Authorization: authorization }, fail }) => {
    await requireAdmin(database, { accountId, action: 'verification.claim_refused' }, fail)
    await requireAdminSession(parts, { accountId, authorization }, fail)
    const isDone = body.isClaimed
      ? await claimFor(database.db, id, accountId)
      : await endClaim(database.db, id, accountId).then(() => true)
    const row = await findVerification(database.db, id, undefined)
    if (row === undefined) return fail('verification_not_found', undefined)
    if (!isDone && row.status !== 'pending') return fail('verification_not_pending', { status: row.status })
    // The claim that was in the way may have ended meanwhile.
    const { by, until } = row.claim ?? { by: 'Another admin', until: new Date() }
    if (!isDone) return fail('verification_claimed', { by, until: until.toISOString() })
    return { output: show(row, { viewerId: accountId, isFirstParty: true, isForAdmin: true }) }
  }
}
