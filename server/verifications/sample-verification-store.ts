/** The SQL of test mode's verifications, which have a table of their own. */
import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { TestOutcome } from '#contract/key-modes'
import { testDecisionSeconds, testVerificationsDays } from '#contract/limits'
import type { CredentialType } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import { countRows } from '../platform/database/count-rows.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import { secondsFromNow } from '../platform/times.ts'
import type { LicenseAsked } from './license-checks.ts'
import type { VerificationFilter, VerificationRow } from './verification-store.ts'

export interface NewSample {
  accountId: string
  id: string
  npi: string
  credential: CredentialType
  isPersonal: boolean
  checks: readonly Check[]
  license: LicenseAsked | undefined
  callbackUrl: string | null
  outcome: TestOutcome
}

/** False when the account has the same one pending. */
export async function insertSample(trx: Transaction<Tables>, row: NewSample): Promise<boolean> {
  const { outcome, license } = row
  const inserted = await trx
    .insertInto('sample_verifications')
    .values({
      account_id: row.accountId,
      id: row.id,
      npi: row.npi,
      credential: row.credential,
      is_personal: row.isPersonal,
      checks: JSON.stringify(row.checks),
      license_number: license?.number ?? null,
      license_state: license?.state ?? null,
      callback_url: row.callbackUrl,
      outcome: outcome.status,
      rejection_reason: outcome.status === 'rejected' ? outcome.reason : null,
      decide_at: outcome.status === 'pending' ? null : secondsFromNow(testDecisionSeconds),
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'npi', 'credential']).where('status', '=', 'pending').doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findSample(
  db: Kysely<Tables>,
  { accountId, id }: Pick<NewSample, 'accountId' | 'id'>,
): Promise<VerificationRow | undefined> {
  const row = await db
    .selectFrom('sample_verifications')
    .selectAll()
    .select(isExpired.as('isExpired'))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? undefined : rowOf(row)
}

type SampleFilter = Pick<VerificationFilter, 'isPersonal' | 'statuses' | 'npi'> & { accountId: string }

/** The newest first, without those that were withdrawn. */
export async function listSamples(
  db: Kysely<Tables>,
  { accountId, isPersonal, statuses, npi }: SampleFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: VerificationRow[]; total: number }> {
  const matching = db
    .selectFrom('sample_verifications')
    .where('account_id', '=', accountId)
    .where('status', '<>', 'withdrawn')
    .$if(isPersonal !== undefined, (query) => query.where('is_personal', '=', isPersonal ?? true))
    .$if(statuses !== undefined, (query) => query.where('status', 'in', statuses ?? []))
    .$if(npi !== undefined, (query) => query.where('npi', '=', npi ?? ''))
  const rows = await matching
    .selectAll()
    .select(isExpired.as('isExpired'))
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  return { rows: rows.map(rowOf), total: await countRows(matching) }
}

export async function setDecided(
  trx: Transaction<Tables>,
  { account_id, id, outcome }: Selectable<Tables['sample_verifications']>,
  expiresAt: Date | null,
): Promise<void> {
  await trx
    .updateTable('sample_verifications')
    .set({ status: outcome, decided_at: sql<Date>`now()`, expires_at: expiresAt })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute()
}

/** Undefined when it is not pending. */
export async function setWithdrawn(
  trx: Transaction<Tables>,
  { accountId, id }: Pick<NewSample, 'accountId' | 'id'>,
): Promise<{ callbackUrl: string | null } | undefined> {
  return trx
    .updateTable('sample_verifications')
    .set({ status: 'withdrawn', decide_at: null, decided_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('callback_url as callbackUrl')
    .executeTakeFirst()
}

const kept = sql`${testVerificationsDays} * interval '1 day'`

export async function forgetOldSamples(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`created_at < ${now} - ${kept}`
  await deleteInBatches(db, { table: 'sample_verifications', key: ['account_id', 'id'], condition })
}

const isExpired = sql<boolean>`coalesce(expires_at <= now(), false)`

/** As it would be of a live one; its image is not kept. */
function rowOf(row: Selectable<Tables['sample_verifications']> & { isExpired: boolean }): VerificationRow {
  const { license_number: number, license_state: state } = row
  return {
    accountId: row.account_id,
    id: row.id,
    npi: row.npi,
    credential: row.credential,
    isPersonal: row.is_personal,
    status: row.status,
    imageId: '',
    hasImage: false,
    checks: row.checks,
    isReading: false,
    createdAt: row.created_at,
    decidedAt: row.decided_at,
    decidedBy: null,
    expiresAt: row.expires_at,
    isExpired: row.isExpired,
    rejectionReason: row.status === 'rejected' ? row.rejection_reason : null,
    note: null,
    license: number === null || state === null ? null : { number, state, from: 'request' },
    needsReview: null,
    provider: null,
    claim: null,
  }
}
