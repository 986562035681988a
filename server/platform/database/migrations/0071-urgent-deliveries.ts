/** Deliveries that the owner of an endpoint waits for are made before others. */
import { type Kysely, sql } from 'kysely'

export async function addUrgentDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('webhook_deliveries')
    .addColumn('is_urgent', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute()
  await sql`create index webhook_deliveries_urgent on webhook_deliveries (account_id, webhook_id)
    where state = 'waiting' and is_urgent`.execute(db)
}
