import { type Kysely, sql, type Transaction } from 'kysely'
import type { KeyMode } from '#contract/key-modes'
import type { Tier } from '#contract/plans'
import type { Scope } from '#contract/scopes'
import { effectivePlan } from '../billing/subscription.ts'
import { countRows } from '../platform/database/count-rows.ts'
import type { Tables } from '../platform/database/tables.ts'

export interface KeyLimits {
  name: string
  scopes: readonly Scope[] | null
  networks: readonly string[] | null
}

export interface NewKeyRow extends KeyLimits {
  accountId: string
  id: string
  lookupHash: Buffer
  sealed: Buffer
  mode: KeyMode
  isDefault: boolean
  expiresAt: Date | null
}

export interface FoundKey extends AccountRow, Pick<KeyLimits, 'scopes' | 'networks'> {
  keyId: string
  mode: KeyMode
  revokedAt: Date | null
  expiresAt: Date | null
}

/** `readAt` is on the database's clock. */
export interface AccountRow {
  accountId: string
  /** Every change of the role ends the keys. */
  isAdmin: boolean
  tier: Tier
  signedUpAt: Date
  /** Null without a subscription. */
  paidFrom: Date | null
  paidUntil: Date | null
  /** A paid period that ended early began last and holds no more. */
  counted: readonly CountedPeriod[]
  readAt: Date
}

interface CountedPeriod {
  startMs: number
  calls: number
}

/** Fails when the account has a default key and this is another. */
export async function insertRow(trx: Transaction<Tables>, row: NewKeyRow): Promise<void> {
  await trx
    .insertInto('api_keys')
    .values({
      account_id: row.accountId,
      id: row.id,
      lookup_hash: row.lookupHash,
      sealed: row.sealed,
      revoked_at: null,
      mode: row.mode,
      is_default: row.isDefault,
      expires_at: row.expiresAt,
      ...limitColumns(row),
    })
    .execute()
}

function limitColumns({ name, scopes, networks }: KeyLimits) {
  return { name, scopes: jsonOf(scopes), networks: jsonOf(networks) }
}

function jsonOf(list: readonly string[] | null): string | null {
  return list === null ? null : JSON.stringify(list)
}

export async function changeLimits(
  trx: Transaction<Tables>,
  { accountId, id }: Pick<NewKeyRow, 'accountId' | 'id'>,
  limits: KeyLimits,
): Promise<void> {
  await trx
    .updateTable('api_keys')
    .set(limitColumns(limits))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Each key that works, or the named one, ends after the given hours; an overlap in progress only gets shorter. */
export async function endKeys(
  trx: Transaction<Tables>,
  { accountId, id }: { accountId: string; id?: string },
  overlapHours = 0,
): Promise<void> {
  await trx
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`least(revoked_at, now() + ${overlapHours} * interval '1 hour')` })
    .where('account_id', '=', accountId)
    .where(isListed)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .execute()
}

const isListed = sql<boolean>`(api_keys.revoked_at is null or api_keys.revoked_at > now())`

/** In no overlap, and not expired. */
const isCurrent = sql<boolean>`revoked_at is null and coalesce(expires_at > now(), true)`

export async function countListed(db: Kysely<Tables>, accountId: string): Promise<number> {
  return countRows(db.selectFrom('api_keys').where('account_id', '=', accountId).where(isListed))
}

