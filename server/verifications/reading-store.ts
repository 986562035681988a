/** The SQL of documents that are still to be read. The database's clock says when, so that all processes agree. */
import { type Kysely, sql } from 'kysely'
import type { CredentialType } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import type { Tables } from '../platform/database/tables.ts'
import { secondsFromNow } from '../platform/seconds-from-now.ts'

export interface UnreadDocument {
  accountId: string
  id: string
  npi: string
  credential: CredentialType
  imageId: string
  /** How often it was taken, this time included. */
  attempt: number
}

/**
 * Reading is one after the other, and takes a minute where a document is made for that: the account whose documents of the last hour
 * were tried least often is served first.
 */
const attemptsOfAccount = sql`(select coalesce(sum(other.read_attempts), 0) from verifications other
  where other.account_id = verifications.account_id and other.created_at > now() - interval '1 hour')`

/** Takes one pending verification whose document is due, for so many seconds; nobody else takes it until then. */
export async function claimUnread(db: Kysely<Tables>, leaseSeconds: number): Promise<UnreadDocument | undefined> {
  return db
    .with('due', (query) =>
      query
        .selectFrom('verifications')
        .select(['account_id', 'id'])
        .where('status', '=', 'pending')
        .where('read_due_at', '<=', sql<Date>`now()`)
        .orderBy(attemptsOfAccount)
        .orderBy('read_due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('verifications')
    .from('due')
    .set({
      read_due_at: secondsFromNow(leaseSeconds),
      read_attempts: sql<number>`read_attempts + 1`,
    })
    .whereRef('verifications.account_id', '=', 'due.account_id')
    .whereRef('verifications.id', '=', 'due.id')
    .returning([
      'verifications.account_id as accountId',
      'verifications.id',
      'npi',
      'credential',
      'image_id as imageId',
      'read_attempts as attempt',
    ])
    .executeTakeFirst()
}

/** Adds the checks of a document that was read; nothing when it was decided, or taken by somebody else, meanwhile. */
export async function addChecks(
  db: Kysely<Tables>,
  { accountId, id, attempt }: UnreadDocument,
  checks: readonly Check[],
): Promise<void> {
  await db
    .updateTable('verifications')
    .set({ checks: sql<string>`checks || ${JSON.stringify(checks)}::jsonb`, read_due_at: null })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('read_due_at', 'is not', null)
    .where('read_attempts', '=', attempt)
    .execute()
}

/**
 * Has a document read again after so many seconds, unless somebody else has taken it or it was decided. `isCounted` tells whether this
 * was one of its attempts.
 */
export async function postpone(
  db: Kysely<Tables>,
  { accountId, id, attempt }: UnreadDocument,
  { seconds, isCounted }: { seconds: number; isCounted: boolean },
): Promise<void> {
  await db
    .updateTable('verifications')
    .set({
      read_due_at: secondsFromNow(seconds),
      read_attempts: isCounted ? attempt : attempt - 1,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('read_due_at', 'is not', null)
    .where('read_attempts', '=', attempt)
    .execute()
}
