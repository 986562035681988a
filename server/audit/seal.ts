/**
 * Seals events in batches each second in every process; the lock on the head makes them take turns. A killed process
 * leaves events for the next. Where this installation did not write the head, nothing is sealed and the alarm stays on.
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
import { anchorText, type ChainEnd, keyOfHead, macOf, sealed } from './chain.ts'

export interface Sealing {
  isAlarmed(): boolean
  /** Seals what there is first. */
  close(): Promise<void>
}

interface SealingEvents {
  /** An anchor to keep elsewhere. */
  onAnchor(text: string): void
  /** The chain is damaged, or sealing has failed for too long. */
  onAlarm(sentence: string): void
}

interface Parts {
  database: Database
  secrets: Secrets
}

/** Head, start, a row or an earlier key was not written with the secret; the message says which. */
export class ChainDamagedError extends Error {}

const intervalMs = 1_000

/** Until a database that is away raises the alarm. */
const awayMsMax = 60_000

const batchMax = 500

export function keepSealing(parts: Parts, events: SealingEvents, now = () => performance.now()): Sealing {
  let alarm: string | undefined
  let failingSince: number | undefined
  let running: Promise<void> | undefined

  const seal = async () => {
    try {
      // Checked even when nothing waits.
      provenKey(parts.secrets, await findHead(parts.database.db))
      if ((await findWaitSeconds(parts.database.db)) !== undefined) await sealAll(parts, events.onAnchor)
      alarm = undefined
      failingSince = undefined
    } catch (error) {
      failingSince ??= now()
      // A database that is away is reported elsewhere.
      if (error instanceof DatabaseAwayError && now() - failingSince < awayMsMax) return
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

/** 0 when none waits. */
export async function unsealedSeconds({ database }: { database: Database }): Promise<number> {
  return (await findWaitSeconds(database.db)) ?? 0
}

/** Throws ChainDamagedError where the chain must not be extended. */
export async function sealAll(parts: Parts, onAnchor: (text: string) => void): Promise<void> {
  for (;;) {
    const { count, anchor } = await sealBatch(parts)
    if (anchor !== undefined) onAnchor(anchorText(anchor))
    if (count < batchMax) return
  }
}

/** Throws ChainDamagedError where no known key wrote the head. */
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