/** The default key first, then the newest. Counted calls are those of the period that began at this moment. */
export async function listRows(db: Kysely<Tables>, accountId: string, periodStart: Date) {
  return db
    .selectFrom('api_keys')
    .leftJoin('key_periods', (join) =>
      join.onRef('key_periods.account_id', '=', 'api_keys.account_id').onRef('key_periods.key_id', '=', 'api_keys.id'),
    )
    .select([
      'api_keys.id',
      'name',
      'mode',
      'sealed',
      'scopes',
      'networks',
      'created_at as createdAt',
      isDefault.as('isDefault'),
      isCurrent.as('isCurrent'),
      sql<Date | null>`least(expires_at, revoked_at)`.as('endsAt'),
      sql<Date | null>`max(last_used_at)`.as('lastUsedAt'),
      sql<number>`coalesce(sum(calls) filter (where period_start = ${periodStart}), 0)::float8`.as('calls'),
    ])
    .where('api_keys.account_id', '=', accountId)
    .where(isListed)
    .groupBy(['api_keys.account_id', 'api_keys.id'])
    .orderBy('isDefault', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
}

export type ListedKey = Awaited<ReturnType<typeof listRows>>[number]

export async function oldestMade(db: Kysely<Tables>, accountId: string): Promise<Date> {
  const { oldest } = await db
    .selectFrom('api_keys')
    .select(sql<Date>`min(created_at)`.as('oldest'))
    .where('account_id', '=', accountId)
    .where(isListed)
    .executeTakeFirstOrThrow()
  return oldest
}

export async function findListed(db: Kysely<Tables>, accountId: string, id: string) {
  return db
    .selectFrom('api_keys')
    .select(['name', 'mode', 'scopes', 'networks', 'expires_at as expiresAt'])
    .select(isDefault.as('isDefault'))
    .select(isCurrent.as('isCurrent'))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(isListed)
    .executeTakeFirst()
}

export async function findByHash(db: Kysely<Tables>, lookupHashes: readonly Buffer[]): Promise<FoundKey | undefined> {
  return accountsWithKeys(db).where('api_keys.lookup_hash', 'in', lookupHashes).executeTakeFirst()
}

/** By the index alone. */
export async function findHashes(db: Kysely<Tables>, lookupHashes: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select('lookup_hash')
    .where(sql<boolean>`lookup_hash = any(${lookupHashes})`)
    .execute()
  return rows.map(({ lookup_hash }) => lookup_hash)
}

export async function findByAccount(db: Kysely<Tables>, accountId: string): Promise<AccountRow | undefined> {
  return accountsWithKeys(db).where('api_keys.account_id', '=', accountId).where(isDefault).executeTakeFirst()
}

const isDefault = sql<boolean>`api_keys.is_default and api_keys.revoked_at is null`

/** An unpaid period is a month long. */
const mayHoldNow = sql<boolean>`(quota_periods.period_start > now() - interval '32 days'
  or quota_periods.period_start = ${effectivePlan.periodStart})`

const countedPeriods = sql<CountedPeriod[]>`coalesce(
  json_agg(json_build_object('startMs', (extract(epoch from period_start) * 1000)::float8, 'calls', calls)), '[]')`

function accountsWithKeys(db: Kysely<Tables>) {
  return db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .leftJoin('subscriptions', 'subscriptions.account_id', 'api_keys.account_id')
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('quota_periods')
          .select(countedPeriods.as('periods'))
          .whereRef('quota_periods.account_id', '=', 'api_keys.account_id')
          .where(mayHoldNow)
          .as('counted'),
      (join) => join.onTrue(),
    )
    .select([
      'api_keys.account_id as accountId',
      'api_keys.id as keyId',
      'api_keys.mode as mode',
      'api_keys.revoked_at as revokedAt',
      'api_keys.expires_at as expiresAt',
      'api_keys.scopes as scopes',
      'api_keys.networks as networks',
      'accounts.created_at as signedUpAt',
      'accounts.is_admin as isAdmin',
      'counted.periods as counted',
      sql<Date>`now()`.as('readAt'),
      effectivePlan.tier.as('tier'),
      effectivePlan.periodStart.as('paidFrom'),
      effectivePlan.periodEnd.as('paidUntil'),
    ])
}

export async function findDefault(
  db: Kysely<Tables>,
  accountId: string,
): Promise<{ id: string; sealed: Buffer; createdAt: Date }> {
  return db
    .selectFrom('api_keys')
    .select(['id', 'sealed', 'created_at as createdAt'])
    .where('account_id', '=', accountId)
    .where(isDefault)
    .executeTakeFirstOrThrow()
}
