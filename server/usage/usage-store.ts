/** The SQL of usage: writing batches of calls, and reading them. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { recentRequestsMax } from '#contract/limits'
import type { Tables } from '../platform/database/tables.ts'
import { uuidv7 } from '../platform/uuid.ts'
import type { EndedCall, UsageBatch } from './usage-batch.ts'

export const screensRoute = 'screens'

const writersKeptFor = '30 days'

/** Whether this batch is new. It is written in the same transaction, and never again. */
export async function beginBatch(trx: Transaction<Tables>, writerId: string, batch: number): Promise<boolean> {
  if (batch === 1) {
    await sql`delete from usage_writers where written_at < now() - ${writersKeptFor}::interval`.execute(trx)
  }
  const begun = await sql`
    insert into usage_writers (id, batch) values (${writerId}, ${batch})
    on conflict (id) do update set batch = excluded.batch, written_at = now() where usage_writers.batch < excluded.batch
    returning id`.execute(trx)
  return begun.rows.length > 0
}

export async function addSums(trx: Transaction<Tables>, batch: UsageBatch): Promise<void> {
  const days = batch.daySums()
  const column = <K extends keyof (typeof days)[number]>(name: K) => days.map((sum) => sum[name])
  await sql`
    insert into usage_days (account_id, day, route, status_class, calls, time_us)
    select account_id, date '1970-01-01' + day, route, status_class, calls, time_us
    from unnest(${column('accountId')}::text[], ${column('day')}::int[], ${column('route')}::text[],
      ${column('statusClass')}::smallint[], ${column('calls')}::bigint[], ${column('timeUs')}::bigint[])
      as sums (account_id, day, route, status_class, calls, time_us)
    where account_id in ${stillThere(column('accountId'))}
    order by account_id, day, route, status_class
    on conflict (account_id, day, route, status_class)
    do update set calls = usage_days.calls + excluded.calls, time_us = usage_days.time_us + excluded.time_us`.execute(
    trx,
  )

  const keys = batch.keySums()
  const keyColumn = <K extends keyof (typeof keys)[number]>(name: K) => keys.map((sum) => sum[name])
  const moments = (ms: readonly number[]) => ms.map((each) => new Date(each))
  await sql`
    insert into key_periods (account_id, key_id, period_start, calls, last_used_at)
    select account_id, id, start, calls, last_used_at
    from unnest(${keyColumn('accountId')}::text[], ${keyColumn('keyId')}::text[],
      ${moments(keyColumn('startMs'))}::timestamptz[], ${keyColumn('calls')}::bigint[],
      ${moments(keyColumn('lastMs'))}::timestamptz[]) as sums (account_id, id, start, calls, last_used_at)
    join api_keys using (account_id, id)
    order by account_id, id, start
    on conflict (account_id, key_id, period_start)
    do update set calls = key_periods.calls + excluded.calls,
      last_used_at = greatest(key_periods.last_used_at, excluded.last_used_at)`.execute(trx)

  const periods = batch.periodSums()
  if (periods.length === 0) return
  await sql`
    insert into quota_periods (account_id, period_start, calls)
    select account_id, start, calls
    from unnest(${periods.map(({ accountId }) => accountId)}::text[],
      ${periods.map(({ startMs }) => new Date(startMs))}::timestamptz[], ${periods.map(({ calls }) => calls)}::bigint[])
      as sums (account_id, start, calls)
    where account_id in ${stillThere(periods.map(({ accountId }) => accountId))}
    order by account_id, start
    on conflict (account_id, period_start)
    do update set calls = greatest(0, quota_periods.calls + excluded.calls)`.execute(trx)
}

/** Locked until the transaction ends; waits for an account that is being deleted. */
function stillThere(accountIds: readonly string[]) {
  const ids = [...new Set(accountIds)]
  return sql`(select id from accounts where id = any(${ids}) order by id for key share)`
}

export async function addRecent(trx: Transaction<Tables>, calls: readonly EndedCall[]): Promise<void> {
  if (calls.length === 0) return
  await sql`
    insert into recent_requests (account_id, id, at, method, path, status, time_us)
    select account_id, id, to_timestamp(at_ms / 1000), method, path, status, time_us from unnest(${calls.map(({ accountId }) => accountId)}::text[],
      ${calls.map(() => uuidv7())}::text[], ${calls.map(({ atMs }) => atMs)}::float8[],
      ${calls.map(({ method }) => method)}::text[], ${calls.map(({ path }) => path)}::text[],
      ${calls.map(({ status }) => status)}::smallint[], ${calls.map(({ timeUs }) => timeUs)}::bigint[])
      as calls (account_id, id, at_ms, method, path, status, time_us)
    where account_id in ${stillThere(calls.map(({ accountId }) => accountId))}`.execute(trx)
  const accountIds = [...new Set(calls.map(({ accountId }) => accountId))].sort()
  await sql`
    delete from recent_requests using (
      select account_id, id, row_number() over (partition by account_id order by at desc, id desc) as place
      from recent_requests where account_id = any(${accountIds})
    ) as ranked
    where ranked.place > ${recentRequestsMax}
      and recent_requests.account_id = ranked.account_id and recent_requests.id = ranked.id`.execute(trx)
}

export async function recentOf(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('recent_requests')
    .select(['at', 'method', 'path', 'status'])
    .select(sql<number>`time_us / 1000.0::float8`.as('ms'))
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(recentRequestsMax)
    .execute()
}

/** Per day, such as 2026-11-20 in UTC. */
export async function dailySums(db: Kysely<Tables>, accountId: string, firstDate: string) {
  return db
    .selectFrom('usage_days')
    .select([
      sql<string>`day::text`.as('date'),
      sql<number>`sum(calls)::float8`.as('calls'),
      sql<number>`coalesce(sum(calls) filter (where status_class = 2), 0)::float8`.as('successes'),
      sql<number>`sum(time_us)::float8`.as('timeUs'),
    ])
    .where('account_id', '=', accountId)
    .where('route', '!=', screensRoute)
    .where('day', '>=', sql<Date>`${firstDate}::date`)
    .groupBy('day')
    .execute()
}
