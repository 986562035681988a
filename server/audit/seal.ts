/**
 * Seals the events of the audit log, in batches, once a second in every process; the lock on the head lets one at a time make
 * the chain longer. A process that is killed leaves events unsealed, which the next one seals. Where the head is not one that
 * this installation wrote, nothing is sealed on top of it and the alarm stays on until that is mended (`audit verify` says what
 * was done). The alarm is raised as well where sealing has failed for a minute, whatever the reason: what is not sealed is not guarded.
 * The end of each day's first batch is an anchor, which is told, so that it is kept where the database is not.
 */
import { type Database, inTransaction } from '../platform/database/database.ts'
import { DatabaseAwayError } from '../platform/database/pool.ts'
import { reasonOf } from '../platform/error-code.ts'
import type { Secrets } from '../platform/secrets.ts'
import {
  findHead,
  findUnsealed,
  findWaitSeconds,
  type Head,
  insertAnchor,
  insertSeals,
  lockHead,
  moveHead,
} from './audit-store.ts'
import { anchorText, type ChainEnd, macOf, sealed } from './chain.ts'
import { keyOfHead } from './proof.ts'

export interface Sealing {
  /** Whether the chain was found to be damaged, or is not made longer; for metrics. */
  isAlarmed(): boolean
  /** Seals what is there, then ends. */
  close(): Promise<void>
}

interface SealingEvents {
  /** An anchor to keep elsewhere. */
  onAnchor(text: string): void
  /** The chain is damaged, or sealing fails for a reason of our own, or for too long. */
  onAlarm(sentence: string): void
}

interface Parts {
  database: Database
  secrets: Secrets
}

/**
 * The chain is not as somebody with the secret left it: its head, its start, a row, or the key of rows from before a change of the
 * secret. The message says which.
 */
export class ChainDamagedError extends Error {}

const intervalMs = 1_000

/** Milliseconds for which sealing may fail because the database does not answer, or not in time, until the alarm is raised. */
const awayMsMax = 60_000

/** Events in one transaction: a hundredth of what a statement may take. */
const batchMax = 500

/** Seals from now on, until closed; `now` counts milliseconds and is replaced in tests only. */
export function keepSealing(parts: Parts, events: SealingEvents, now = () => performance.now()): Sealing {
  /** Why the alarm was last raised, while it is. */
  let alarm: string | undefined
  let failingSince: number | undefined
  let running: Promise<void> | undefined

  const seal = async () => {
    try {
      // Looked at also where nothing seems to wait: what waits is told by the head.
      provenKey(parts.secrets, await findHead(parts.database.db))
      if ((await findWaitSeconds(parts.database.db)) !== undefined) await sealAll(parts, events.onAnchor)
      alarm = undefined
      failingSince = undefined
    } catch (error) {
      failingSince ??= now()
      // The database being away is told of elsewhere, and what is not sealed now will be.
      if (error instanceof DatabaseAwayError && now() - failingSince < awayMsMax) return
      // A database that is away says so in many ways.
      const reason = error instanceof DatabaseAwayError ? error.name : reasonOf(error)
      if (alarm !== reason) events.onAlarm(`The audit log: ${alarmOf(error)}.`)
      alarm = reason
    }
  }
  const timer = setInterval(() => {
    running ??= seal().finally(() => {
      running = undefined
    })
  }, intervalMs)
  return {
    isAlarmed: () => alarm !== undefined,
    async close() {
      clearInterval(timer)
      await running
      await seal()
    },
  }
}

function alarmOf(error: unknown): string {
  if (!(error instanceof DatabaseAwayError)) return reasonOf(error)
  return `nothing could be sealed for ${awayMsMax / 1000} seconds, so what it tells of since then may be changed unseen: ${reasonOf(error)}`
}

/** How long the oldest event that waits for its seal has waited, in seconds; 0 when none does. */
export async function unsealedSeconds({ database }: { database: Database }): Promise<number> {
  return (await findWaitSeconds(database.db)) ?? 0
}

/** Seals every event there is. Throws ChainDamagedError where the chain is not to be made longer. */
export async function sealAll(parts: Parts, onAnchor: (text: string) => void): Promise<void> {
  for (;;) {
    const { count, anchor } = await sealBatch(parts)
    if (anchor !== undefined) onAnchor(anchorText(anchor))
    if (count < batchMax) return
  }
}

/** The key that the chain goes on with. Throws ChainDamagedError where the head is not one that was written with any. */
function provenKey(secrets: Secrets, head: Head): Buffer {
  const key = keyOfHead(secrets, head)
  if (key !== undefined) return key
  throw new ChainDamagedError(
    'its head was changed by somebody without the secret, so nothing is sealed; npm run admin -- audit verify says more',
  )
}

function sealBatch({ database, secrets }: Parts): Promise<{ count: number; anchor: ChainEnd | undefined }> {
  return inTransaction(database, async (trx) => {
    const before = await lockHead(trx)
    const key = provenKey(secrets, before)
    let end: ChainEnd = before
    const events = await findUnsealed(trx, batchMax)
    if (events.length === 0) return { count: 0, anchor: undefined }
    const seals = events.map((event) => {
      end = sealed(key, end, event)
      return { ...end, eventId: event.id }
    })
    const head = { ...end, mac: macOf(key, end) }
    await insertSeals(trx, seals)
    await moveHead(trx, head)
    const isAnchor = await insertAnchor(trx, head)
    return { count: events.length, anchor: isAnchor ? end : undefined }
  })
}
