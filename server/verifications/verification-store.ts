/** The SQL of verifications. The database's clock decides what is over, so that all processes agree. */
import { type Kysely, type RawBuilder, type Selectable, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import { claimMinutes } from '#contract/limits'
import {
  type CheckCode,
  type CredentialType,
  checkCodes,
  keysOf,
  type VerificationStatus,
} from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import { countRows } from '../platform/database/count-rows.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { LicenseAsked } from './license-checks.ts'
import type { RegistryEntry } from './registry-facts.ts'

export interface VerificationRow {
  accountId: string
  id: string
  npi: string
  credential: CredentialType
  isPersonal: boolean
  status: VerificationStatus | 'revoked' | 'withdrawn'
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
  /** Whom the registry has under the NPI; null for an unknown one. */
  provider: { name: string; state: string | null } | null
  /** The admin who is working on it, by email address. */
  claim: { by: string; until: Date } | null
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
  entry: RegistryEntry
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
      ...providerColumns(row.entry),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'npi', 'credential']).where('status', '=', 'pending').doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Kept with the verification, so that lists can be searched by them. */
export function providerColumns({ facts }: RegistryEntry) {
  return { provider_name: facts?.name || null, provider_state: facts?.state ?? null }
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
  table: 'verifications' | 'sample_verifications',
  { accountId, npi, credential }: Pick<NewVerification, 'accountId' | 'npi' | 'credential'>,
): Promise<string | undefined> {
  const row = await db
    .selectFrom(table)
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
  credential: CredentialType | undefined
  /** Of the provider in the registry. */
  state: string | undefined
  olderThanDays: number | undefined
  /** The code of a check that failed, or any. */
  failed: CheckCode | 'any' | undefined
  /** Words of the provider's name, or part of the submitter's email address. */
  search: string | undefined
}

/** Approvals in force that need a review. */
const needsReview = sql<boolean>`needs_review_at is not null and status = 'approved' and expires_at > now()`

export async function countNeedingReview(db: Kysely<Tables>): Promise<number> {
  return countRows(db.selectFrom('verifications').where(needsReview))
}

export async function listVerifications(
  db: Kysely<Tables>,
  filter: VerificationFilter,
  page: { offset: number; limit: number; isOldestFirst: boolean },
): Promise<{ rows: VerificationRow[]; total: number }> {
  const order = page.isOldestFirst ? 'asc' : 'desc'
  // Rows before the page are passed over by their ids alone.
  const ids = matching(db.selectFrom('verifications'), filter)
    .select('verifications.id')
    .orderBy('verifications.id', order)
    .offset(page.offset)
    .limit(page.limit)
  const rows = await selectRows(db).where('verifications.id', 'in', ids).orderBy('verifications.id', order).execute()
  return { rows: rows.map(rowOf), total: await countRows(matching(db.selectFrom('verifications'), filter)) }
}

const wait = { decisionsMin: 5, decisionsMax: 50 }

/** Four in five of the latest decisions of the last 30 days took at most this many hours; undefined after too few. */
export async function usualWaitHours(db: Kysely<Tables>): Promise<number | undefined> {
  const latest = (status: 'approved' | 'rejected') => sql`(select decided_at - created_at as took from verifications
    where status = ${status} and decided_at > now() - interval '30 days' order by id desc limit ${wait.decisionsMax})`
  const { rows } = await sql<{ hours: number | null; decisions: number }>`
    select ceil(extract(epoch from percentile_disc(0.8) within group (order by took)) / 3600)::int as hours,
      count(*)::int as decisions
    from (${latest('approved')} union all ${latest('rejected')}) as decided`.execute(db)
  const { hours, decisions } = rows[0] ?? { hours: null, decisions: 0 }
  return hours === null || decisions < wait.decisionsMin ? undefined : Math.max(hours, 1)
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
    .where('status', '<>', 'withdrawn')
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
    ])
    .returning(sql<string | null>`case when claimed_until > now() then claimed_by end`.as('claimedBy'))
    .executeTakeFirst()
}

