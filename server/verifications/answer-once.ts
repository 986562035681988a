/**
 * Calls that may be repeated: of those that bear the same Idempotency-Key one does its work, and the others get its answer. What is
 * remembered of it, in the transaction of the work, is nothing that works for whoever reads the table: secrets and links are added when
 * it is given again. A call that failed has done nothing, so the next one with its key does the work; what a process left undone when
 * it died is taken over after two minutes.
 */
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Fail } from '../http/verb.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { shown } from '../platform/shown.ts'
import { beginCall, findCall, forgetCall, rememberAnswer } from './idempotency-store.ts'

/** Stores what is remembered of the answer, in the transaction that does the work. */
export type Remember<R> = (trx: Transaction<Tables>, remembered: R) => Promise<void>

const keyForm = /^[\w-]{1,255}$/

/** Milliseconds between two looks for the answer of a call under way, and looks in all. */
const lookEveryMs = 50
const looksMax = 200

interface Call<T, R> {
  accountId: string
  /** The header, if there was one. */
  key: string | undefined
  body: object
  /** What is remembered of an answer; it is written as JSON. */
  remembered: z.ZodType<R>
  /** The answer that this was remembered of. */
  again(remembered: R): Promise<T>
  fail: Fail<'idempotency_key_malformed' | 'idempotency_key_reused' | 'decoder_busy'>
}

/** Does the work, or answers with what came of it before. */
export async function answerOnce<T extends object, R extends object>(
  { db }: Pick<Database, 'db'>,
  { accountId, key, body, remembered, again, fail }: Call<T, R>,
  work: (remember: Remember<R>) => Promise<T>,
): Promise<{ output: T }> {
  if (key === undefined) return { output: await work(async () => {}) }
  if (!keyForm.test(key)) return fail('idempotency_key_malformed', { got: shown(key) })
  const call = { accountId, key, bodyHash: createHash('sha256').update(JSON.stringify(body)).digest() }
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
