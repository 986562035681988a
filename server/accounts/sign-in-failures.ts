/**
 * Sign-ins that failed, by email address, whether or not it has an account, so that the limits do not reveal which. Those of a browser
 * that has signed in before (devices.ts), and passwords that a session asked for, are counted by themselves: wrong guesses from
 * elsewhere do not lock them. Counts are in the database, so that they hold over restarts and for all processes together. A sign-in is
 * counted as failed before its password is looked at, so that many at once are no more guesses than one after the other.
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { AttemptLimits } from '../settings.ts'

/** What a sign-in may do: be tried, wait so many seconds, or never be tried again before the password is reset. */
export type Admission = { kind: 'open' } | { kind: 'wait'; seconds: number } | { kind: 'stopped' }

type FailureLimits = Pick<AttemptLimits, 'failuresPerAccount' | 'failuresInARow'>

/** How long failures are counted together. */
const window = '15 minutes'

/** The failure with which pauses begin, of one second, and the one with which they stop doubling, at 64. */
const firstPausedFailure = 3
const lastDoubledFailure = 9

/** How long an address without any further sign-in is remembered. */
const rememberedFor = sql`interval '1 year'`

/** Counts a sign-in with this address as failed until told otherwise, or says why it may not be tried. */
export async function admit(db: Kysely<Tables>, emailHash: Buffer, limits: FailureLimits): Promise<Admission> {
  const admitted = await db
    .insertInto('sign_in_failures')
    .values({ email_hash: emailHash, in_a_row: 1, in_window: 1, window_ends_at: windowEnd })
    .onConflict((conflict) =>
      conflict
        .column('email_hash')
        .doUpdateSet({
          in_a_row: sql<number>`sign_in_failures.in_a_row + 1`,
          in_window: sql<number>`case when ${isWindowOver} then 1 else sign_in_failures.in_window + 1 end`,
          window_ends_at: sql<Date>`case when ${isWindowOver} then ${windowEnd} else sign_in_failures.window_ends_at end`,
        })
        .where(
          sql<boolean>`sign_in_failures.in_a_row < ${limits.failuresInARow} and sign_in_failures.next_try_at <= now()
            and (${isWindowOver} or sign_in_failures.in_window < ${limits.failuresPerAccount})`,
        ),
    )
    .returning('in_a_row')
    .executeTakeFirst()
  return admitted === undefined ? refusal(db, emailHash, limits) : { kind: 'open' }
}

/** The password was wrong: from the third failure on the next sign-in has to wait, each time twice as long. */
export async function keepFailure(trx: Transaction<Tables>, emailHash: Buffer): Promise<void> {
  const exponent = sql`least(in_window, ${lastDoubledFailure}) - ${firstPausedFailure}`
  await trx
    .updateTable('sign_in_failures')
    .set({ next_try_at: sql<Date>`now() + power(2, ${exponent}) * interval '1 second'` })
    .where('email_hash', '=', emailHash)
    .where('in_window', '>=', firstPausedFailure)
    .execute()
}

/** The password was never looked at. */
export async function takeBackFailure(db: Kysely<Tables>, emailHash: Buffer): Promise<void> {
  await db
    .updateTable('sign_in_failures')
    .set({
      in_a_row: sql<number>`greatest(in_a_row - 1, 0)`,
      in_window: sql<number>`greatest(in_window - 1, 0)`,
    })
    .where('email_hash', '=', emailHash)
    .execute()
}

/** The password was right, or there is a new one. */
export async function forgetFailures(trx: Transaction<Tables>, emailHash: Buffer): Promise<void> {
  await trx.deleteFrom('sign_in_failures').where('email_hash', '=', emailHash).execute()
}

/** Forgets addresses that nobody has tried for a year. */
export async function forgetOldFailures(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`window_ends_at < ${now} - ${rememberedFor}`
  await deleteInBatches(db, { table: 'sign_in_failures', key: ['email_hash'], condition })
}

/** What failures with an address are counted by; not readable without the secret. */
export function emailHashOf(secrets: Secrets, email: string): Buffer {
  return secrets.lookupHash(`failures|${email}`)
}

/** What failures of a browser that is known to the account are counted by (the hash of its value), or those of its sessions. */
export function failuresBy(secrets: Secrets, { accountId, by }: { accountId: string; by: Buffer | 'session' }): Buffer {
  return secrets.lookupHash(`failures|${accountId}|${by === 'session' ? by : by.toString('hex')}`)
}

const windowEnd = sql<Date>`now() + ${window}::interval`
const isWindowOver = sql<boolean>`sign_in_failures.window_ends_at <= now()`

async function refusal(db: Kysely<Tables>, emailHash: Buffer, limits: FailureLimits): Promise<Admission> {
  const found = await db
    .selectFrom('sign_in_failures')
    .select(sql<boolean>`in_a_row >= ${limits.failuresInARow}`.as('isStopped'))
    .select(
      sql<number>`extract(epoch from greatest(next_try_at,
        case when in_window >= ${limits.failuresPerAccount} then window_ends_at else next_try_at end) - now())::float8`.as(
        'seconds',
      ),
    )
    .where('email_hash', '=', emailHash)
    .executeTakeFirst()
  return found?.isStopped === true ? { kind: 'stopped' } : { kind: 'wait', seconds: found?.seconds ?? 0 }
}
