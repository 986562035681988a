/** Checks at start that the secret is the one this database was made with. */
import type { Kysely } from 'kysely'
import type { Database } from './database/database.ts'
import type { Tables } from './database/tables.ts'
import type { Secrets } from './secrets.ts'

const rowId = 'only'
const checkText = 'the secret of this installation'

/**
 * Throws an Error with one sentence when the database belongs to an unknown secret: every API key would be refused. The
 * first start stores what later ones compare. Answers whether re-sealing is due.
 */
export async function checkSecretFits({ db }: Pick<Database, 'db'>, secrets: Secrets): Promise<boolean> {
  const own = secrets.lookupHash(checkText)
  await db
    .insertInto('installation')
    .values({ id: rowId, secret_check: own })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const place = await placeOfSecret(db, secrets)
  if (place === undefined) {
    throw new Error(
      'The secret (SECRET_KEY, else secret.key in the data folder) is not the one this database was made with: set or restore that one, or name it in SECRET_KEY_PREVIOUS.',
    )
  }
  return place > 0
}

/** Index of the secret, 0 for the present one; undefined when none fits or nothing tells. */
export async function placeOfSecret(db: Kysely<Tables>, secrets: Secrets): Promise<number | undefined> {
  const row = await db.selectFrom('installation').select('secret_check').where('id', '=', rowId).executeTakeFirst()
  if (row === undefined) return undefined
  const place = secrets.lookupHashes(checkText).findIndex((hash) => hash.equals(row.secret_check))
  return place === -1 ? undefined : place
}

/** Needs the role that owns the tables. */
export async function noteSecret(db: Kysely<Tables>, secrets: Secrets): Promise<void> {
  await db
    .updateTable('installation')
    .set({ secret_check: secrets.lookupHash(checkText) })
    .where('id', '=', rowId)
    .execute()
}
