import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { ChainEnd, SealableEvent } from './chain.ts'

const headId = 'only'

/** Longer than any transaction: older events than the newest sealed one by more can no longer appear. */
const lateBy = '10 minutes'

const lastSealedAt = sql<Date>`(select at from audit_events where id = (select event_id from audit_seals
  where sequence = (select sequence from audit_head where id = ${headId})))`

/**
 * Events from before this are never sealed. It follows from sealed events, so that nothing in the database can put off
 * sealing without breaking the chain. An event of a future time counts as of now.
 */
const lateSince = sql<Date>`coalesce((select least(at, now()) from audit_events
  where at between ${lastSealedAt} and ${lastSealedAt} + ${lateBy}::interval
  and exists (select from audit_seals where event_id = audit_events.id)
  order by audit_events.at desc limit 1), '-infinity') - ${lateBy}::interval`

/** A seal outside of the chain seals nothing. */
const inChain = sql<boolean>`audit_seals.sequence > (select sequence from audit_start)
  and audit_seals.sequence <= (select sequence from audit_head where id = ${headId})`

/** To the microsecond, as the chain has it. */
export const atText = sql<string>`to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US')`

export interface Head extends ChainEnd {
  mac: Buffer | null
}

const headOf = (row: { sequence: string; hash: Buffer; mac: Buffer | null }): Head => ({
  ...row,
  sequence: Number(row.sequence),
})

/** Locked: its holder alone extends the chain. */
export async function lockHead(trx: Transaction<Tables>): Promise<Head> {
  return headOf(await selectHead(trx).forUpdate().executeTakeFirstOrThrow())
}

export async function findHead(db: Kysely<Tables>): Promise<Head> {
  return headOf(await selectHead(db).executeTakeFirstOrThrow())
}

function selectHead(db: Kysely<Tables>) {
  return db.selectFrom('audit_head').select(['sequence', 'hash', 'mac']).where('id', '=', headId)
}

/** Age of the oldest unsealed event, in seconds; undefined when there is none. */
export async function findWaitSeconds(db: Kysely<Tables>): Promise<number | undefined> {
  const oldest = await unsealed(db)
    .select(sql<number>`extract(epoch from now() - audit_events.at)::float8`.as('seconds'))
    .orderBy('audit_events.at')
    .limit(1)
    .executeTakeFirst()
  return oldest?.seconds
}

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

export async function insertSeals(
  trx: Transaction<Tables>,
  seals: readonly (ChainEnd & { eventId: string })[],
): Promise<void> {
  const rows = seals.map(({ sequence, eventId, hash }) => ({ sequence, event_id: eventId, hash }))
  await trx.insertInto('audit_seals').values(rows).execute()
}

export async function moveHead(trx: Transaction<Tables>, head: ChainEnd & { mac: Buffer }): Promise<void> {
  const { sequence, hash, mac } = head
  await trx.updateTable('audit_head').set({ sequence, hash, mac }).where('id', '=', headId).execute()
}

/** False when the database's present day has an anchor. */
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

export async function findAnchors(db: Kysely<Tables>) {
  const rows = await db.selectFrom('audit_anchors').selectAll().orderBy('day').execute()
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }))
}

/** A seal at or before the chain's start, which should not be there. */
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

/** Each seal with its event, null where it is gone. */
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

/** Each event with whether it is sealed, and whether it is too old to be. */
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
