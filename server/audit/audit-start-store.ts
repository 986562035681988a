/** Where the chain begins, and cutting off what precedes it. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { Head } from './audit-store.ts'
import type { ChainEnd } from './chain.ts'

const startId = 'only'

/** Undefined where somebody removed the row. */
export async function findStart(db: Kysely<Tables>): Promise<Head | undefined> {
  return startOf(await selectStart(db).executeTakeFirst())
}

/** Locked: its holder alone cuts. */
export async function lockStart(trx: Transaction<Tables>): Promise<Head | undefined> {
  return startOf(await selectStart(trx).forUpdate().executeTakeFirst())
}

function selectStart(db: Kysely<Tables>) {
  return db.selectFrom('audit_start').select(['sequence', 'hash', 'mac']).where('id', '=', startId)
}

function startOf(row: { sequence: string; hash: Buffer; mac: Buffer | null } | undefined): Head | undefined {
  return row === undefined ? undefined : { ...row, sequence: Number(row.sequence) }
}

export async function yearsBefore(db: Kysely<Tables>, now: RawBuilder<Date>, years: number): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select to_char((${now} - ${years} * interval '1 year') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at`.execute(
    db,
  )
  return rows[0]?.at ?? ''
}

/** Moves the start to this seal, and deletes it with everything before it. */
export async function cutBefore(
  trx: Transaction<Tables>,
  start: ChainEnd & { mac: Buffer },
  eventIds: readonly string[],
): Promise<void> {
  const { sequence, hash, mac } = start
  await trx.deleteFrom('audit_events').where('id', 'in', eventIds).execute()
  await trx.deleteFrom('audit_seals').where('sequence', '<=', sql<string>`${sequence}`).execute()
  await trx.deleteFrom('audit_anchors').where('sequence', '<', sql<string>`${sequence}`).execute()
  await trx.deleteFrom('audit_key_changes').where('sequence', '<', sql<string>`${sequence}`).execute()
  await trx.updateTable('audit_start').set({ sequence, hash, mac }).where('id', '=', startId).execute()
}
