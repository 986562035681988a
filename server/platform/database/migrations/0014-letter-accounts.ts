/**
 * The account that a letter is about, by which the letters of an account that is deleted are found. There is no reference: a letter
 * may be written while its account goes, and that must not fail.
 */
import { type Kysely, sql } from 'kysely'

/** Adds the column, and fills it for letters to, and to be answered to, the address of an account. */
export async function addLetterAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('letters').addColumn('account_id', 'text').execute()
  await sql`update letters set account_id = accounts.id from accounts
    where accounts.email = coalesce(letters.reply_to, letters.recipient)`.execute(db)
  await db.schema
    .createIndex('letters_account')
    .on('letters')
    .column('account_id')
    .where(sql.ref('account_id'), 'is not', null)
    .execute()
}
