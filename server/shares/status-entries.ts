/**
 * The SQL of status-list entries: bits that outlast the share and the account that they are about, until the
 * attestation expires. An index is random, so that it tells nothing of others.
 */
import { randomInt } from 'node:crypto'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { statusListEntries } from '#contract/limits'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'

interface StatusEntry {
  listNumber: number
  listIndex: number
}

/**
 * Lists from before a restore are revoked whole, since the backup does not know what was revoked after it. Later ones
 * are numbered from the minute of the restore.
 */
const firstList = sql<number>`(select coalesce(max(floor(extract(epoch from restored_at) / 60)), 0)::int from installation)`

/** Tries in a list before the next one: at nine tenths full, five of six shares still find an entry. */
const triesPerList = 16

export async function takeEntry(trx: Transaction<Tables>, expiresAt: RawBuilder<Date>): Promise<StatusEntry> {
  for (let tries = 0; ; tries++) {
    const taken = await trx
      .insertInto('status_entries')
      .values({
        list_number: sql<number>`${firstList} + ${Math.floor(tries / triesPerList)}::int`,
        list_index: randomInt(statusListEntries),
        expires_at: expiresAt,
      })
      .onConflict((conflict) => conflict.columns(['list_number', 'list_index']).doNothing())
      .returning(['list_number as listNumber', 'list_index as listIndex'])
      .executeTakeFirst()
    if (taken !== undefined) return taken
  }
}

export async function revokeEntries(trx: Transaction<Tables>, entries: readonly StatusEntry[]): Promise<void> {
  const [numbers, indexes] = [entries.map(({ listNumber }) => listNumber), entries.map(({ listIndex }) => listIndex)]
  await sql`update status_entries set revoked_at = now() from unnest(${numbers}::int[], ${indexes}::int[]) as ended (n, i)
    where list_number = n and list_index = i`.execute(trx)
}

/** The revoked indexes of a list; undefined past the last list that has entries, which the first one need not. */
export async function findRevoked(db: Kysely<Tables>, listNumber: number): Promise<number[] | 'all' | undefined> {
  const { first } = await db.selectNoFrom(firstList.as('first')).executeTakeFirstOrThrow()
  if (listNumber < first) return 'all'
  const rows = await db
    .selectFrom('status_entries')
    .select('list_index as listIndex')
    .where('list_number', '=', listNumber)
    .where('revoked_at', 'is not', null)
    .execute()
  if (listNumber > first && rows.length === 0 && !(await hasEntries(db, listNumber))) return undefined
  return rows.map(({ listIndex }) => listIndex)
}

async function hasEntries(db: Kysely<Tables>, listNumber: number): Promise<boolean> {
  const query = db.selectFrom('status_entries').select('list_index').where('list_number', '>=', listNumber).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

export async function forgetEntries(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`expires_at < ${now}`
  await deleteInBatches(db, { table: 'status_entries', key: ['list_number', 'list_index'], condition })
}
