/** The SQL of the audit log's chain. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { ChainEnd, SealableEvent } from './chain.ts'

const headId = 'only'

/**
 * How long before the newest sealed event others may have begun that become visible only later: far longer than any transaction
 * of ours may last (server/platform/database/database.ts).
 */
const lateBy = '10 minutes'

/** The time of the event at the end of the chain; null while nothing is sealed. */
const lastSealedAt = sql<Date>`(select at from audit_events where id = (select event_id from audit_seals
  where sequence = (select sequence from audit_head where id = ${headId})))`

/**
 * An event from before this is never sealed any more. It follows from what is sealed, so that nothing in the database puts off sealing
 * but what breaks the chain: the newest sealed event lies at most that much behind the last one, which may have come late itself; and
 * one that claims to be of the future counts as of now.
 */
const lateSince = sql<Date>`coalesce((select least(at, now()) from audit_events
  where at between ${lastSealedAt} and ${lastSealedAt} + ${lateBy}::interval
  and exists (select from audit_seals where event_id = audit_events.id)
  order by audit_events.at desc limit 1), '-infinity') - ${lateBy}::interval`

/** The numbers of the chain's seals. One outside of them seals nothing, whoever wrote it. */
const inChain = sql<boolean>`audit_seals.sequence > (select sequence from audit_start)
  and audit_seals.sequence <= (select sequence from audit_head where id = ${headId})`

/** When an event took place, to the microsecond, as the chain has it. */
export const atText = sql<string>`to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`

/** Where the chain is said to end, and the proof of it. */
export interface Head extends ChainEnd {
  mac: Buffer | null
}

const headOf = (row: { sequence: string; hash: Buffer; mac: Buffer | null }): Head => ({
  ...row,
  sequence: Number(row.sequence),
})

/** The head, locked until the end of the transaction: whoever has it is the only one to make the chain longer. */
export async function lockHead(trx: Transaction<Tables>): Promise<Head> {
  return headOf(await selectHead(trx).forUpdate().executeTakeFirstOrThrow())
}

/** The head as it is. */
export async function findHead(db: Kysely<Tables>): Promise<Head> {
  return headOf(await selectHead(db).executeTakeFirstOrThrow())
}

function selectHead(db: Kysely<Tables>) {
  return db.selectFrom('audit_head').select(['sequence', 'hash', 'mac']).where('id', '=', headId)
}

/** How long the oldest event that waits to be sealed has waited, in seconds; undefined when none does. Asks without a lock. */
export async function findWaitSeconds(db: Kysely<Tables>): Promise<number | undefined> {
  const oldest = await unsealed(db)
    .select(sql<number>`extract(epoch from now() - audit_events.at)::float8`.as('seconds'))
    .orderBy('audit_events.at')
    .limit(1)
    .executeTakeFirst()
  return oldest?.seconds
}

/** Up to `count` events that no seal holds yet, the earliest first. */
export async function findUnsealed(db: Kysely<Tables>, count: number): Promise<SealableEvent[]> {
  return unsealed(db)
    .select(['audit_events.id', atText.as('at'), 'actor', 'action', 'subject', 'details'])
    .orderBy('audit_events.at')
    .orderBy('audit_events.id')
    .limit(count)
    .execute()
}

function unsealed(db: Kysely<Tables>) {
  return db
    .selectFrom('audit_events')
    .leftJoin('audit_seals', (join) => join.onRef('audit_seals.event_id', '=', 'audit_events.id').on(inChain))
    .where('audit_seals.event_id', 'is', null)
    .where('audit_events.at', '>', lateSince)
}

/** Adds seals behind the end of the chain. */
export async function insertSeals(
  trx: Transaction<Tables>,
  seals: readonly (ChainEnd & { eventId: string })[],
): Promise<void> {
  const rows = seals.map(({ sequence, eventId, hash }) => ({ sequence, event_id: eventId, hash }))
  await trx.insertInto('audit_seals').values(rows).execute()
}

/** Moves the head to the new end. */
export async function moveHead(trx: Transaction<Tables>, head: ChainEnd & { mac: Buffer }): Promise<void> {
  const { sequence, hash, mac } = head
  await trx.updateTable('audit_head').set({ sequence, hash, mac }).where('id', '=', headId).execute()
}

/** Keeps the end as the anchor of the database's present day; false when the day has one. */
export async function insertAnchor(trx: Transaction<Tables>, end: ChainEnd & { mac: Buffer }): Promise<boolean> {
  const { sequence, hash, mac } = end
  const inserted = await trx
    .insertInto('audit_anchors')
    .values({ day: sql<string>`to_char(now() at time zone 'utc', 'YYYY-MM-DD')`, sequence, hash, mac })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .returning('day')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Every anchor, the oldest first. */
export async function findAnchors(db: Kysely<Tables>) {
  const rows = await db.selectFrom('audit_anchors').selectAll().orderBy('day').execute()
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }))
}

/** The number of a seal that stands where the chain has none, up to its start; undefined for none. */
export async function findSealUpTo(db: Kysely<Tables>, start: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit_seals')
    .select('sequence')
    .where('sequence', '<=', sql<string>`${start}`)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  return row?.sequence
}

/** The chain behind this number, in order: each seal with its event, which is null where it is gone. */
export async function findSealed(db: Kysely<Tables>, after: number, count: number) {
  const rows = await db
    .selectFrom('audit_seals')
    .leftJoin('audit_events', 'audit_events.id', 'audit_seals.event_id')
    .select(['sequence', 'event_id as eventId', 'hash'])
    .select(['audit_events.id', atText.as('at'), 'actor', 'action', 'subject', 'details'])
    .where('sequence', '>', sql<string>`${after}`)
    .orderBy('sequence')
    .limit(count)
    .execute()
  return rows.map(({ sequence, eventId, hash, id, at, actor, action, subject, details }) => ({
    sequence: Number(sequence),
    eventId,
    hash,
    event:
      id === null || action === null || subject === null || details === null
        ? null
        : { id, at, actor, action, subject, details },
  }))
}

/** Events behind a place in their order, each with whether a seal holds it and whether it is too old to wait for one. */
export async function findSealing(db: Kysely<Tables>, after: { at: string; id: string }, count: number) {
  const page = db
    .selectFrom('audit_events')
    .select(['id', atText.as('text')])
    .select(sql<boolean>`at <= ${lateSince}`.as('isLate'))
    .where(sql<boolean>`(at, id) > (${after.at}::timestamptz, ${after.id})`)
    .orderBy('at')
    .orderBy('id')
    .limit(count)
    .as('page')
  return db
    .selectFrom(page)
    .leftJoin('audit_seals', 'audit_seals.event_id', 'page.id')
    .select([
      'page.id',
      'page.text as at',
      'page.isLate',
      sql<boolean>`audit_seals.event_id is not null`.as('isSealed'),
    ])
    .orderBy('page.text')
    .orderBy('page.id')
    .execute()
}
