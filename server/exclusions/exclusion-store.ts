/** The SQL of the list of exclusions. A reader sees one whole list, because it reads by one statement. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { ExclusionRow } from './exclusion-row.ts'

const currentId = 'current'

/** Hours after which an unfinished list is left over from a dead program. */
const loadHoursMax = 2

export async function currentList(db: Kysely<Tables>): Promise<{ listDate: string; rows: number } | undefined> {
  const list = await db
    .selectFrom('exclusion_current')
    .innerJoin('exclusion_lists', 'exclusion_lists.id', 'exclusion_current.list_id')
    .select(['list_date', 'rows'])
    .executeTakeFirst()
  return list === undefined ? undefined : { listDate: list.list_date ?? '', rows: list.rows ?? 0 }
}

export interface SoughtPerson {
  npi: string
  /** Folded; an empty name matches nothing. */
  lastName: string
  firstName: string
}

/**
 * The date of the list in force and its rows with this NPI, or with this name and no NPI, those with the NPI first;
 * undefined without a list.
 */
export async function findRows(db: Kysely<Tables>, { npi, lastName, firstName }: SoughtPerson, countMax: number) {
  const rows = await db
    .selectFrom('exclusion_current')
    .innerJoin('exclusion_lists', 'exclusion_lists.id', 'exclusion_current.list_id')
    .leftJoin('exclusions', (join) =>
      join
        .onRef('exclusions.list_id', '=', 'exclusion_current.list_id')
        .on(sql<boolean>`coalesce(exclusions.reinstated_on > to_char(now() at time zone 'UTC', 'YYYY-MM-DD'), true)`)
        .on((on) => {
          const byName = on.and([
            on('last_name', '=', lastName),
            on('first_name', '=', firstName),
            on('npi', 'is', null),
          ])
          return lastName === '' || firstName === '' ? on('npi', '=', npi) : on.or([on('npi', '=', npi), byName])
        }),
    )
    .select(['list_date', 'npi', 'shown_name', 'state', 'type', 'excluded_on', 'waiver_state'])
    .orderBy(sql`npi is null`)
    .orderBy('excluded_on', 'desc')
    .limit(countMax)
    .execute()
  const [first] = rows
  if (first === undefined) return undefined
  const found = rows.flatMap(({ shown_name: name, type, excluded_on: excludedOn, state, waiver_state, ...row }) =>
    name === null || type === null || excludedOn === null
      ? []
      : [{ npi: row.npi, name, type, excludedOn, state, waiverState: waiver_state }],
  )
  return { listDate: first.list_date ?? '', rows: found }
}

export async function beginList(db: Kysely<Tables>, id: string): Promise<void> {
  await db.insertInto('exclusion_lists').values({ id, list_date: null, rows: null }).execute()
}

/** Not visible until `serveList`. */
export async function insertRows(
  db: Kysely<Tables>,
  listId: string,
  rows: readonly (ExclusionRow & { line: number })[],
): Promise<void> {
  const values = rows.map((row) => ({
    list_id: listId,
    line: row.line,
    npi: row.npi,
    last_name: row.lastName,
    first_name: row.firstName,
    shown_name: row.shownName,
    date_of_birth: row.dateOfBirth,
    state: row.state,
    type: row.type,
    excluded_on: row.excludedOn,
    reinstated_on: row.reinstatedOn,
    waiver_state: row.waiverState,
  }))
  await db.insertInto('exclusions').values(values).execute()
}

export async function serveList(
  trx: Transaction<Tables>,
  { id, listDate, rows }: { id: string; listDate: string; rows: number },
): Promise<void> {
  await trx
    .updateTable('exclusion_lists')
    .set({ list_date: listDate, rows, served_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  await trx
    .insertInto('exclusion_current')
    .values({ id: currentId, list_id: id })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ list_id: id }))
    .execute()
}

export async function removeList(db: Kysely<Tables>, id: string): Promise<void> {
  const current = await db.selectFrom('exclusion_current').select('id').where('list_id', '=', id).executeTakeFirst()
  if (current !== undefined) return
  await deleteInBatches(db, { table: 'exclusions', key: ['list_id', 'line'], condition: sql`list_id = ${id}` })
  await db.deleteFrom('exclusion_lists').where('id', '=', id).execute()
}

export async function findOldLists(db: Kysely<Tables>): Promise<string[]> {
  const lists = await db
    .selectFrom('exclusion_lists')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('exclusion_current').select('id').whereRef('list_id', '=', 'exclusion_lists.id'))),
    )
    .where((where) =>
      where.or([
        where('served_at', 'is not', null),
        where('created_at', '<', sql<Date>`now() - ${loadHoursMax} * interval '1 hour'`),
      ]),
    )
    .execute()
  return lists.map(({ id }) => id)
}
