/** The SQL of verifications. The database's clock decides what is over, so that all processes agree. */
import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import type { CredentialType, VerificationStatus } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import type { Tables } from '../platform/database/tables.ts'

export interface VerificationRow {
  accountId: string
  id: string
  npi: string
  credential: CredentialType
  isPersonal: boolean
  status: VerificationStatus | 'revoked'
  imageId: string
  hasImage: boolean
  checks: Check[]
  isReading: boolean
  createdAt: Date
  decidedAt: Date | null
  decidedBy: string | null
  expiresAt: Date | null
  isExpired: boolean
  rejectionReason: string | null
  note: string | null
}

export interface NewVerification {
  accountId: string
  id: string
  npi: string
  credential: CredentialType
  isPersonal: boolean
  imageId: string
  checks: readonly Check[]
  callbackUrl: string | null
}

/** False when the account has the same one pending. */
export async function insertVerification(trx: Transaction<Tables>, row: NewVerification): Promise<boolean> {
  const inserted = await trx
    .insertInto('verifications')
    .values({
      account_id: row.accountId,
      id: row.id,
      npi: row.npi,
      credential: row.credential,
      is_personal: row.isPersonal,
      image_id: row.imageId,
      checks: JSON.stringify(row.checks),
      callback_url: row.callbackUrl,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'npi', 'credential']).where('status', '=', 'pending').doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findPending(
  db: Kysely<Tables>,
  { accountId, npi, credential }: Pick<NewVerification, 'accountId' | 'npi' | 'credential'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('verifications')
    .select('id')
    .where('account_id', '=', accountId)
    .where('npi', '=', npi)
    .where('credential', '=', credential)
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return row?.id
}

/** Of any account when `accountId` is undefined. */
export async function findVerification(
  db: Kysely<Tables>,
  id: string,
  accountId: string | undefined,
): Promise<VerificationRow | undefined> {
  const row = await selectRows(db)
    .where('verifications.id', '=', id)
    .$if(accountId !== undefined, (query) => query.where('verifications.account_id', '=', accountId ?? ''))
    .executeTakeFirst()
  return row === undefined ? undefined : rowOf(row)
}

export interface VerificationFilter {
  /** All accounts when undefined. */
  accountId: string | undefined
  isPersonal: boolean | undefined
  statuses: readonly VerificationStatus[] | undefined
  npi: string | undefined
}

export async function listVerifications(
  db: Kysely<Tables>,
  filter: VerificationFilter,
  page: { offset: number; limit: number; isOldestFirst: boolean },
): Promise<{ rows: VerificationRow[]; total: number }> {
  const rows = await matching(selectRows(db), filter)
    .orderBy('verifications.id', page.isOldestFirst ? 'asc' : 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  const { total } = await matching(db.selectFrom('verifications'), filter)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: rows.map(rowOf), total: Number(total) }
}

/** Others of the same account or for the same NPI, the newest first. */
export async function findRelated(
  db: Kysely<Tables>,
  { accountId, id, npi }: Pick<VerificationRow, 'accountId' | 'id' | 'npi'>,
  countMax: number,
): Promise<VerificationRow[]> {
  const rows = await selectRows(db)
    .where((where) => where.or([where('verifications.account_id', '=', accountId), where('npi', '=', npi)]))
    .where('verifications.id', '<>', id)
    .orderBy('verifications.id', 'desc')
    .limit(countMax)
    .execute()
  return rows.map(rowOf)
}

export interface Decision {
  status: 'approved' | 'rejected' | 'revoked'
  decidedBy: string
  expiresAt: Date | null
  rejectionReason: string | null
  note: string | null
}

const decidedFrom = { approved: 'pending', rejected: 'pending', revoked: 'approved' } as const

/** Not the admin's own. Of simultaneous calls one succeeds; undefined when nothing was changed. */
export async function decide(trx: Transaction<Tables>, id: string, decision: Decision) {
  const { status, decidedBy, expiresAt, rejectionReason, note } = decision
  return trx
    .updateTable('verifications')
    .set({
      status,
      decided_at: sql<Date>`now()`,
      decided_by: decidedBy,
      ...(status === 'approved' && { expires_at: expiresAt }),
      rejection_reason: rejectionReason,
      note,
      read_due_at: null,
    })
    .where('id', '=', id)
    .where('status', '=', decidedFrom[status])
    .where('account_id', '<>', decidedBy)
    .returning([
      'account_id as accountId',
      'npi',
      'credential',
      'is_personal as isPersonal',
      'callback_url as callbackUrl',
      'image_id as imageId',
    ])
    .executeTakeFirst()
}

export async function approvedFor(
  db: Kysely<Tables>,
  accountId: string,
): Promise<{ npi: string; credential: string }[]> {
  return db
    .selectFrom('verifications')
    .select(['npi', 'credential'])
    .where('account_id', '=', accountId)
    .where('is_personal', '=', true)
    .where('status', '=', 'approved')
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('decided_at')
    .execute()
}

function matching<O>(
  query: SelectQueryBuilder<Tables, 'verifications', O>,
  { accountId, isPersonal, statuses, npi }: VerificationFilter,
): SelectQueryBuilder<Tables, 'verifications', O> {
  const stored = statuses?.flatMap((status) => (status === 'rejected' ? (['rejected', 'revoked'] as const) : [status]))
  return query
    .$if(accountId !== undefined, (rest) => rest.where('verifications.account_id', '=', accountId ?? ''))
    .$if(isPersonal !== undefined, (rest) => rest.where('is_personal', '=', isPersonal ?? true))
    .$if(stored !== undefined, (rest) => rest.where('status', 'in', stored ?? []))
    .$if(npi !== undefined, (rest) => rest.where('npi', '=', npi ?? ''))
}

function selectRows(db: Kysely<Tables>) {
  return db
    .selectFrom('verifications')
    .select([
      'verifications.account_id as accountId',
      'verifications.id',
      'npi',
      'credential',
      'is_personal as isPersonal',
      'status',
      'image_id as imageId',
      'checks',
      'read_due_at as readDueAt',
      'verifications.created_at as createdAt',
      'decided_at as decidedAt',
      'decided_by as decidedBy',
      'expires_at as expiresAt',
      'rejection_reason as rejectionReason',
      'note',
    ])
    .select(sql<boolean>`coalesce(expires_at <= now(), false)`.as('isExpired'))
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('images')
          .select('images.id')
          .whereRef('images.account_id', '=', 'verifications.account_id')
          .whereRef('images.id', '=', 'verifications.image_id')
          .where('wrapped_key', 'is not', null),
      ).as('hasImage'),
    )
}

function rowOf({
  readDueAt,
  hasImage,
  ...row
}: Omit<VerificationRow, 'isReading' | 'hasImage'> & { readDueAt: Date | null; hasImage: unknown }): VerificationRow {
  return { ...row, hasImage: hasImage === true, isReading: readDueAt !== null }
}
