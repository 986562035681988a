import type { Kysely } from 'kysely'

/** Whether an account gets emails about its quota. */
export async function addQuotaEmails(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('is_emailed_on_quota', 'boolean', (column) => column.notNull().defaultTo(true))
    .execute()
}
