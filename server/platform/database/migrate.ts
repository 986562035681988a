/** Migrates all or nothing. Processes take turns by locking a row, which engines without advisory locks can do. */
import {
  DEFAULT_MIGRATION_LOCK_TABLE,
  Kysely,
  MIGRATION_LOCK_ID,
  type MigrationLockOptions,
  Migrator,
  PostgresAdapter,
  PostgresDialect,
} from 'kysely'
import pg from 'pg'
import { isNotTakingConnections, reasonOf } from '../error-code.ts'
import { grantRights, requireDivided } from './grants.ts'
import { migrations } from './migrations/list.ts'
import { askUntilAnswered, databaseWaitMs } from './patience.ts'
import { DatabaseAwayError, openPool } from './pool.ts'

/**
 * Migrates as the owner, without calls' time limits, then grants the role of `calls` its rights. Throws one sentence.
 */
export async function migrate(
  target: pg.ClientConfig,
  calls: { role: string } | { target: pg.ClientConfig } | undefined,
  ending: AbortSignal | undefined,
): Promise<void> {
  const config = { ...target, max: 2, connectionTimeoutMillis: databaseWaitMs, lock_timeout: databaseWaitMs }
  const pool = openPool(config, () => {})
  const db = new Kysely<unknown>({ dialect: new RowLockDialect(pool) })
  try {
    const roleOf = (reached: pg.Pool) => askUntilAnswered(() => askRole(reached), ending)
    const owner = await roleOf(pool)
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error, results } = await migrator.migrateToLatest()
    if (error !== undefined) throw failure(error, results?.find(({ status }) => status === 'Error')?.migrationName)
    const role = calls === undefined ? owner : 'role' in calls ? calls.role : await at(calls.target, roleOf)
    if (role === owner) return
    await grantInTurn(pool, role)
    if (calls !== undefined && 'target' in calls) await at(calls.target, (reached) => requireDivided(reached, owner))
  } finally {
    await db.destroy()
  }
}

/** The role of the connections. Throws a DatabaseAwayError while the server is starting. */
async function askRole(pool: pg.Pool): Promise<string> {
  try {
    const { rows } = await pool.query<{ role: string }>('select current_user as role')
    return rows[0]?.role ?? ''
  } catch (error) {
    if (isNotTakingConnections(error)) throw new DatabaseAwayError(error)
    throw new Error(`The database cannot be reached: ${reasonOf(error)}. Check DATABASE_URL.`, { cause: error })
  }
}

async function at<Result>(target: pg.ClientConfig, work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = openPool({ ...target, max: 1, connectionTimeoutMillis: databaseWaitMs }, () => {})
  return work(pool).finally(() => pool.end())
}

/** Two processes that change rights to one table at once fail, so they take turns. */
async function grantInTurn(pool: pg.Pool, role: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await takeTurn(client, { lockTable: DEFAULT_MIGRATION_LOCK_TABLE, lockRowId: MIGRATION_LOCK_ID })
    await grantRights(client, role)
    await client.query('commit')
  } catch (error) {
    throw new Error(`The rights of ${role} could not be set: ${reasonOf(error)}.`, { cause: error })
  } finally {
    client.release(true)
  }
}

async function takeTurn(client: pg.ClientBase, { lockTable, lockRowId }: { lockTable: string; lockRowId: string }) {
  await client.query(`select id from ${pg.escapeIdentifier(lockTable)} where id = $1 for update`, [lockRowId])
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

  override async acquireMigrationLock(
    _: Kysely<unknown>,
    { lockTable, lockRowId }: MigrationLockOptions,
  ): Promise<void> {
    this.holder = await this.pool.connect()
    await this.holder.query('begin')
    await takeTurn(this.holder, { lockTable, lockRowId })
  }

  override async releaseMigrationLock(): Promise<void> {
    this.holder?.release(true)
  }
}
