/** What checks of the service found: a row a component and day, with bits of the minutes of good and bad checks. */
import { type Kysely, sql } from 'kysely'

export async function addStatusDays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('status_days')
    .addColumn('day', 'date', (column) => column.notNull())
    .addColumn('component', 'text', (column) => column.notNull())
    .addColumn('good', sql`bit(1440)`, (column) => column.notNull())
    .addColumn('bad', sql`bit(1440)`, (column) => column.notNull())
    .addPrimaryKeyConstraint('status_days_pkey', ['day', 'component'])
    .execute()
}
