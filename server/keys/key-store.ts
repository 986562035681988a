import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tier } from '#contract/plans'
import { lockAccount } from '../accounts/account.ts'
import { effectivePlan } from '../billing/subscription.ts'
import type { Tables } from '../platform/database/tables.ts'

export interface NewKeyRow {
  accountId: string
  id: string
  lookupHash: Buffer
  sealed: Buffer
}

export interface FoundKey extends AccountRow {
  keyId: string
  revokedAt: Date | null
}

/** `readAt` is on the database's clock. */
export interface AccountRow {
  accountId: string
  /** Every change of the role replaces the key. */
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

/** Fails when the account has one. */
export async function insertRow(trx: Transaction<Tables>, row: NewKeyRow): Promise<void> {
  await trx
    .insertInto('api_keys')
    .values({
      account_id: row.accountId,
      id: row.id,
      lookup_hash: row.lookupHash,
      sealed: row.sealed,
      revoked_at: null,
    })
    .execute()
}

/** The account's row is locked, so concurrent calls take turns. */
export async function revokeActive(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await lockAccount(trx, accountId)
  await trx
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
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
  return accountsWithKeys(db)
    .where('api_keys.account_id', '=', accountId)
    .where('api_keys.revoked_at', 'is', null)
    .executeTakeFirst()
}

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
      'api_keys.revoked_at as revokedAt',
      'accounts.created_at as signedUpAt',
      'accounts.is_admin as isAdmin',
      'counted.periods as counted',
      sql<Date>`now()`.as('readAt'),
      effectivePlan.tier.as('tier'),
      effectivePlan.periodStart.as('paidFrom'),
      effectivePlan.periodEnd.as('paidUntil'),
    ])
}

export async function findActive(
  db: Kysely<Tables>,
  accountId: string,
): Promise<{ id: string; sealed: Buffer; createdAt: Date }> {
  return db
    .selectFrom('api_keys')
    .select(['id', 'sealed', 'created_at as createdAt'])
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
}
