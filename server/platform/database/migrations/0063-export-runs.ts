/** The number of an export's run, which is never given twice: `attempts` goes back where a run does not count. */
import type { Kysely } from 'kysely'

export async function addExportRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('exports')
    .addColumn('run', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
