/** Removes audit events past retention, verified first. The chain then begins behind them, with a proof of its own. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { auditYears } from '#contract/limits'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { findSealed, type Head } from './audit-store.ts'
import { type ChainEnd, checkRow, isStartProven, startMacOf } from './chain.ts'
import { findChainKeys } from './chain-keys.ts'
import { ChainDamagedError } from './seal.ts'

const batchMax = 500

/** Answers how many events went. Throws ChainDamagedError where the chain is not as it was written. */
export async function cutOldEvents(
  { database, secrets }: { database: Database; secrets: Secrets },
  now: RawBuilder<Date>,
): Promise<number> {
  const before = await yearsBefore(database.db, now, auditYears)
  const [first] = await findSealed(database.db, (await findStart(database.db))?.sequence ?? 0, 1)
  if (first !== undefined && first.event !== null && first.event.at >= before) return 0
  return database.asOwner(async (db) => {
    let total = 0
    for (;;) {
      const count = await inTransaction({ db }, (trx) => cutBatch(trx, secrets, before))
      total += count
      if (count < batchMax) return total
    }
  })
}

async function cutBatch(trx: Transaction<Tables>, secrets: Secrets, before: string): Promise<number> {
  const start = await lockStart(trx)
  const keys = await findChainKeys(trx, secrets)
  if (keys === undefined) {
    throw new ChainDamagedError('the key of its earlier rows was changed by somebody without the secret')
  }
  if (start === undefined || !isStartProven(keys.present, start)) {
    throw new ChainDamagedError('the start of its chain was changed by somebody without the secret')
  }
  const gone: string[] = []
  let end: ChainEnd = start
  for (const row of await findSealed(trx, start.sequence, batchMax)) {
    const next = checkRow(keys.of(row.sequence), end, row)
    if (typeof next === 'string') throw new ChainDamagedError(`nothing older is removed, since ${next}`)
    if (row.event === null || row.event.at >= before) break
    gone.push(row.eventId)
    end = next
  }
  if (gone.length > 0) await cutBefore(trx, { ...end, mac: startMacOf(keys.present, end) }, gone)
  return gone.length
}

/** Where the chain begins, and cutting off what precedes it. */

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

async function yearsBefore(db: Kysely<Tables>, now: RawBuilder<Date>, years: number): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select to_char((${now} - ${years} * interval '1 year') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at`.execute(
    db,
  )
  return rows[0]?.at ?? ''
}

/** Moves the start to this seal, and deletes it with everything before it. */
async function cutBefore(
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
