/**
 * The connections to the database, as the query builder uses them. A connection whose last answer never came is closed, never
 * used again: the query builder gives connections back without saying how the call on it went, and the server's late answer, or
 * a network that swallows everything, would meet the next caller. Whatever means that the database does not answer is thrown as
 * DatabaseAwayError; what the database itself refuses stays the error it is.
 */
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { reasonOf } from '../error-code.ts'

/** The database does not answer, or not in time: the call may be repeated later. The reason is for the log. */
export class DatabaseAwayError extends Error {
  constructor(cause: unknown) {
    super(`The database does not answer: ${reasonOf(cause)}.`, { cause })
    this.name = 'DatabaseAwayError'
  }
}

/** What the server says when it is stopping, starting, full, a copy that takes no writes, or too busy to end a statement in time (PostgreSQL, appendix A). */
const awayCodes = /^(08...|25006|53...|57P0[1-5]|57014)$/

/**
 * Makes a pool whose connections may be lost at any moment: one that is lost while it is in use fails the call on it, and one
 * that lies idle is told to `onIdleLost`. Without listeners for both, either would end the process.
 */
export function openPool(config: pg.PoolConfig, onIdleLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('connect', (client) => client.on('error', () => {}))
  // The pool forgets its connections before they are closed, so a server that stops then may still say so on them.
  pool.on('error', (error) => {
    if (!pool.ending) onIdleLost(error)
  })
  return pool
}

/** The pool for the query builder. It rests on `pool`, which it ends when it is ended. */
export function carefulPool(pool: pg.Pool): PostgresPool {
  const dropIdle = () => void Promise.allSettled(Array.from({ length: pool.idleCount }, () => dropOne(pool)))
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

async function dropOne(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  client.release(true)
}

/** A connection taken from the pool: given back with an error it is closed. */
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
      // The server ends the connection with its last word; one that says ERROR goes on to answer.
      if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') this.lost = away
      // The idle connections go the same way, so what silenced this one has silenced them: each would cost a call its time.
      if (!(error instanceof pg.DatabaseError)) this.onSilence()
      throw away
    }
  }
}

/** The client library's own mistakes have kinds of their own (TypeError …); lost and silent connections are plain errors. */
function isAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return awayCodes.test(error.code ?? '')
  return error instanceof Error && error.name === 'Error'
}
