/**
 * The database: an embedded PostgreSQL or one that runs elsewhere, behind the same handle, with its tables up to date. It
 * promises that no call waits for long: for a connection, for an answer or for a lock there is a limit, past which the call
 * fails with a DatabaseAwayError (database-pool.ts). It fails to open with one sentence; while open, a connection that is lost
 * or silent fails the calls on it, and later ones connect anew.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { hasErrorCode, reasonOf } from '../error-code.ts'
import { callsRole } from '../postgres-embedded/cluster.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres-embedded/embedded-postgres.ts'
import { reachEmbeddedPostgres } from '../postgres-embedded/reach.ts'
import { migrate } from './migrate.ts'
import { carefulPool, openPool } from './pool.ts'
import type { Tables } from './tables.ts'

/** A cluster this process runs itself in `dir`, or one that runs elsewhere; `ownerUrl` names the role that owns the tables. */
export type DatabaseChoice = { kind: 'embedded'; dir: string } | { kind: 'postgres'; url: string; ownerUrl?: string }

export interface Database {
  readonly db: Kysely<Tables>
  /**
   * Does work as the role that owns the tables, which may more than calls may (database-grants.ts), on a connection of its own that
   * is closed afterwards. Work that `isLong` has an hour for each statement instead of what a call has.
   */
  asOwner<T>(work: (db: Kysely<Tables>) => Promise<T>, isLong?: boolean): Promise<T>
  /** Whether it answers now and takes writes. Calls at the same time share one question. */
  isAlive(): Promise<boolean>
  /** The connections of this process, and how many calls wait for one. */
  connections(): { open: number; idle: number; waiting: number }
  /** Waits for the calls under way, then closes the connections and stops an embedded server. */
  close(): Promise<void>
}

export interface DatabaseEvents {
  /** Something the operator should read in the log; the database goes on. */
  onWarning(sentence: string): void
  /** The embedded server is gone for good. */
  onLost(error: Error): void
  /** Ends a wait for a server that does not take connections yet. */
  ending?: AbortSignal
}

/** With what the names of this product's processes begin, as the database lists them. */
export const processNameStart = 'praxidex-'

/** Connections of one process. */
const connectionsMax = 10

/** Milliseconds that a call waits for a connection, that a statement may run, and that we wait for any answer at all. */
const connectTimeoutMs = 1_000
const statementTimeoutMs = 2_000
const answerTimeoutMs = 3_000

/** Milliseconds after which a transaction that nobody goes on with is ended. */
const idleTransactionTimeoutMs = 5_000

/** Milliseconds for a statement, its answer and the pause after it where whole tables are read and written, which nobody waits for. */
const longWorkTimeoutMs = 3_600_000

/** Opens the database and brings its tables up to date; throws an Error with one sentence when that cannot be. */
export async function openDatabase(choice: DatabaseChoice, events: DatabaseEvents): Promise<Database> {
  if (choice.kind === 'postgres') return openElsewhere(choice, events)
  const { onWarning, onLost, ending } = events
  const server = await startEmbeddedPostgres(choice.dir, { onRestart: onWarning, onLost, ending })
  try {
    return await openEmbedded(server.connection, events, () => server.stop())
  } catch (error) {
    await server.stop()
    throw error
  }
}

/**
 * Opens the database for a program that may run beside the server: an embedded one is reached through the process that runs it,
 * and run by this one when nobody does. Throws an Error with one sentence when there is none yet.
 */
export async function openDatabaseBeside(choice: DatabaseChoice, events: DatabaseEvents): Promise<Database> {
  const running = choice.kind === 'embedded' ? await reachEmbeddedPostgres(choice.dir) : undefined
  if (running === undefined) return openDatabase(choice, events)
  try {
    return await openEmbedded(running.connection, events, async () => running.leave())
  } catch (error) {
    running.leave()
    throw error
  }
}

/** A database of another server: with one role for everything, or with one that owns the tables and one that serves calls. */
async function openElsewhere(
  { url, ownerUrl }: Extract<DatabaseChoice, { kind: 'postgres' }>,
  events: DatabaseEvents,
): Promise<Database> {
  const calls = { connectionString: url }
  const owner = ownerUrl === undefined ? calls : { connectionString: ownerUrl }
  await migrate(owner, ownerUrl === undefined ? undefined : { target: calls }, events.ending)
  return connect({ calls, owner }, events, async () => {})
}

async function openEmbedded(
  connection: EmbeddedPostgres['connection'],
  events: DatabaseEvents,
  stop: () => Promise<void>,
): Promise<Database> {
  const owner = { ...connection, ssl: false }
  await migrate(owner, { role: callsRole }, events.ending)
  return connect({ owner, calls: { ...owner, user: callsRole } }, events, stop)
}

function connect(
  { calls, owner }: { calls: pg.ClientConfig; owner: pg.ClientConfig },
  events: DatabaseEvents,
  stop: () => Promise<void>,
): Database {
  const config = {
    max: connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: answerTimeoutMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
    keepAlive: true,
    // Names the process, so that others on the same database are seen (check-database.ts).
    application_name: `${processNameStart}${randomUUID()}`,
  }
  const pool = openPool({ ...calls, ...config }, (error) => {
    events.onWarning(`A connection to the database was lost: ${reasonOf(error)}.`)
  })
  const db = kyselyOver(pool)
  return {
    db,
    async asOwner(work, isLong = false) {
      const own = kyselyOver(openPool({ ...owner, ...config, max: 1, ...(isLong && longLimits) }, () => {}))
      return work(own).finally(() => own.destroy())
    },
    isAlive: sharing(() => answers(db)),
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => db.destroy().finally(stop),
  }
}

const longLimits = {
  statement_timeout: longWorkTimeoutMs,
  query_timeout: longWorkTimeoutMs,
  idle_in_transaction_session_timeout: longWorkTimeoutMs,
}

function kyselyOver(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: carefulPool(pool) }) })
}

async function answers(db: Kysely<Tables>): Promise<boolean> {
  try {
    const { rows } = await sql<{ isWritable: boolean }>`
      select current_setting('transaction_read_only') = 'off' as "isWritable"`.execute(db)
    return rows[0]?.isWritable === true
  } catch {
    return false
  }
}

/** Callers that come while an answer is on its way get the same one. */
function sharing<T>(ask: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () => {
    pending ??= ask().finally(() => {
      pending = undefined
    })
    return pending
  }
}

/** How often a transaction is tried that lost against another one. */
const attemptsMax = 4

/** Milliseconds before the next attempt, at most; twice as long before each further one. */
const pauseMsMax = 20

/**
 * Runs `work` in one transaction, again when the engine gave it up for another transaction (40001, 40P01), as engines spread
 * over several machines do. Those that lost together wait differently long, so that they do not meet again. `work` must
 * do nothing but write to the database. A DatabaseAwayError at the end may mean that the work was done all the same.
 */
export async function inTransaction<T>(
  { db }: Pick<Database, 'db'>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      const isLost = hasErrorCode(error, '40001') || hasErrorCode(error, '40P01')
      if (!isLost || attempt === attemptsMax) throw error
      await wait(Math.random() * pauseMsMax * 2 ** (attempt - 1))
    }
  }
}
