/** Proof of an address has two halves (docs/decisions/0043-proof-of-an-address.md). Earlier verified accounts stay. */
import { type Kysely, sql } from 'kysely'

export async function addAddressProofs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('accounts')
    .addColumn('owned_since', 'timestamptz')
    .addColumn('callback_generation', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update accounts set owned_since = email_verified_at where email_verified_at is not null`.execute(db)
  await db.schema.alterTable('email_proofs').addColumn('voided_at', 'timestamptz').execute()
}