/** By its submitter. Of simultaneous withdrawals and decisions one succeeds; undefined when nothing was changed. */
export async function withdraw(trx: Transaction<Tables>, id: string, accountId: string) {
  return trx
    .updateTable('verifications')
    .set({ status: 'withdrawn', decided_at: sql<Date>`now()`, decided_by: accountId, read_due_at: null })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('status', '=', 'pending')
    .returning(['callback_url as callbackUrl', 'npi', 'credential'])
    .executeTakeFirst()
}

/** False when it is not pending, or another admin's claim has not ended. */
export async function claimFor(db: Kysely<Tables>, id: string, adminId: string): Promise<boolean> {
  const claimed = await db
    .updateTable('verifications')
    .set({ claimed_by: adminId, claimed_until: sql<Date>`now() + ${claimMinutes} * interval '1 minute'` })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where(sql<boolean>`(claimed_by = ${adminId} or coalesce(claimed_until <= now(), true))`)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function endClaim(db: Kysely<Tables>, id: string, adminId: string): Promise<void> {
  await db
    .updateTable('verifications')
    .set({ claimed_by: null, claimed_until: null })
    .where('id', '=', id)
    .where('claimed_by', '=', adminId)
    .execute()
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
  { accountId, isPersonal, statuses, npi, needsReview: isNeeding, ...filter }: VerificationFilter,
): SelectQueryBuilder<Tables, 'verifications', O> {
  const { credential, state, olderThanDays, failed, search } = filter
  const stored = statuses?.flatMap((status) => (status === 'rejected' ? (['rejected', 'revoked'] as const) : [status]))
  return query
    .$if(accountId !== undefined, (rest) => rest.where('verifications.account_id', '=', accountId ?? ''))
    .$if(isPersonal !== undefined, (rest) => rest.where('is_personal', '=', isPersonal ?? true))
    .$if(stored === undefined, (rest) => rest.where('status', '<>', 'withdrawn'))
    .$if(stored !== undefined, (rest) => rest.where('status', 'in', stored ?? []))
    .$if(npi !== undefined, (rest) => rest.where('npi', '=', npi ?? ''))
    .$if(isNeeding, (rest) => rest.where(needsReview))
    .$if(credential !== undefined, (rest) => rest.where('credential', '=', credential ?? 'MD'))
    .$if(state !== undefined, (rest) => rest.where('provider_state', '=', state ?? ''))
    .$if(olderThanDays !== undefined, (rest) =>
      rest.where(sql<boolean>`verifications.created_at < now() - ${olderThanDays} * interval '1 day'`),
    )
    .$if(failed !== undefined, (rest) => rest.where(hasFailed(failed ?? 'any')))
    .$if(search !== undefined, (rest) => rest.where(hasWords(search ?? '')))
}

function hasFailed(code: CheckCode | 'any'): RawBuilder<boolean> {
  const check = { ...(code !== 'any' && { code }), result: 'failed' }
  return sql`checks @> ${JSON.stringify([check])}::jsonb`
}

/** All words in the provider's name, or the whole text in the submitter's email address. */
function hasWords(search: string): RawBuilder<boolean> {
  const within = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
  const words = search.split(/\s+/).map((word) => sql`provider_name ilike ${within(word)}`)
  return sql`((${sql.join(words, sql` and `)}) or exists (select from accounts
    where accounts.id = verifications.account_id and accounts.email like ${within(search.toLowerCase())}))`
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
      'provider_name',
      'provider_state',
      'claimed_until',
    ])
    .select(
      sql<string | null>`case when status = 'pending' and claimed_until > now()
        then (select email from accounts where accounts.id = claimed_by) end`.as('claimedBy'),
    )
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
  const { needs_review_at: since, review_checks: checks, ...more } = rest
  const { provider_name: name, provider_state: state, claimed_until: until, claimedBy, ...row } = more
  return {
    ...row,
    checks: row.checks.toSorted((one, other) => orderOf(one) - orderOf(other)),
    hasImage: hasImage === true,
    isReading: readDueAt !== null,
    license: licenseIn({ license_number, license_state, license_from }) ?? null,
    needsReview: since === null ? null : { since, checks: checks ?? [] },
    provider: name === null ? null : { name, state },
    claim: claimedBy === null || until === null ? null : { by: claimedBy, until },
  }
}

const codes: readonly string[] = keysOf(checkCodes)

function orderOf({ code }: Check): number {
  return codes.indexOf(code === 'exclusion.listed' ? 'exclusion.oig' : code)
}
