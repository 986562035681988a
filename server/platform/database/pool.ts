/**
 * The query builder's connections. One whose last answer never came is closed, never reused: the query builder returns
 * connections without saying how the call went, and a late answer would go to the next call.
 */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { reasonOf } from '../error-code.ts'

/** The database does not answer, or not in time; a retry may succeed. The reason is for the log. */
export class DatabaseAwayError extends Error {
  constructor(cause: unknown) {
    super(`The database does not answer: ${reasonOf(cause)}.`, { cause })
    this.name = 'DatabaseAwayError'
  }
}

/** Stopping, starting, full, read-only, or too busy (PostgreSQL, appendix A). */
const awayCodes = /^(08...|25006|53...|57P0[1-5]|57014)$/

/** Connections may be lost at any moment; without these listeners that would end the process. */
export function openPool(config: pg.PoolConfig, onIdleLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', (error) => {
    if (!pool.ending) onIdleLost(error)
  })
  return pool
}

export function carefulPool(pool: pg.Pool): PostgresPool {
  const dropOne = () => pool.connect().then((client) => client.release(true))
  const dropIdle = () => void Promise.allSettled(Array.from({ length: pool.idleCount }, dropOne))
  return {
    end: () => pool.end(),
    async connect() {
      try {
        return new CarefulClient(await pool.connect(), dropIdle)
      } catch (error) {
        throw new DatabaseAwayError(error)
      }
    },
  }
}

/** A pool of one connection, which stays its holder's. */
export function poolOf(client: pg.PoolClient): PostgresPool {
  const careful = Object.assign(new CarefulClient(client, () => {}), { release: () => {} })
  return { end: async () => {}, connect: async () => careful }
}

interface PooledClient extends PostgresPoolClient {
  release(error?: Error): void
}

class CarefulClient implements PostgresPoolClient {
  private readonly client: PooledClient
  private readonly onSilence: () => void
  private lost: DatabaseAwayError | undefined

  constructor(client: PooledClient, onSilence: () => void) {
    this.client = client
    this.onSilence = onSilence
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  query<R>(
    sql: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof sql === 'string') return this.ask(sql, parameters)
    throw new Error('expected a statement as text; got a cursor, which nothing here reads by')
  }

  release(): void {
    this.client.release(this.lost)
  }

  private async ask<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    // A rollback on a connection that is lost would wait as long as the call before it.
    if (this.lost !== undefined) throw this.lost
    try {
      return await this.client.query<R>(sql, parameters)
    } catch (error) {
      if (!isAway(error)) throw error
      const away = new DatabaseAwayError(error)
      // FATAL and PANIC are a server's last word; after ERROR it goes on to answer.
      if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') this.lost = away
      // What silenced this connection has silenced the idle ones on the same network path.
      if (!(error instanceof pg.DatabaseError)) this.onSilence()
      throw away
    }
  }
}

/** The client library's own mistakes have kinds of their own (TypeError …); lost connections are plain errors. */
function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return awayCodes.test(error.code ?? '')
  return error instanceof Error && error.name === 'Error'
}
