/**
 * The SQL of events. Their positions are given under one lock, which lasts until the transaction commits: reading
 * in the order of positions misses none, since no event gets a lower position than one that can be read already. Record
 * them last in a transaction, so that it waits for nothing while others wait for it. What is found for providers is
 * kept first and made for their accounts in transactions of a bounded size.
 */
import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { EventData, EventType } from '#contract/events'
import { eventDays } from '#contract/limits'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import { uuidv7 } from '../platform/uuid.ts'
import type { FoundEvent } from './facts.ts'
import { isWatched } from './roster-store.ts'

export interface WatchEvent {
  /** evt_ and a UUID of version 7. */
  id: string
  /** A whole number as text: it may exceed what a number holds. */
  position: string
  accountId: string
  type: EventType
  npi: number | null
  rosterIds: string[]
  data: Readonly<Record<string, unknown>>
  at: Date
}

type ToRecord<T extends EventType = EventType> = T extends EventType
  ? {
      accountId: string
      type: T
      npi: number | null
      rosterIds?: readonly string[]
      data: EventData<T>
      /** What made it, such as `share 12`: of one account, type, provider and cause, there is one event. */
      cause: string
    }
  : never

export type NewEvent = ToRecord

const lockNumber = 5_856_001

/** Lists may have grounds of any length; an entry of the index has less than 2,704 bytes. */
const causeLengthMax = 300

/** Events given to a statement, which has two seconds. */
const givenMax = 1_000

/** Once for an account, type, provider and cause, however often it is recorded. */
export function recordEvents(trx: Transaction<Tables>, events: readonly NewEvent[]): Promise<void> {
  return inChunks(events, (json) => {
    const rows = sql`select n, "accountId" as account_id, coalesce("rosterIds", '{}') as roster_ids, npi, type, data, cause
      from jsonb_to_recordset(${json}::jsonb) as given
        (n int, "accountId" text, "rosterIds" text[], npi bigint, type text, data jsonb, cause text)`
    return record(trx, rows)
  })
}

/** Keeps events of providers, in the order given, until `makeFound` makes them for the accounts that watch these. */
export function keepFound(trx: Transaction<Tables>, events: readonly (FoundEvent & { npi: number })[]): Promise<void> {
  return inChunks(events, (json) => sql`insert into found_events (events) values (${json}::jsonb)`.execute(trx))
}

async function inChunks(
  events: readonly (NewEvent | FoundEvent)[],
  give: (json: string) => Promise<unknown>,
): Promise<void> {
  let giving: Promise<unknown> | undefined
  for (let from = 0; from < events.length; from += givenMax) {
    const chunk = events.slice(from, from + givenMax)
    // While the database works on those before.
    const json = JSON.stringify(chunk.map((event, n) => ({ ...event, n: n + 1, cause: bounded(event.cause) })))
    await giving
    giving = give(json)
  }
  await giving
}

/**
 * Makes what was kept, once for each account that watches the provider, with those of its rosters that have it; at most
 * `rowsMax` events, so that others wait no longer where many accounts watch one provider. False where nothing is kept.
 */
export async function makeFound(trx: Transaction<Tables>, rowsMax: number): Promise<boolean> {
  let isMade = false
  for (let left = rowsMax; left > 0; isMade = true) {
    const limit = Math.min(left, givenMax)
    const chunk = await trx
      .selectFrom('found_events')
      .select(['id', 'n', 'account_id as accountId', sql<number>`jsonb_array_length(events)`.as('size')])
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (chunk === undefined) break
    const { id, n, accountId, size } = chunk
    const to = await lastWithin(trx, chunk, limit)
    const last = await record(
      trx,
      sql`select n, account_id, array_agg(id order by id) as roster_ids, npi, min(type) as type, (array_agg(data))[1] as data,
          min(cause) as cause
        from (${foundFrom(id, n)}) as found join roster_members using (npi) join rosters on rosters.id = roster_id
        where n <= ${to}::int and ${isWatched} and (n > ${n}::int or account_id > ${accountId})
        group by n, account_id, npi order by n, account_id limit ${limit}`,
    )
    // Only the accounts of a single provider may be more.
    const next = last?.count === limit && to === n ? { n, account_id: last.accountId } : { n: to + 1, account_id: '' }
    const one = sql<boolean>`id = ${id}`
    if (next.n > size) await trx.deleteFrom('found_events').where(one).execute()
    else await trx.updateTable('found_events').set(next).where(one).execute()
    left -= last?.count ?? 0
  }
  return isMade
}

/** The last one up to which no more events are to be made than the limit; the first has more where it is alone. */
async function lastWithin(
  trx: Transaction<Tables>,
  { id, n, size }: { id: string; n: number; size: number },
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number; last: number }>`select count(*)::int as count, max(n) as last from (
    select n from (${foundFrom(id, n)} order by n) as found join roster_members using (npi)
    order by n limit ${limit + 1}) as seen`.execute(trx)
  const [{ count, last } = { count: 0, last: n }] = rows
  return count <= limit ? size : Math.max(n, last - 1)
}

function foundFrom(id: string, n: number): RawBuilder<unknown> {
  return sql`select given.* from found_events, jsonb_to_recordset(events) as given
      (n int, npi bigint, type text, data jsonb, cause text)
    where id = ${id} and given.n >= ${n}::int`
}

