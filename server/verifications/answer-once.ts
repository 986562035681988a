/**
 * Calls with an Idempotency-Key: one does the work, and others with the same key get its answer. The answer is stored
 * in the transaction of the work, without secrets and links, which are added when it is given again. A call that
 * failed did nothing, so the next one does the work; what a process left undone when it died is taken over after two
 * minutes.
 */
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { KeyMode } from '#contract/key-modes'
import type { Fail } from '../http/verb.ts'
import type { Database } from '../platform/database/database.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import { shown } from '../platform/shown.ts'

export type Remember<R> = (trx: Transaction<Tables>, remembered: R) => Promise<void>

const keyForm = /^[\w-]{1,255}$/

const lookEveryMs = 50
const looksMax = 200

interface Call<T, R> {
  accountId: string
  mode?: KeyMode
  key: string | undefined
  body: object
  remembered: z.ZodType<R>
  again(remembered: R): Promise<T>
  fail: Fail<'idempotency_key_malformed' | 'idempotency_key_reused' | 'decoder_busy'>
}

export async function answerOnce<T extends object, R extends object>(
  { db }: Pick<Database, 'db'>,
  { accountId, mode = 'live', key, body, remembered, again, fail }: Call<T, R>,
  work: (remember: Remember<R>) => Promise<T>,
): Promise<{ output: T }> {
  if (key === undefined) return { output: await work(async () => {}) }
  if (!keyForm.test(key)) return fail('idempotency_key_malformed', { got: shown(key) })
  // No key has a colon: live and test calls with the same one do not meet.
  const call = {
    accountId,
    key: mode === 'test' ? `test:${key}` : key,
    bodyHash: createHash('sha256').update(JSON.stringify(body)).digest(),
  }
  for (let look = 0; look < looksMax; look++) {
    if (await beginCall(db, call)) {
      try {
        return { output: await work((trx, done) => rememberAnswer(trx, call, JSON.stringify(done))) }
      } catch (error) {
        await forgetCall(db, call)
        throw error
      }
    }
    const before = await findCall(db, call)
    if (before !== undefined && !before.bodyHash.equals(call.bodyHash)) return fail('idempotency_key_reused', undefined)
    if (before !== undefined && before.answer !== null) {
      return { output: await again(remembered.parse(JSON.parse(before.answer))) }
    }
    await wait(lookEveryMs)
  }
  return fail('decoder_busy', undefined)
}

interface KeyedCall {
  accountId: string
  key: string
  bodyHash: Buffer
}

/** A call without an answer is abandoned after two minutes. */
const rememberedFor = sql`interval '1 day'`
const abandonedAfter = sql`interval '2 minutes'`

/** False when a call with this key is running or answered. */
async function beginCall(db: Kysely<Tables>, { accountId, key, bodyHash }: KeyedCall): Promise<boolean> {
  await db
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', accountId)
    .where(
      sql<boolean>`(created_at < now() - ${rememberedFor} or (answer is null and created_at < now() - ${abandonedAfter}))`,
    )
    .execute()
  const begun = await db
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, key, body_hash: bodyHash })
    .onConflict((conflict) => conflict.columns(['account_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  return begun !== undefined
}

function findCall(db: Kysely<Tables>, { accountId, key }: Pick<KeyedCall, 'accountId' | 'key'>) {
  return db
    .selectFrom('idempotency_keys')
    .select(['body_hash as bodyHash', 'answer'])
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
}

async function rememberAnswer(trx: Transaction<Tables>, call: KeyedCall, answer: string): Promise<void> {
  await trx
    .updateTable('idempotency_keys')
    .set({ answer })
    .where('account_id', '=', call.accountId)
    .where('key', '=', call.key)
    .execute()
}

async function forgetCall(db: Kysely<Tables>, { accountId, key }: KeyedCall): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', accountId)
    .where('key', '=', key)
    .where('answer', 'is', null)
    .execute()
}

export async function forgetOldAnswers(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`created_at < ${now} - ${rememberedFor}`
  await deleteInBatches(db, { table: 'idempotency_keys', key: ['account_id', 'key'], condition })
}
