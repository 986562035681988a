/** The SQL of watching: how far it has come, and what is known of each provider. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { Facts } from './facts.ts'

export interface Progress {
  source: string
  done: number
  doing: number | null
  npi: number
}

/** By the names of versions; the number is that of this machine's file of changes. */
export interface RegistryProgress {
  done: number
  doneVersion: string | null
  doingVersion: string | null
  npi: number
}

/** The row of the registry is the lock: who holds it works, in one transaction. `held` where another process does. */
export async function claimProgress(trx: Transaction<Tables>): Promise<Progress[] | 'new' | 'held'> {
  const { rows } =
    await sql`select from watch_progress where source = ${registrySource} for update skip locked`.execute(trx)
  const all = await trx.selectFrom('watch_progress').selectAll().execute()
  if (rows.length > 0) return all.map(({ npi, ...row }) => ({ ...row, npi: Number(npi) }))
  return all.some(({ source }) => source === registrySource) ? 'held' : 'new'
}

export const registrySource = 'registry'

/** How far the standings of providers were renewed after a gap; there is a row only meanwhile. */
export const standingsSource = 'standings'

/** Where watching begins: nothing before counts as a change. */
export async function beginProgress(
  trx: Transaction<Tables>,
  sources: readonly { source: string; done: number; done_version: string | null }[],
): Promise<void> {
  await trx
    .insertInto('watch_progress')
    .values([...sources])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function saveProgress(
  trx: Transaction<Tables>,
  { source, done, doing, npi }: { source: string; done: number; doing: number | null; npi: number },
): Promise<void> {
  await trx
    .insertInto('watch_progress')
    .values({ source, done, doing, npi })
    .onConflict((conflict) => conflict.column('source').doUpdateSet({ done, doing, npi }))
    .execute()
}

export async function findRegistryProgress(trx: Transaction<Tables>): Promise<RegistryProgress | undefined> {
  const row = await trx
    .selectFrom('watch_progress')
    .select(['done', 'done_version as doneVersion', 'doing_version as doingVersion', 'npi'])
    .where('source', '=', registrySource)
    .executeTakeFirst()
  return row && { ...row, npi: Number(row.npi) }
}

export async function saveRegistryProgress(
  trx: Transaction<Tables>,
  { done, doneVersion, doingVersion, npi }: RegistryProgress,
): Promise<void> {
  await trx
    .updateTable('watch_progress')
    .set({ done, done_version: doneVersion, doing_version: doingVersion, npi })
    .where('source', '=', registrySource)
    .execute()
}

export async function dropProgress(trx: Transaction<Tables>, source: string): Promise<void> {
  await trx.deleteFrom('watch_progress').where('source', '=', source).execute()
}

/** Those among them that are on rosters, with the standing they had last. */
export async function watchedAmong(
  trx: Transaction<Tables>,
  npis: readonly number[],
): Promise<ReadonlyMap<number, Standing>> {
  const rows = await trx
    .selectFrom('watched_providers')
    .select(['npi', 'standing'])
    .where(sql<boolean>`npi = any(${npis}::bigint[])`)
    .execute()
  return new Map(rows.map(({ npi, standing }) => [Number(npi), standing]))
}

type Standing = Tables['watched_providers']['standing']

export async function setStandings(
  trx: Transaction<Tables>,
  providers: readonly { npi: number; standing: Standing }[],
): Promise<void> {
  if (providers.length === 0) return
  await sql`update watched_providers set standing = rows.standing
    from jsonb_to_recordset(${JSON.stringify(providers)}::jsonb) as rows (npi bigint, standing text)
    where watched_providers.npi = rows.npi and watched_providers.standing <> rows.standing`.execute(trx)
}

/** NPIs that were compared, in order after one, locked. */
export function lockCompared(trx: Transaction<Tables>, after: number, limit: number): Promise<number[]> {
  return lockProviders(trx, sql`npi > ${after} and is_compared`, sql`npi`, limit)
}

export function lockNew(trx: Transaction<Tables>, limit: number): Promise<number[]> {
  return lockProviders(trx, sql`not is_compared`, sql`npi`, limit)
}

/** Those to look at again on a day, yyyy-mm-dd. */
export function lockDue(trx: Transaction<Tables>, today: string, limit: number): Promise<number[]> {
  return lockProviders(trx, sql`notice_due_on <= ${today}::date`, sql`notice_due_on`, limit)
}

async function lockProviders(
  trx: Transaction<Tables>,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ npi: string }>`select npi from watched_providers where ${condition}
    order by ${order} limit ${limit} for update`.execute(trx)
  return rows.map(({ npi }) => Number(npi))
}

export interface ListFacts {
  npi: number
  list: string
  facts: Facts
}

/** Of all lists, or of one. */
export async function findFacts(db: Kysely<Tables>, npis: readonly number[], list?: string): Promise<ListFacts[]> {
  const rows = await db
    .selectFrom('watched_facts')
    .select(['npi', 'list'])
    // Only this file writes them.
    .select(sql<Facts>`facts`.as('facts'))
    .where(sql<boolean>`npi = any(${npis}::bigint[])`)
    .$if(list !== undefined, (query) => query.where('list', '=', list ?? ''))
    .execute()
  return rows.map((row) => ({ ...row, npi: Number(row.npi) }))
}

export async function saveFacts(trx: Transaction<Tables>, facts: readonly ListFacts[]): Promise<void> {
  if (facts.length === 0) return
  await sql`insert into watched_facts (npi, list, facts)
    select npi, list, facts from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as rows
      (npi bigint, list text, facts jsonb) order by npi
    on conflict (npi, list) do update set facts = excluded.facts`.execute(trx)
}

export async function dropFacts(trx: Transaction<Tables>, list: string, npis: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('watched_facts')
    .where('list', '=', list)
    .where(sql<boolean>`npi = any(${npis}::bigint[])`)
    .execute()
}

export interface Summary {
  npi: number
  isExcluded: boolean
  licenseExpiresOn: string | null
  noticeDueOn: string | null
}

/** From then on they have been compared. */
export async function saveSummaries(trx: Transaction<Tables>, summaries: readonly Summary[]): Promise<void> {
  if (summaries.length === 0) return
  await sql`update watched_providers set is_compared = true, is_excluded = rows."isExcluded",
      license_expires_on = rows."licenseExpiresOn", notice_due_on = rows."noticeDueOn"
    from jsonb_to_recordset(${JSON.stringify(summaries)}::jsonb) as rows
      (npi bigint, "isExcluded" boolean, "licenseExpiresOn" date, "noticeDueOn" date)
    where watched_providers.npi = rows.npi`.execute(trx)
}
