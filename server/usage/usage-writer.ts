/**
 * Writes counted calls every second and at the end. A batch's number is written in its transaction, so a repeat counts
 * once. While the database is away calls are counted in memory; a killed process loses its last second.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { recentRequestsDays, usageMonths } from '#contract/limits'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import { reasonOf } from '../platform/error-code.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { type EndedCall, UsageBatch } from './usage-batch.ts'
import { addRecent, addSums, beginBatch, forgetBeyondLast } from './usage-store.ts'

export interface UsageWriter {
  readonly batch: UsageBatch
  /** Writes what is counted by now; throws when the database is away, and keeps it then. */
  write(): Promise<void>
  close(): Promise<void>
}

const intervalMs = 1_000

const lastAttempts = 3

/** Requests of an account after which those beyond the last are removed. */
const addedBeforeForgetting = 1_000

export function startUsageWriter(parts: { database: Database; warn(sentence: string): void }): UsageWriter {
  const { database, warn } = parts
  const writerId = uuidv7()
  let batch = new UsageBatch()
  let pending: { number: number; batch: UsageBatch } | undefined
  let number = 0
  let turn: Promise<void> = Promise.resolve()
  let isAway = false
  const added = new Map<string, number>()

  async function forgetBeyond(recent: readonly EndedCall[]): Promise<void> {
    for (const { accountId } of recent) added.set(accountId, (added.get(accountId) ?? 0) + 1)
    const full = [...added].filter(([, count]) => count >= addedBeforeForgetting).map(([accountId]) => accountId)
    if (full.length === 0) return
    await forgetBeyondLast(database.db, full)
    for (const accountId of full) added.delete(accountId)
  }

  async function writeOne(): Promise<void> {
    if (pending === undefined) {
      if (batch.isEmpty) return
      pending = { number: ++number, batch }
      batch = new UsageBatch()
    }
    const { number: current, batch: written } = pending
    const recent = written.recentCalls()
    await inTransaction(database, async (trx) => {
      if (!(await beginBatch(trx, writerId, current))) return
      await addSums(trx, written)
      await addRecent(trx, recent)
    })
    pending = undefined
    await forgetBeyond(recent)
  }

  async function writeAll(): Promise<void> {
    if (pending !== undefined) await writeOne()
    await writeOne()
  }

  function write(): Promise<void> {
    turn = turn.then(writeAll, writeAll)
    return turn
  }

  async function writeOrWarn(): Promise<void> {
    try {
      await write()
      isAway = false
    } catch (error) {
      if (!isAway) warn(`Counted calls cannot be written now and are kept until they can: ${reasonOf(error)}.`)
      isAway = true
    }
  }

  let isOnTime = true
  const timer = setInterval(() => {
    if (!isOnTime) return
    isOnTime = false
    void writeOrWarn().finally(() => {
      isOnTime = true
    })
  }, intervalMs)
  timer.unref()
  return {
    get batch() {
      return batch
    },
    write,
    async close() {
      clearInterval(timer)
      for (let attempt = 1; attempt <= lastAttempts; attempt++) {
        await writeOrWarn()
        if (!isAway) return
      }
      const lost = batch.callsCounted() + (pending?.batch.callsCounted() ?? 0)
      warn(`The process ends with ${lost} counted calls that could not be written.`)
    },
  }
}

/** For the chart of 24 hours. */
const hoursDays = 2

export async function forgetOldUsage(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<number> {
  const months = sql<Date>`${now} - ${usageMonths} * interval '1 month'`
  const days = sql<Date>`${now} - ${recentRequestsDays} * interval '1 day'`
  const isPast = sql`(span = 'hour' and start < ${now} - ${hoursDays} * interval '1 day'
    or span = 'day' and start < ${months})`
  const past = [
    { table: 'usage_sums', key: ['account_id', 'span', 'start', 'key_id', 'route', 'code'], condition: isPast },
    { table: 'usage_times', key: ['account_id', 'span', 'start', 'bucket'], condition: isPast },
    {
      table: 'usage_days',
      key: ['account_id', 'day', 'route', 'status_class'],
      condition: sql`day < ((${months}) at time zone 'utc')::date`,
    },
    { table: 'quota_periods', key: ['account_id', 'period_start'], condition: sql`period_start < ${months}` },
    { table: 'key_periods', key: ['account_id', 'key_id', 'period_start'], condition: sql`period_start < ${months}` },
    { table: 'recent_requests', key: ['account_id', 'id'], condition: sql`at < ${days}` },
  ] as const
  let total = 0
  for (const rows of past) total += await deleteInBatches(db, rows)
  return total
}
