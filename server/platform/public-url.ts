/**
 * The address of the web app, kept by each server that starts for programs beside it: the emails that an operator's command causes
 * link to it, also where the command is not given the server's settings.
 */
import type { Database } from './database/database.ts'

/** Keeps the address. It takes the role that owns the tables. */
export async function keepPublicUrl(database: Database, publicUrl: string): Promise<void> {
  await database.asOwner((db) => db.updateTable('installation').set({ public_url: publicUrl }).execute())
}

/** The address under which a server served last; undefined where none has started. */
export async function findPublicUrl({ db }: Pick<Database, 'db'>): Promise<string | undefined> {
  const row = await db.selectFrom('installation').select('public_url').executeTakeFirst()
  return row?.public_url ?? undefined
}