/**
 * In the order of `n` and the account; answers the last and how many they are. The lock is taken once the rows are
 * found, and their time under it, so it never goes back from one position to the next.
 */
async function record(trx: Transaction<Tables>, rows: RawBuilder<unknown>) {
  const { rows: found } = await sql<{ n: number; accountId: string; count: number }>`
    with rows as materialized (${rows}),
    locked as materialized (
      select pg_advisory_xact_lock(${lockNumber}) from (select count(*) from rows having count(*) > 0) as counted),
    recorded as (
      insert into watch_events (account_id, id, type, npi, roster_ids, data, cause, at)
      select account_id, ${newIdStart()} || substr(gen_random_uuid()::text, 16), type, npi, roster_ids, data, cause,
        clock_timestamp()
      from rows cross join locked order by n, account_id
      on conflict (account_id, cause, type, coalesce(npi, 0)) do nothing)
    select n, account_id as "accountId", count(*) over ()::int as count from rows
    order by n desc, account_id desc limit 1`.execute(trx)
  return found[0]
}

/** Of UUIDs of version 7, up to their version: the rest is random. */
function newIdStart(): string {
  return `evt_${uuidv7().slice(0, 15)}`
}

function bounded(cause: string): string {
  return cause.length > causeLengthMax ? createHash('sha256').update(cause).digest('hex') : cause
}

/** The events of all accounts after a position (`0` for the first), in order, at most `limit`. */
export async function eventsAfter(
  db: Kysely<Tables>,
  { position, limit }: { position: string; limit: number },
): Promise<WatchEvent[]> {
  const rows = await db
    .selectFrom('watch_events')
    .select(eventColumns)
    .where('position', '>', position)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(eventOf)
}

const eventColumns = [
  'position',
  'account_id as accountId',
  'id',
  'type',
  'npi',
  'roster_ids as rosterIds',
  'data',
  'at',
] as const

function eventOf(row: Omit<WatchEvent, 'npi' | 'data'> & { npi: string | null; data: unknown }): WatchEvent {
  const { npi, data } = row
  return { ...row, npi: npi === null ? null : Number(npi), data: { ...Object(data) } }
}

export interface FeedQuery {
  accountId: string
  rosterId: string | undefined
  types: readonly EventType[] | undefined
  /** Exclusive; undefined for the first, or with `newestFirst` the last. */
  after: string | undefined
  newestFirst: boolean
  limit: number
}

/** Rows that one page looks through at most, so that a filter that few events meet stays within a call's time. */
const lookedThroughMax = 20_000

/**
 * A page of an account's events, and the position to go on from. With filters a page may be short, or empty, although
 * there are more.
 */
export async function feedPage(
  db: Kysely<Tables>,
  { accountId, rosterId, types, after, newestFirst, limit }: FeedQuery,
): Promise<{ events: WatchEvent[]; last: string | undefined; isWhole: boolean }> {
  const order = newestFirst ? 'desc' : 'asc'
  const isFiltered = rosterId !== undefined || types !== undefined
  const { rows } = await sql<Parameters<typeof eventOf>[0] & { seenLast: string; seen: string }>`
    with seen as (
      select * from watch_events where account_id = ${accountId}
        ${after === undefined ? sql`` : sql`and position ${sql.raw(newestFirst ? '<' : '>')} ${after}::bigint`}
      order by position ${sql.raw(order)} limit ${isFiltered ? lookedThroughMax : limit}),
    met as (
      select * from seen where true
        ${rosterId === undefined ? sql`` : sql`and ${rosterId} = any(roster_ids)`}
        ${types === undefined ? sql`` : sql`and type = any(${types}::text[])`}
      order by position ${sql.raw(order)} limit ${limit})
    select met.position, met.account_id as "accountId", met.id, met.type, met.npi, met.roster_ids as "rosterIds",
      met.data, met.at, bounds.last as "seenLast", bounds.count as seen
    from (select ${sql.raw(newestFirst ? 'min' : 'max')}(position) as last, count(*) as count from seen) as bounds
    left join met on true
    order by met.position ${sql.raw(order)}`.execute(db)
  const events = rows.filter(({ id }) => id !== null)
  const [bounds] = rows
  const seenMax = isFiltered ? lookedThroughMax : limit
  // A full page ends at its last event, a short one behind all that was looked through.
  const isFull = events.length === limit
  const last = isFull ? events.at(-1)?.position : (bounds?.seenLast ?? undefined)
  return {
    events: events.map(({ seenLast: _, seen: __, ...row }) => eventOf(row)),
    last,
    isWhole: !isFull && Number(bounds?.seen ?? 0) < seenMax,
  }
}

/** No event had a higher one, also where the last ones were forgotten. */
export async function lastPosition(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ last: string }>`select last_value as last from watch_events_position_seq`.execute(db)
  return rows[0]?.last ?? '0'
}

/** Old ones, and those of accounts that are gone. */
export async function forgetOldEvents(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const isOld = sql`at < ${now} - ${eventDays} * interval '1 day'`
  await deleteInBatches(db, { table: 'watch_events', key: ['position'], condition: isOld })
}
