/** Revokes shares: links stop working with the transaction, and attestations are revoked in their status list. */
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { recordEvent } from '../audit/record.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { NewEvent } from '../watch/events.ts'
import { dropShares, forgetShares, markRevoked, setEmailed } from './share-store.ts'
import { forgetEntries, revokeEntries } from './status-entries.ts'

/**
 * That of the id, those with the verification, or all of the account. Answers the events that report it, which the
 * caller records at the end of its transaction.
 */
export async function endShares(
  trx: Transaction<Tables>,
  { accountId, actor, ...which }: { accountId: string; actor: string; id?: string; verificationId?: string },
): Promise<NewEvent[]> {
  const revoked = await markRevoked(trx, accountId, which)
  await revokeEntries(trx, revoked)
  for (const { id } of revoked) await recordEvent(trx, { actor, action: 'share.revoked', subject: id })
  return revoked.map(({ id }) => {
    return { accountId, type: 'share.revoked', npi: null, data: { shareId: id }, cause: `share ${id}` }
  })
}

/** Ends the shares of the account and forgets them, with what it chose about emails. */
export async function forgetSharesOf(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await endShares(trx, { accountId, actor: accountId })
  await dropShares(trx, accountId)
  await setEmailed(trx, accountId, true)
}

export async function forgetEndedShares(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  await forgetShares(db, now)
  await forgetEntries(db, now)
}
