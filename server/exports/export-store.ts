/** The SQL of exports. Owners are an account and a mode, so that test and live keys never see each other's. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { ExportStatus } from '#contract/bulk-endpoints'
import type { KeyMode } from '#contract/key-modes'
import { exportKeptHours } from '#contract/limits'
import type { Filters, Resource } from '#registry/search/query'
import { claim, type Job, leased, type Queue } from '../jobs/queue.ts'
import type { ExportTables } from '../platform/database/export-tables.ts'
import type { Tables } from '../platform/database/tables.ts'
import { secondsFromNow } from '../platform/times.ts'
import type { ExportRun } from './export-files.ts'

export interface Owner {
  accountId: string
  mode: KeyMode
}

/** Another process takes an export over when the one that makes it has been silent for so long. */
const leaseSeconds = 60

const isUnderWay = sql<boolean>`status in ('queued', 'running')`
const isListed = sql<boolean>`status <> 'canceled' and (expires_at is null or expires_at > now())`

export interface NewExport extends Owner {
  id: string
  resource: Resource
  query: string
  filters: Filters
  format: ExportTables['exports']['format']
  fields: readonly string[] | null
  rows: number
  calls: number
  periodStart: Date | null
}

/** Against others that count; calls may be metered meanwhile, which refer to the account. */
export async function lockOwner(trx: Transaction<Tables>, { accountId }: Owner): Promise<void> {
  await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirstOrThrow()
}

export async function insertExport(trx: Transaction<Tables>, made: NewExport): Promise<void> {
  await trx
    .insertInto('exports')
    .values({
      id: made.id,
      account_id: made.accountId,
      mode: made.mode,
      resource: made.resource,
      query: made.query,
      filters: JSON.stringify(made.filters),
      format: made.format,
      fields: made.fields === null ? null : JSON.stringify(made.fields),
      rows_total: made.rows,
      calls: made.calls,
      period_start: made.periodStart,
    })
    .execute()
}

function exportsOf(db: Kysely<Tables>, { accountId, mode }: Owner) {
  return db.selectFrom('exports').where('account_id', '=', accountId).where('mode', '=', mode).where(isListed)
}

export async function countExports(db: Kysely<Tables>, owner: Owner) {
  return exportsOf(db, owner)
    .select([
      sql<number>`count(*)::float8`.as('all'),
      sql<number>`count(*) filter (where ${isUnderWay})::float8`.as('underWay'),
    ])
    .executeTakeFirstOrThrow()
}

const shownColumns = [
  'id',
  'account_id as accountId',
  'resource',
  'query',
  'format',
  'fields',
  'status',
  'run',
  'calls',
  'version',
  'reason',
  'rows_total as rows',
  'rows_written as rowsWritten',
  'created_at as createdAt',
  'finished_at as finishedAt',
  'expires_at as expiresAt',
  sql<number>`bytes::float8`.as('bytes'),
] as const

export type ExportRow = Awaited<ReturnType<typeof findExports>>[number]

/** The newest first, or that of the id. */
export async function findExports(db: Kysely<Tables>, owner: Owner, id?: string) {
  return exportsOf(db, owner)
    .select(shownColumns)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy('id', 'desc')
    .execute()
}

/** For who has the link. */
export async function findFile(db: Kysely<Tables>, id: string) {
  return db
    .selectFrom('exports')
    .select(shownColumns)
    .where('id', '=', id)
    .where('status', '=', 'done')
    .where('account_id', 'is not', null)
    .where(isListed)
    .executeTakeFirst()
}

