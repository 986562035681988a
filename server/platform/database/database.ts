/**
 * The database: embedded or elsewhere, behind one handle, with its tables up to date. No call waits long for a
 * connection, an answer or a lock: it fails with a DatabaseAwayError (pool.ts). A lost connection fails its calls;
 * later calls reconnect.
 */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { hasErrorCode, reasonOf } from '../error-code.ts'
import { callsRole } from '../postgres-embedded/cluster.ts'
import {
  type EmbeddedPostgres,
  reachEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../postgres-embedded/embedded-postgres.ts'
import { telemetry } from '../telemetry.ts'
import { migrate } from './migrate.ts'
import { carefulPool, openPool, poolOf } from './pool.ts'
import type { Tables } from './tables.ts'

/** A cluster run in `dir`, or a server elsewhere; `ownerUrl` names the role that owns the tables. */
export type DatabaseChoice = { kind: 'embedded'; dir: string } | { kind: 'postgres'; url: string; ownerUrl?: string }

export interface Database {
  readonly db: Kysely<Tables>
  /** Works as the role that owns the tables, on a connection of its own; `isLong`: an hour per statement. */
  asOwner<T>(work: (db: Kysely<Tables>) => Promise<T>, isLong?: boolean): Promise<T>
  /** Runs work on a connection of its own, which copies rows; each statement has an hour. */
  copying<T>(work: (db: Kysely<Tables>, copy: Copy) => Promise<T>): Promise<T>
  /** Whether it answers now and takes writes. Concurrent calls share one query. */
  isAlive(): Promise<boolean>
  connections(): { open: number; idle: number; waiting: number }
  /** Waits for calls in progress, then closes the connections and stops an embedded server. */
  close(): Promise<void>
}

/** Copies the lines to a table and its columns, such as `accounts (id)`, in PostgreSQL's text format. */
type Copy = (target: string, lines: AsyncIterable<string>) => Promise<void>

export interface DatabaseEvents {
  onWarning(sentence: string): void
  /** The embedded server is gone for good. */
  onLost(error: Error): void
  ending?: AbortSignal
}

/** How this product names its connections in `pg_stat_activity`. */
export const processNameStart = 'praxidex-'

const connectionsMax = 10

/** Limits for connecting, for a statement and for any answer at all. */
const connectTimeoutMs = 1_000
const statementTimeoutMs = 2_000
const answerTimeoutMs = 3_000

const idleTransactionTimeoutMs = 5_000

const longWorkTimeoutMs = 3_600_000

/** Opens the database and migrates it; throws an Error with one sentence when that fails. */
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

/** Beside a server: connects to its embedded server, or runs it. Throws an Error when there is no database yet. */
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
    async copying(work) {
      const own = openPool({ ...calls, ...config, ...longLimits, max: 1 }, () => {})
      try {
        const client = await own.connect()
        const copy: Copy = (target, lines) =>
          pipeline(Readable.from(lines), client.query(copyFrom(`copy ${target} from stdin`)))
        const one = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: poolOf(client) }) })
        return await work(one, copy).finally(() => client.release(true))
      } finally {
        await own.end()
      }
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
  const traced = telemetry()
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: carefulPool(pool) }),
    ...(traced !== undefined && { log: (event) => traced.query(event) }),
  })
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

function sharing<T>(ask: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined
  return () => {
    pending ??= ask().finally(() => {
      pending = undefined
    })
    return pending
  }
}

const attemptsMax = 4

const pauseMsMax = 20

/**
 * Runs `work` in one transaction, again when the database gave it up for another one (40001, 40P01). `work` must only
 * write to the database. After a DatabaseAwayError the work may be committed.
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
