/** Finds out at start whether the secret is the one that this database was made with. */
import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './database-tables.ts'
import type { Secrets } from './secrets.ts'

const rowId = 'only'
const checkText = 'the secret of this installation'

/**
 * Throws an Error with one sentence when the stored API keys belong to another secret: going on would refuse every one of
 * them. The first start on a database stores what later ones are compared with.
 */
export async function checkSecretFits({ db }: Database, secrets: Secrets): Promise<void> {
  const own = secrets.lookupHash(checkText)
  await db
    .insertInto('installation')
    .values({ id: rowId, secret_check: own })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  if (!(await isSecretOf(db, secrets))) {
    throw new Error(
      'The secret (SECRET_KEY, else secret.key in the data folder) is not the one this database was made with: set or restore that one.',
    )
  }
}

/** Whether the database was made with this secret; false when nothing in it tells. */
export async function isSecretOf(db: Kysely<Tables>, secrets: Secrets): Promise<boolean> {
  const row = await db.selectFrom('installation').select('secret_check').where('id', '=', rowId).executeTakeFirst()
  return row?.secret_check.equals(secrets.lookupHash(checkText)) === true
}
