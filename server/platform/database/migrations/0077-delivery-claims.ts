/** Until when a delivery is being made: it names the try, and what is sent again meanwhile waits for its end. */
import type { Kysely } from 'kysely'

export async function addDeliveryClaims(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('webhook_deliveries').addColumn('claimed_until', 'timestamptz').execute()
}
