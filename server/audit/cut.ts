/**
 * Removes audit events past retention. They are verified first, so that no tampering is cleared away unseen. The
 * chain then begins behind the last removed seal, with a proof of its own. Needs the role that owns the tables.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { cutBefore, findStart, lockStart, yearsBefore } from './audit-start-store.ts'
import { findSealed } from './audit-store.ts'
import { type ChainEnd, startMacOf } from './chain.ts'
import { findChainKeys } from './chain-keys.ts'
import { checkRow } from './check-row.ts'
import { isStartProven } from './proof.ts'
import { ChainDamagedError } from './seal.ts'

/** HIPAA: six years (45 CFR 164.316(b)(2)). */
export const auditYears = 6

const batchMax = 500

/** Answers how many events went. Throws ChainDamagedError where the chain is not as it was written. */
export async function cutOldEvents(
  { database, secrets }: { database: Database; secrets: Secrets },
  now: RawBuilder<Date> = sql`now()`,
): Promise<number> {
  const before = await yearsBefore(database.db, now, auditYears)
  const [first] = await findSealed(database.db, (await findStart(database.db))?.sequence ?? 0, 1)
  if (first !== undefined && first.event !== null && first.event.at >= before) return 0
  return database.asOwner(async (db) => {
    let total = 0
    for (;;) {
      const count = await inTransaction({ db }, (trx) => cutBatch(trx, secrets, before))
      total += count
      if (count < batchMax) return total
    }
  })
}

async function cutBatch(trx: Transaction<Tables>, secrets: Secrets, before: string): Promise<number> {
  const start = await lockStart(trx)
  const keys = await findChainKeys(trx, secrets)
  if (keys === undefined) {
    throw new ChainDamagedError('the key of its earlier rows was changed by somebody without the secret')
  }
  if (start === undefined || !isStartProven(keys.present, start)) {
    throw new ChainDamagedError('the start of its chain was changed by somebody without the secret')
  }
  const gone: string[] = []
  let end: ChainEnd = start
  for (const row of await findSealed(trx, start.sequence, batchMax)) {
    const next = checkRow(keys.of(row.sequence), end, row)
    if (typeof next === 'string') throw new ChainDamagedError(`nothing older is removed, since ${next}`)
    if (row.event === null || row.event.at >= before) break
    gone.push(row.eventId)
    end = next
  }
  if (gone.length > 0) await cutBefore(trx, { ...end, mac: startMacOf(keys.present, end) }, gone)
  return gone.length
}
