/** The account an email is about. No foreign key: an email may be written while its account is being deleted. */
import { type Kysely, sql } from 'kysely'

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
