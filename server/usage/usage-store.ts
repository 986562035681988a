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

/** By hour and by day in UTC. Rows come in one order everywhere: processes wait for each other without a deadlock. */
export async function addSums(trx: Transaction<Tables>, batch: UsageBatch): Promise<void> {
  const sums = batch.sums()
  const column = <K extends keyof (typeof sums)[number]>(name: K) => sums.map((sum) => sum[name])
  await sql`
    insert into usage_sums (account_id, span, start, key_id, route, code, calls, time_us)
    select account_id, span, date_trunc(span, start, 'UTC'), key_id, route, code, sum(calls), sum(time_us)
    from unnest(${column('accountId')}::text[], ${moments(column('startMs'))}::timestamptz[],
      ${column('keyId')}::text[], ${column('route')}::text[], ${column('code')}::text[],
      ${column('calls')}::bigint[], ${column('timeUs')}::bigint[])
      as sums (account_id, start, key_id, route, code, calls, time_us), ${spans}
    where account_id in ${stillThere(column('accountId'))}
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (account_id, span, start, key_id, route, code)
    do update set calls = usage_sums.calls + excluded.calls, time_us = usage_sums.time_us + excluded.time_us`.execute(
    trx,
  )

  const times = batch.timeSums()
  const timeColumn = <K extends keyof (typeof times)[number]>(name: K) => times.map((sum) => sum[name])
  await sql`
    insert into usage_times (account_id, span, start, bucket, calls)
    select account_id, span, date_trunc(span, start, 'UTC'), bucket, sum(calls)
    from unnest(${timeColumn('accountId')}::text[], ${moments(timeColumn('startMs'))}::timestamptz[],
      ${timeColumn('bucket')}::smallint[], ${timeColumn('calls')}::bigint[])
      as sums (account_id, start, bucket, calls), ${spans}
    where account_id in ${stillThere(timeColumn('accountId'))}
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (account_id, span, start, bucket) do update set calls = usage_times.calls + excluded.calls`.execute(trx)

  const keys = batch.keySums()
  const keyColumn = <K extends keyof (typeof keys)[number]>(name: K) => keys.map((sum) => sum[name])
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

const spans = sql`(values ('hour'), ('day')) as spans (span)`

function moments(ms: readonly number[]): Date[] {
  return ms.map((each) => new Date(each))
}

/** Locked until the transaction ends; waits for an account that is being deleted. */
function stillThere(accountIds: readonly string[]) {
  const ids = [...new Set(accountIds)]
  return sql`(select id from accounts where id = any(${ids}) order by id for key share)`
}

export async function addRecent(trx: Transaction<Tables>, calls: readonly EndedCall[]): Promise<void> {
  if (calls.length === 0) return
  const column = <K extends keyof EndedCall>(name: K) => calls.map((call) => call[name])
  await sql`
    insert into recent_requests
      (account_id, id, at, method, path, status, time_us, request_id, key_id, bytes, code, sentence)
    select account_id, id, to_timestamp(at_ms / 1000), method, path, status, time_us, request_id, key_id, bytes, code,
      sentence
    from unnest(${column('accountId')}::text[], ${calls.map(({ atMs }) => uuidv7(atMs))}::text[],
      ${column('atMs')}::float8[], ${column('method')}::text[], ${column('path')}::text[],
      ${column('status')}::smallint[], ${column('timeUs')}::bigint[], ${column('requestId')}::text[],
      ${column('keyId')}::text[], ${column('bytes')}::int[], ${column('code')}::text[], ${column('sentence')}::text[])
      as calls (account_id, id, at_ms, method, path, status, time_us, request_id, key_id, bytes, code, sentence)
    where account_id in ${stillThere(column('accountId'))}`.execute(trx)
}

/** Removes what these accounts have beyond the last requests that are kept. */
export async function forgetBeyondLast(db: Kysely<Tables>, accountIds: readonly string[]): Promise<void> {
  await sql`
    delete from recent_requests using unnest(${accountIds}::text[]) as accounts (id)
    where account_id = accounts.id and recent_requests.id <= (
      select kept.id from recent_requests as kept where kept.account_id = accounts.id
      order by kept.id desc offset ${recentRequestsMax} limit 1)`.execute(db)
}

export interface RecentFilters {
  /** 404, or 4xx. */
  status?: string | undefined
  method?: string | undefined
  path?: string | undefined
  key?: string | undefined
  from?: number | undefined
  to?: number | undefined
  id?: string | undefined
  cursor?: string | undefined
}

/** The newest first; ids begin with the time. */
export async function recentOf(db: Kysely<Tables>, accountId: string, filters: RecentFilters, limit: number) {
  const { status, method, path, key, from, to, id, cursor } = filters
  const kept = db
    .selectFrom('recent_requests')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(recentRequestsMax)
    .as('kept')
  return db
    .selectFrom(kept)
    .select(['id', 'at', 'method', 'path', 'status', 'bytes', 'code', 'sentence'])
    .select(['request_id as requestId', 'key_id as keyId', sql<number>`time_us / 1000.0::float8`.as('ms')])
    .$if(status !== undefined, (query) => query.where(sql<boolean>`status::text like ${status?.replace('xx', '__')}`))
    .$if(path !== undefined, (query) => query.where(sql<boolean>`position(lower(${path}) in lower(path)) > 0`))
    .where((is) =>
      is.and([
        ...(method === undefined ? [] : [is('method', '=', method)]),
        ...(key === undefined ? [] : [is('key_id', '=', key)]),
        ...(from === undefined ? [] : [is('at', '>=', new Date(from))]),
        ...(to === undefined ? [] : [is('at', '<', new Date(to))]),
        ...(id === undefined ? [] : [is('request_id', '=', id)]),
        ...(cursor === undefined ? [] : [is('id', '<', cursor)]),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Calls by hour or day without those of our screens; versions before usage_sums kept days without key and code. */
const sumsBy = {
  hour: sql`(select account_id, start, key_id, route, code, calls, time_us from usage_sums where span = 'hour') as sums`,
  day: sql`(select account_id, start, key_id, route, code, calls, time_us from usage_sums where span = 'day'
    union all select account_id, day::timestamp at time zone 'UTC', '', route,
      case when status_class in (2, 3) then '' else status_class || 'xx' end, calls, time_us from usage_days) as sums`,
} as const

interface Since {
  accountId: string
  span: keyof typeof sumsBy
  start: Date
}

/** `code` is empty for successes, `keyId` where it was not kept. */
export async function usageSince(db: Kysely<Tables>, { accountId, span, start }: Since) {
  const { rows } = await sql<{ start: Date; keyId: string; code: string; calls: number; timeUs: number }>`
    select start, key_id as "keyId", code, sum(calls)::float8 as calls, sum(time_us)::float8 as "timeUs"
    from ${sumsBy[span]}
    where account_id = ${accountId} and start >= ${start} and route <> ${screensRoute}
    group by start, key_id, code`.execute(db)
  return rows
}

export async function timesSince(db: Kysely<Tables>, { accountId, span, start }: Since) {
  return db
    .selectFrom('usage_times')
    .select(['bucket', sql<number>`sum(calls)::float8`.as('calls')])
    .where('account_id', '=', accountId)
    .where('span', '=', span)
    .where('start', '>=', start)
    .groupBy('bucket')
    .execute()
}

/** Of each day, key and route, from the first day to before `end`; at most `rowsMax`. */
export async function usageRows(
  db: Kysely<Tables>,
  { accountId, start, end, rowsMax }: { accountId: string; start: Date; end: Date; rowsMax: number },
) {
  const { rows } = await sql<{ start: Date; keyId: string; route: string; calls: number; failed: number; ms: number }>`
    select start, key_id as "keyId", route, sum(calls)::float8 as calls,
      coalesce(sum(calls) filter (where code <> ''), 0)::float8 as failed, (sum(time_us) / sum(calls) / 1000)::float8 as ms
    from ${sumsBy.day}
    where account_id = ${accountId} and start >= ${start} and start < ${end} and route <> ${screensRoute}
    group by start, key_id, route order by start, key_id, route limit ${rowsMax}`.execute(db)
  return rows
}
