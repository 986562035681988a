/** Compares verifications with lists that were replaced, at once instead of a minute later. */
import { recheckNext } from '#server/verifications/recheck'
import type { TestServer } from '../test-server.ts'

/** Answers how many batches it took. */
export async function recheckAll({ database, registry }: Pick<TestServer, 'database' | 'registry'>): Promise<number> {
  await database.db
    .updateTable('source_rechecks')
    .set({ due_at: new Date(0) })
    .execute()
  for (let batches = 0; ; batches++) {
    if (!(await recheckNext({ database, registry, publicUrl: 'https://example.org' }))) return batches
  }
}
