/** The SQL of verifications. The database's clock decides what is over, so that all processes agree. */
import { type Kysely, type RawBuilder, type Selectable, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import { type CredentialType, checkCodes, keysOf, type VerificationStatus } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import type { Tables } from '../platform/database/tables.ts'
import type { LicenseAsked } from './license-checks.ts'

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
  /** Null for those that NPPES has. */
  license: StoredLicense | null
  needsReview: { since: Date; checks: Check[] } | null
}

type StoredLicense = LicenseAsked & { from: 'request' | 'document' }

export interface NewVerification {
  accountId: string
  id: string
  npi: string
  credential: CredentialType
  isPersonal: boolean
  imageId: string
  checks: readonly Check[]
  callbackUrl: string | null
  license: LicenseAsked | null
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
      ...licenseColumns(row.license),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'npi', 'credential']).where('status', '=', 'pending').doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** One from the registry is looked up there each time. */
export function licenseColumns(license: LicenseAsked | null) {
  if (license === null || license.from === 'registry') return {}
  return { license_number: license.number, license_state: license.state, license_from: license.from }
}

export function licenseIn({
  license_number: number,
  license_state: state,
  license_from: from,
}: Pick<Selectable<Tables['verifications']>, 'license_number' | 'license_state' | 'license_from'>):
  | StoredLicense
  | undefined {
  return number === null || state === null || from === null ? undefined : { number, state, from }
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
  needsReview: boolean
}

/** Approvals in force that need a review. */
const needsReview = sql<boolean>`needs_review_at is not null and status = 'approved' and expires_at > now()`

export async function countNeedingReview(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom('verifications')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(needsReview)
    .executeTakeFirstOrThrow()
  return Number(count)
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
  status: 'approved' | 'rejected' | 'revoked' | 'kept'
  decidedBy: string
  expiresAt: Date | null
  rejectionReason: string | null
  note: string | null
}

const decidedFrom = { approved: 'pending', rejected: 'pending', revoked: 'approved', kept: 'approved' } as const

/**
 * Not the admin's own. Of simultaneous calls one succeeds; undefined when nothing was changed. A review's end leaves
 * the checks as they read then.
 */
export async function decide(trx: Transaction<Tables>, id: string, decision: Decision) {
  const { status, decidedBy, expiresAt, rejectionReason, note } = decision
  return trx
    .updateTable('verifications')
    .set({
      ...(status !== 'kept' && {
        status,
        decided_at: sql<Date>`now()`,
        decided_by: decidedBy,
        rejection_reason: rejectionReason,
        note,
        read_due_at: null,
      }),
      ...(status === 'approved' && { expires_at: expiresAt }),
      checks: mergedChecks(sql`coalesce(review_checks, '[]')`),
      needs_review_at: null,
      review_checks: null,
    })
    .where('id', '=', id)
    .where('status', '=', decidedFrom[status])
    .$if(status === 'kept', (query) => query.where(needsReview))
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
  { accountId, isPersonal, statuses, npi, needsReview: isNeeding }: VerificationFilter,
): SelectQueryBuilder<Tables, 'verifications', O> {
  const stored = statuses?.flatMap((status) => (status === 'rejected' ? (['rejected', 'revoked'] as const) : [status]))
  return query
    .$if(accountId !== undefined, (rest) => rest.where('verifications.account_id', '=', accountId ?? ''))
    .$if(isPersonal !== undefined, (rest) => rest.where('is_personal', '=', isPersonal ?? true))
    .$if(stored !== undefined, (rest) => rest.where('status', 'in', stored ?? []))
    .$if(npi !== undefined, (rest) => rest.where('npi', '=', npi ?? ''))
    .$if(isNeeding, (rest) => rest.where(needsReview))
}

/** Of the row, with checks of a JSON array in place of those of the same codes. */
export function mergedChecks(checks: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(checks) one
    where one->>'code' not in (select other->>'code' from jsonb_array_elements(${checks}) other)) || ${checks}`
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
      'license_number',
      'license_state',
      'license_from',
      'needs_review_at',
      'review_checks',
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

type StoredRow = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>

function rowOf(stored: StoredRow): VerificationRow {
  const { readDueAt, hasImage, license_number, license_state, license_from, ...rest } = stored
  const { needs_review_at: since, review_checks: checks, ...row } = rest
  return {
    ...row,
    checks: row.checks.toSorted((one, other) => orderOf(one) - orderOf(other)),
    hasImage: hasImage === true,
    isReading: readDueAt !== null,
    license: licenseIn({ license_number, license_state, license_from }) ?? null,
    needsReview: since === null ? null : { since, checks: checks ?? [] },
  }
}

const codes: readonly string[] = keysOf(checkCodes)

function orderOf({ code }: Check): number {
  return codes.indexOf(code === 'exclusion.listed' ? 'exclusion.oig' : code)
}
