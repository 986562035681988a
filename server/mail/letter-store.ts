/** The SQL of letters that wait to be sent. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../parts/database-tables.ts'
import { deleteInBatches } from '../parts/delete-in-batches.ts'

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

/**
 * Forgets the letters about this account, given up or not. An address says nothing of whose a letter is: an account may ask for
 * anybody's as its new one.
 */
export async function deleteLettersOf(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx.deleteFrom('letters').where('account_id', '=', accountId).execute()
}

/** How long letters that were given up are kept to be seen. */
const givenUpKept = sql`interval '30 days'`

/** Forgets letters that were given up long ago. */
export async function forgetGivenUpLetters(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`given_up_at < ${now} - ${givenUpKept}`
  await deleteInBatches(db, { table: 'letters', key: ['id'], condition })
}

function secondsFromNow(seconds: number) {
  return sql<Date>`now() + ${seconds} * interval '1 second'`
}
