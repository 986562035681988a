/** The list of excluded providers (OIG). A new list is loaded beside the current one, then becomes current. */
import { type Kysely, sql } from 'kysely'

export async function addExclusions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('exclusion_lists')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('list_date', 'text')
    .addColumn('rows', 'integer')
    .addColumn('served_at', 'timestamptz')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute()

  await db.schema
    .createTable('exclusion_current')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('list_id', 'text', (column) => column.notNull().references('exclusion_lists.id'))
    .execute()

  await db.schema
    .createTable('exclusions')
    .addColumn('list_id', 'text', (column) => column.notNull().references('exclusion_lists.id'))
    .addColumn('line', 'integer', (column) => column.notNull())
    .addColumn('npi', 'text')
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('shown_name', 'text', (column) => column.notNull())
    .addColumn('date_of_birth', 'text')
    .addColumn('state', 'text')
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('excluded_on', 'text', (column) => column.notNull())
    .addColumn('reinstated_on', 'text')
    .addColumn('waiver_state', 'text')
    .addPrimaryKeyConstraint('exclusions_pkey', ['list_id', 'line'])
    .execute()
  await db.schema.createIndex('exclusions_npi').on('exclusions').columns(['npi', 'list_id']).execute()
  await db.schema
    .createIndex('exclusions_name')
    .on('exclusions')
    .columns(['last_name', 'first_name', 'list_id'])
    .execute()
}