/** What it was, canceled where it had not ended, and the calls to give back; undefined where there is none. */
export async function cancel(trx: Transaction<Tables>, owner: Owner, id: string) {
  const found = await exportsOf(trx, owner)
    .select(['status', 'calls', 'period_start as periodStart'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) return undefined
  const hasEnded = found.status === 'done' || found.status === 'failed'
  await trx
    .updateTable('exports')
    .set({ status: 'canceled', finished_at: sql<Date>`now()`, ...(!hasEnded && { calls: 0 }) })
    // The process that makes it lets go of it first.
    .set(found.status === 'running' ? {} : { due_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  return hasEnded ? { ...found, calls: 0 } : { ...found, status: 'canceled' as const }
}

export type ExportJob = Job<'exports'>

const queue: Queue<'exports'> = {
  table: 'exports',
  key: ['id'],
  isDue: sql`${isUnderWay} and due_at <= now() and account_id is not null`,
  // A small one does not wait for the whole country.
  orderBy: sql`rows_total, created_at`,
  onClaim: sql`status = 'running', run = run + 1, ${leased(leaseSeconds)}`,
}

export async function claimExport(db: Kysely<Tables>): Promise<ExportJob | undefined> {
  const [job] = await claim(db, queue, 1)
  return job
}

interface Progress {
  rows: number
  bytes: number
  /** No higher number is written before this is on record again. */
  parts: number
}

/** Whether the run is to go on: false once it was canceled, its account is deleted, or another process has it. */
export async function noteProgress(
  db: Kysely<Tables>,
  run: ExportRun,
  { rows, bytes, parts }: Progress,
  version: string,
): Promise<boolean> {
  const { numUpdatedRows } = await ofRun(db, run)
    .set({ rows_written: rows, bytes, parts: most(parts), version, due_at: secondsFromNow(leaseSeconds) })
    .where('account_id', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether it is this run's: false where `noteProgress` would answer false. */
export async function noteDone(db: Kysely<Tables>, run: ExportRun, { rows, bytes, parts }: Progress): Promise<boolean> {
  const { numUpdatedRows } = await ofRun(db, run)
    .set({ status: 'done', rows_written: rows, bytes, parts: run.run === 1 ? parts : most(parts), ...ended })
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const ended = {
  finished_at: sql<Date>`now()`,
  due_at: sql<Date>`now()`,
  expires_at: sql<Date>`now() + ${exportKeptHours} * interval '1 hour'`,
}

/** A run before may have written more. */
function most(parts: number) {
  return sql<number>`greatest(parts, ${parts})`
}

/** Gives it back for another run. One that was ended from outside does not count; one that did not begin is none. */
export async function noteUndone(
  db: Kysely<Tables>,
  run: ExportRun,
  { isCounted, pauseSeconds, hasBegun = true }: { isCounted: boolean; pauseSeconds: number; hasBegun?: boolean },
): Promise<void> {
  const attempts = sql<number>`attempts - ${isCounted ? 0 : 1}`
  const last = run.run - (hasBegun ? 0 : 1)
  await ofRun(db, run)
    .set({ status: 'queued', rows_written: 0, bytes: 0, attempts, run: last, due_at: secondsFromNow(pauseSeconds) })
    .executeTakeFirst()
}

/** The most parts that a run of it may have written; undefined where it is not this run's. */
export async function noteFailed(
  trx: Transaction<Tables>,
  run: ExportRun,
  reason: string,
): Promise<number | undefined> {
  const failed = await ofRun(trx, run)
    .set({ status: 'failed', reason, calls: 0, ...ended })
    .returning('parts')
    .executeTakeFirst()
  return failed?.parts
}

/** Lets go of one that was canceled, so that its files are removed. */
export async function release(db: Kysely<Tables>, { id, run }: ExportRun): Promise<void> {
  await db
    .updateTable('exports')
    .set({ due_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('run', '=', run)
    .where(sql<boolean>`not ${isUnderWay} or account_id is null`)
    .execute()
}

function ofRun(db: Kysely<Tables>, { id, run }: ExportRun) {
  return db
    .updateTable('exports')
    .where('id', '=', id)
    .where('run', '=', run)
    .where('status', '=', 'running' satisfies ExportStatus)
}

/** Those whose files may go, and the most parts that a run of theirs has. */
export async function findPast(db: Kysely<Tables>, countMax: number) {
  return db
    .selectFrom('exports')
    .select(['id', 'run', 'parts'])
    .where('due_at', '<=', sql<Date>`now()`)
    .where(sql<boolean>`(account_id is null or status = 'canceled' or expires_at <= now())`)
    .limit(countMax)
    .execute()
}

export async function deleteExport(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('exports').where('id', '=', id).execute()
}
