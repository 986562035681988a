/** The public URL of the server, for programs beside it that are not given its settings. */
import type { Database } from './database/database.ts'

export async function keepPublicUrl(database: Database, publicUrl: string): Promise<void> {
  await database.asOwner((db) => db.updateTable('installation').set({ public_url: publicUrl }).execute())
}

export async function findPublicUrl({ db }: Pick<Database, 'db'>): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('public_url').executeTakeFirst()
  return row?.public_url ?? undefined
}
