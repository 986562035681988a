/**
 * Calls that may be repeated: of those that bear the same Idempotency-Key one does its work, and the others get its answer, byte
 * for byte. The answer is remembered in the transaction of the work. A call that failed has done nothing, so the next one with its
 * key does the work; what a process left undone when it died is taken over after two minutes.
 */
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Fail } from '../http/verb.ts'
import type { Database } from '../parts/database.ts'
import type { Tables } from '../parts/database-tables.ts'
import { shown } from '../shown.ts'
import { beginCall, findCall, forgetCall, rememberAnswer } from './idempotency-store.ts'

/** Stores the answer in the transaction that does the work. */
export type Remember<T> = (trx: Transaction<Tables>, answer: T) => Promise<void>

const keyForm = /^[\w-]{1,255}$/

/** Milliseconds between two looks for the answer of a call under way, and looks in all. */
const lookEveryMs = 50
const looksMax = 200

interface Call<T> {
  accountId: string
  /** The header, if there was one. */
  key: string | undefined
  body: object
  /** What the answer has beside what is remembered: secrets, which are stored nowhere in the clear. */
  secret: Partial<T>
  fail: Fail<'idempotency_key_malformed' | 'idempotency_key_reused' | 'decoder_busy'>
}

/** Does the work, or answers with what came of it before. */
export async function answerOnce<T extends object>(
  { db }: Pick<Database, 'db'>,
  { accountId, key, body, secret, fail }: Call<T>,
  work: (remember: Remember<T>) => Promise<T>,
): Promise<{ output: T } | { json: Buffer }> {
  if (key === undefined) return { output: { ...(await work(async () => {})), ...secret } }
  const jsonOf = (remembered: object) => ({ json: Buffer.from(JSON.stringify({ ...remembered, ...secret })) })
  if (!keyForm.test(key)) return fail('idempotency_key_malformed', { got: shown(key) })
  const call = { accountId, key, bodyHash: createHash('sha256').update(JSON.stringify(body)).digest() }
  for (let look = 0; look < looksMax; look++) {
    if (await beginCall(db, call)) {
      try {
        return jsonOf(await work((trx, done) => rememberAnswer(trx, call, JSON.stringify(done))))
      } catch (error) {
        await forgetCall(db, call)
        throw error
      }
    }
    const before = await findCall(db, call)
    if (before !== undefined && !before.bodyHash.equals(call.bodyHash)) return fail('idempotency_key_reused', undefined)
    if (before !== undefined && before.answer !== null) return jsonOf(JSON.parse(before.answer))
    await wait(lookEveryMs)
  }
  return fail('decoder_busy', undefined)
}
