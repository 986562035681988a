/** What an account has of verifications: its verified NPI and credentials, and deleting all of it. */
import { sql, type Transaction } from 'kysely'
import type { rejectionReasons } from '#contract/verification-words'
import { lockAccount, setVerified } from '../accounts/account.ts'
import { recordEvent } from '../audit/record.ts'
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

const ownerReason = 'Information does not match' satisfies (typeof rejectionReasons)[number]['value']
const ownerNote = 'The account has another owner now.'

/** A request whose image is under a legal hold stays, but is no longer approved or to be decided. */
export async function forgetVerificationsOf(trx: Transaction<Tables>, accountId: string): Promise<void> {
  const heldImages = trx.selectFrom('images').select('id').where('account_id', '=', accountId)
  await trx
    .deleteFrom('verifications')
    .where('account_id', '=', accountId)
    .where('image_id', 'not in', heldImages)
    .execute()
  const kept = await trx
    .updateTable('verifications')
    .set({
      status: sql<'revoked' | 'rejected'>`case status when 'approved' then 'revoked' else 'rejected' end`,
      decided_at: sql<Date>`now()`,
      rejection_reason: ownerReason,
      note: ownerNote,
      read_due_at: null,
      needs_review_at: null,
      review_checks: null,
    })
    .where('account_id', '=', accountId)
    .where('status', 'in', ['approved', 'pending'])
    .returning(['id', sql<'revoked' | 'rejected'>`status`.as('status')])
    .execute()
  for (const { id, status } of kept) {
    const details = { reason: ownerReason }
    await recordEvent(trx, { actor: null, action: `verification.${status}`, subject: id, details })
  }
  await trx.deleteFrom('sample_verifications').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('idempotency_keys').where('account_id', '=', accountId).execute()
}
