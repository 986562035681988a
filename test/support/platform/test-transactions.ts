/** Databases for tests whose transactions go wrong in a way that no real one does when asked to. */
import type { Transaction } from 'kysely'
import type { Database } from '../../../server/platform/database/database.ts'
import type { Tables } from '../../../server/platform/database/tables.ts'

type Work = (trx: Transaction<Tables>) => Promise<unknown>

/** The same database, whose transactions are run by `run`; it gets the work and what runs it as it should be. */
export function withTransactions(
  database: Database,
  run: (work: Work, execute: (work: Work) => Promise<unknown>) => Promise<unknown>,
): Database {
  const execute = (work: Work) => database.db.transaction().execute(work)
  const db = new Proxy(database.db, {
    get(target, name) {
      if (name === 'transaction') return () => ({ execute: (work: Work) => run(work, execute) })
      const value = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { ...database, db }
}
