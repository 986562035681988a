/**
 * Failed sign-ins by address, with or without an account, so that limits reveal nothing. Known browsers (devices.ts)
 * and sessions are counted apart: guesses from elsewhere do not lock them. Counted in the database, across processes.
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { signInYears } from '#contract/limits'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { AttemptLimits } from '../settings.ts'

export type Admission = { kind: 'open' } | { kind: 'wait'; seconds: number } | { kind: 'stopped' }

type FailureLimits = Pick<AttemptLimits, 'failuresPerAccount' | 'failuresInARow'>

const window = '15 minutes'

/** Pauses begin at the third failure with one second and double up to 64. */
const firstPausedFailure = 3
const lastDoubledFailure = 9

const rememberedFor = sql`${signInYears} * interval '1 year'`

/** Counts the sign-in as failed until it proves right, or says why it may not be tried. */
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

export async function keepFailure(trx: Transaction<Tables>, emailHash: Buffer): Promise<void> {
  const exponent = sql`least(in_window, ${lastDoubledFailure}) - ${firstPausedFailure}`
  await trx
    .updateTable('sign_in_failures')
    .set({ next_try_at: sql<Date>`now() + power(2, ${exponent}) * interval '1 second'` })
    .where('email_hash', '=', emailHash)
    .where('in_window', '>=', firstPausedFailure)
    .execute()
}

/** The password was never checked. */
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

export async function forgetFailures(trx: Transaction<Tables>, emailHash: Buffer): Promise<void> {
  await trx.deleteFrom('sign_in_failures').where('email_hash', '=', emailHash).execute()
}

export async function forgetOldFailures(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`window_ends_at < ${now} - ${rememberedFor}`
  await deleteInBatches(db, { table: 'sign_in_failures', key: ['email_hash'], condition })
}

/** Unreadable without the secret. */
export function emailHashOf(secrets: Secrets, email: string): Buffer {
  return secrets.lookupHash(`failures|${email}`)
}

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
