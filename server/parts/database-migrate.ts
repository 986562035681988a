/**
 * Brings the tables up to date. Any number of processes may start at once: they take turns by locking one row, which every
 * engine that speaks PostgreSQL's protocol can do, unlike advisory locks. Each turn is all or nothing.
 */
import { Kysely, type MigrationLockOptions, Migrator, PostgresAdapter, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrations } from '../migrations/list.ts'
import { openPool } from './database-pool.ts'
import { reasonOf } from './error-code.ts'

/** Milliseconds that a start waits for a connection, and for the turn of another one to end. */
const turnTimeoutMs = 60_000

/** Migrates, on connections of its own: building an index may take longer than any call may. Throws an Error with one sentence. */
export async function migrate(target: pg.ClientConfig): Promise<void> {
  // One connection holds the lock while the other one works.
  const config = { ...target, max: 2, connectionTimeoutMillis: turnTimeoutMs, lock_timeout: turnTimeoutMs }
  const pool = openPool(config, () => {})
  const db = new Kysely<unknown>({ dialect: new RowLockDialect(pool) })
  try {
    await requireAnswer(pool)
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error, results } = await migrator.migrateToLatest()
    if (error !== undefined) throw failure(error, results?.find(({ status }) => status === 'Error')?.migrationName)
  } finally {
    await db.destroy()
  }
}

async function requireAnswer(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    throw new Error(`The database cannot be reached: ${reasonOf(error)}. Check DATABASE_URL.`, { cause: error })
  }
}

function failure(error: unknown, migration = 'none of them'): Error {
  const sentence = `The tables could not be brought up to date (failed: ${migration}): ${reasonOf(error)}.`
  return new Error(sentence, { cause: error })
}

class RowLockDialect extends PostgresDialect {
  private readonly pool: pg.Pool

  constructor(pool: pg.Pool) {
    super({ pool })
    this.pool = pool
  }

  override createAdapter(): PostgresAdapter {
    return new RowLockAdapter(this.pool)
  }
}

class RowLockAdapter extends PostgresAdapter {
  private readonly pool: pg.Pool
  private holder: pg.PoolClient | undefined

  constructor(pool: pg.Pool) {
    super()
    this.pool = pool
  }

  /** Locks the row that the library keeps for this purpose, until the end of a transaction that does nothing else. */
  override async acquireMigrationLock(
    _: Kysely<unknown>,
    { lockTable, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    this.holder = await this.pool.connect()
    await this.holder.query('begin')
    await this.holder.query(`select id from ${pg.escapeIdentifier(lockTable)} where id = $1 for update`, [lockRowId])
  }

  override async releaseMigrationLock(): Promise<void> {
    // Closing the connection ends its transaction, also one that an error has spoilt.
    this.holder?.release(true)
  }
}
