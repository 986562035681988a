/** Revokes shares: links stop working with the transaction, and attestations are revoked in their status list. */
import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { recordEvent } from '../audit/record.ts'
import type { Tables } from '../platform/database/tables.ts'
import { dropShares, forgetShares, markRevoked, setEmailed } from './share-store.ts'
import { forgetEntries, revokeEntries } from './status-entries.ts'

/** That of the id, those with the verification, or all of the account. */
export async function endShares(
  trx: Transaction<Tables>,
  { accountId, actor, ...which }: { accountId: string; actor: string; id?: string; verificationId?: string },
): Promise<void> {
  const revoked = await markRevoked(trx, accountId, which)
  await revokeEntries(trx, revoked)
  for (const { id } of revoked) await recordEvent(trx, { actor, action: 'share.revoked', subject: id })
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
