/** How many letters are on their way, for whoever watches over the product. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'

/** Those that wait to be sent, and those that were given up lately. */
export async function countLetters(db: Kysely<Tables>): Promise<{ waiting: number; givenUp: number }> {
  const { waiting, givenUp } = await db
    .selectFrom('letters')
    .select(sql<string>`count(*) filter (where given_up_at is null)`.as('waiting'))
    .select(sql<string>`count(*) filter (where given_up_at is not null)`.as('givenUp'))
    .executeTakeFirstOrThrow()
  return { waiting: Number(waiting), givenUp: Number(givenUp) }
}
