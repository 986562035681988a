/**
 * Queues in the database: each due row is a job, done at least once and never by two processes at a time. A claim locks
 * rows, skips rows that others lock, and holds them by a lease or in the work's transaction. After its lease another
 * process may claim a job. All times are the database's.
 */
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { telemetry } from '../platform/telemetry.ts'
import { secondsFromNow } from '../platform/times.ts'

type Table =
  | 'letters'
  | 'webhook_deliveries'
  | 'customer_changes'
  | 'reset_requests'
  | 'verifications'
  | 'sample_verifications'
  | 'source_rechecks'
  | 'exports'
type RetryTable = 'letters'
type Db = Kysely<Tables>

export interface Queue<T extends Table, Extra = unknown> {
  table: T
  key: readonly (keyof Selectable<Tables[T]> & string)[]
  isDue: RawBuilder<unknown>
  orderBy: RawBuilder<unknown>
  /** Set by a claim, so that no other process claims the row; or the row is deleted. */
  onClaim: RawBuilder<unknown> | 'delete'
  extra?: RawBuilder<Extra>
}

export type Job<T extends Table, Extra = unknown> = Selectable<Tables[T]> & Extra

/** Takes up to `countMax` due jobs that no other process holds; answers their rows, and `extra`. */
export async function claim<T extends Table, Extra>(
  db: Db,
  { table, key, isDue, orderBy, onClaim, extra }: Queue<T, Extra>,
  countMax: number,
): Promise<Job<T, Extra>[]> {
  const [from, columns] = [sql.table(table), sql.join(key.map((column) => sql.ref(column)))]
  const due = sql`with due as (
    select ${columns} from ${from} where ${isDue} order by ${orderBy} limit ${countMax} for update skip locked)`
  const isSame = sql.join(
    key.map((column) => sql`${sql.ref(`${table}.${column}`)} = ${sql.ref(`due.${column}`)}`),
    sql` and `,
  )
  const answer = sql`${from}.*${extra === undefined ? sql`` : sql`, ${extra}`}`
  const statement =
    onClaim === 'delete'
      ? sql<Job<T, Extra>>`${due} delete from ${from} using due where ${isSame} returning ${answer}`
      : sql<Job<T, Extra>>`${due} update ${from} set ${onClaim} from due where ${isSame} returning ${answer}`
  const { rows } = await statement.execute(db)
  telemetry()?.noteWork(rows.length)
  return rows
}

/** For `onClaim`: due again after this many seconds, unless the job is settled before. */
export function leased(
  seconds: number | RawBuilder<number>,
  { dueAt = 'due_at', attempts = 'attempts' } = {},
): RawBuilder<unknown> {
  return sql`${sql.ref(dueAt)} = ${secondsFromNow(seconds)}, ${sql.ref(attempts)} = ${sql.ref(attempts)} + 1`
}

/** Jobs are tried again after pauses that double, then given up and kept to be seen. */
export interface RetryQueue<T extends RetryTable> extends Queue<T, Age> {
  pauseSecondsMin: number
  pauseSecondsMax: number
  triedSeconds: number
  onGiveUp?: RawBuilder<unknown>
  /** For the log; nothing personal. */
  givenUp(job: Job<T, Age>, reason: string): string
}

interface Age {
  age_seconds: number
  attempts: number
}

export type RetryJob<T extends RetryTable> = Job<T, Age>

export type Outcome = { kind: 'done' } | { kind: 'failed'; reason: string } | { kind: 'refused'; reason: string }

export function retryQueue<T extends RetryTable>({
  leaseSeconds,
  ...queue
}: Omit<RetryQueue<T>, 'isDue' | 'orderBy' | 'onClaim' | 'extra'> & { leaseSeconds: number }): RetryQueue<T> {
  return {
    ...queue,
    isDue: sql`given_up_at is null and due_at <= now()`,
    orderBy: sql`due_at`,
    onClaim: leased(leaseSeconds),
    extra: sql<Age>`extract(epoch from now() - created_at)::float8 as age_seconds`,
  }
}

/** Deletes a job that is done, postpones one that failed, or gives it up with a warning. */
export async function settle<T extends RetryTable>(
  { db, warn }: { db: Db; warn: (sentence: string) => void },
  queue: RetryQueue<T>,
  job: RetryJob<T>,
  outcome: Outcome,
): Promise<void> {
  const from = sql.table(queue.table)
  const isJob = sql.join(
    queue.key.map((column) => sql`${sql.ref(column)} = ${job[column]}`),
    sql` and `,
  )
  if (outcome.kind === 'done') {
    await sql`delete from ${from} where ${isJob}`.execute(db)
  } else if (outcome.kind === 'refused' || job.age_seconds > queue.triedSeconds) {
    warn(queue.givenUp(job, outcome.reason))
    const also = queue.onGiveUp === undefined ? sql`` : sql`, ${queue.onGiveUp}`
    await sql`update ${from} set given_up_at = now()${also} where ${isJob}`.execute(db)
  } else {
    const pause = Math.min(queue.pauseSecondsMax, queue.pauseSecondsMin * 2 ** (job.attempts - 1))
    await sql`update ${from} set due_at = ${secondsFromNow(pause)} where ${isJob}`.execute(db)
  }
}
