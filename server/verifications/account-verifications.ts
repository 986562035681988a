/** What an account has of verifications: its verified NPI and credentials, and deleting all of it. */
import type { Transaction } from 'kysely'
import { lockAccount, setVerified } from '../accounts/account.ts'
import type { Tables } from '../platform/database/tables.ts'
import { approvedFor, findVerification } from './verification-store.ts'

/**
 * Brings an account's verified NPI and credentials to its running approvals, and answers their NPIs. Decisions on one
 * account take turns by its lock. Fails by the `npiIndex` when another account has that NPI.
 */
export async function refreshHeld(trx: Transaction<Tables>, accountId: string): Promise<string[]> {
  await lockAccount(trx, accountId)
  const approved = await approvedFor(trx, accountId)
  await setVerified(trx, accountId, approved)
  return [...new Set(approved.map(({ npi }) => npi))]
}

/** The account's own approval of this id, where it is in force. The caller has locked the account. */
export async function findApproval(trx: Transaction<Tables>, accountId: string, id: string) {
  const row = await findVerification(trx, id, accountId)
  return row?.status === 'approved' && row.isPersonal && !row.isExpired ? row : undefined
}

export type Approval = NonNullable<Awaited<ReturnType<typeof findApproval>>>

export async function forgetVerificationsOf(trx: Transaction<Tables>, accountId: string): Promise<void> {
  const heldImages = trx.selectFrom('images').select('id').where('account_id', '=', accountId)
  await trx
    .deleteFrom('verifications')
    .where('account_id', '=', accountId)
    .where('image_id', 'not in', heldImages)
    .execute()
  await trx.deleteFrom('idempotency_keys').where('account_id', '=', accountId).execute()
}
