/**
 * Brings the tables up to date. Any number of processes may start at once: they take turns by locking one row, which every
 * engine that speaks PostgreSQL's protocol can do, unlike advisory locks.
 */
import { type Kysely, type MigrationLockOptions, Migrator, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import { migrations } from '../migrations/list.ts'
import { reasonOf } from './error-code.ts'

/** The dialect to migrate with. */
export class RowLockDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new RowLockAdapter()
  }
}

class RowLockAdapter extends PostgresAdapter {
  /** Runs in the transaction of the migrations, whose end frees the row. */
  override async acquireMigrationLock(db: Kysely<unknown>, { lockTable, lockRowId }: MigrationLockOptions) {
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db)
  }

  override async releaseMigrationLock() {}
}

/** Runs what has not run yet, all of it or nothing; throws an Error that names the migration that failed. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find(({ status }) => status === 'Error')?.migrationName ?? 'all of them'
  throw new Error(`The tables could not be brought up to date (migration: ${failed}): ${reasonOf(error)}.`, {
    cause: error,
  })
}
