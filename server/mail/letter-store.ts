/** The SQL of letters that wait to be sent. */
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { secondsFromNow } from '../platform/seconds-from-now.ts'

/**
 * Takes up to `count` letters that are due, so that no other process tries them for `leaseSeconds`. A process that dies
 * meanwhile leaves them to the others.
 */
export async function claimDue(db: Kysely<Tables>, count: number, leaseSeconds: number) {
  return db
    .with('due', (qb) =>
      qb
        .selectFrom('letters')
        .select('id')
        .where('given_up_at', 'is', null)
        .where('due_at', '<=', sql<Date>`now()`)
        .orderBy('due_at')
        .limit(count)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('letters')
    .from('due')
    .set(({ eb }) => ({ due_at: secondsFromNow(leaseSeconds), attempts: eb('letters.attempts', '+', 1) }))
    .whereRef('letters.id', '=', 'due.id')
    .returningAll('letters')
    .returning(sql<number>`extract(epoch from now() - letters.created_at)::float8`.as('ageSeconds'))
    .execute()
}

export type WaitingLetter = Awaited<ReturnType<typeof claimDue>>[number]

/** Forgets a letter that was sent. */
export async function deleteLetter(db: Kysely<Tables>, id: string): Promise<void> {
  await db.deleteFrom('letters').where('id', '=', id).execute()
}

/** Puts the next try off. */
export async function postpone(db: Kysely<Tables>, id: string, pauseSeconds: number): Promise<void> {
  await db
    .updateTable('letters')
    .set({ due_at: secondsFromNow(pauseSeconds) })
    .where('id', '=', id)
    .execute()
}

/** Keeps a letter for the operator to see, and tries it no more. What is secret in it goes. */
export async function giveUp(db: Kysely<Tables>, id: string): Promise<void> {
  await db
    .updateTable('letters')
    .set({ given_up_at: sql<Date>`now()`, sealed_secret: null })
    .where('id', '=', id)
    .execute()
}
