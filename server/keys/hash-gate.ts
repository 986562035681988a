/**
 * Tells cheaply whether a key or token is anybody's at all, before anything else is asked about it. Hashes that come together are looked up
 * by one statement that reads nothing but a unique index, so a flood of unknown ones takes one connection of the database. A network from
 * which many unknown ones came has its own line, with pauses and a length: who calls from another network, or with what this process has
 * seen to be somebody's, waits behind none of them.
 */
import { apiError } from '../http/verb.ts'
import { minuteSeconds } from '../platform/times.ts'

/** Which of these hashes are stored. */
export type FindHashes = (hashes: readonly Buffer[]) => Promise<readonly Buffer[]>

export interface HashGate {
  /** Whether one of the hashes of a key or token is stored. Fails with `too_many_attempts` where the network's line is full. */
  has(hashes: readonly Buffer[], network: string): Promise<boolean>
}

/** Unknown ones that a network may send in a minute before it has to wait in the line of its kind. */
export const unknownPerMinuteMax = 120

/** Hashes of one statement; the pause between two of suspected networks; and how many of theirs may wait. */
const batchMax = 500
const suspectPauseMs = 20
export const suspectsWaitingMax = 2_000

/** How many networks are counted; the one that was counted first makes room. */
const networksMax = 10_000

interface Waiting {
  hashes: readonly Buffer[]
  settle(isStored: boolean): void
  fail(error: unknown): void
}

/** `now` counts milliseconds and is replaced in tests only. */
export function openHashGate(find: FindHashes, now = () => performance.now()): HashGate {
  const failures = new Map<string, { sinceMs: number; count: number }>()
  const calm = line(find, 0)
  const suspects = line(find, suspectPauseMs)

  const countOf = (network: string) => {
    const known = failures.get(network)
    return known === undefined || now() - known.sinceMs >= 1000 * minuteSeconds ? undefined : known
  }
  const countFailure = (network: string) => {
    const known = countOf(network)
    if (known !== undefined) {
      known.count++
      return
    }
    failures.delete(network)
    failures.set(network, { sinceMs: now(), count: 1 })
    const oldest = failures.keys().next()
    if (failures.size > networksMax && !oldest.done) failures.delete(oldest.value)
  }

  return {
    async has(hashes, network) {
      const isSuspect = (countOf(network)?.count ?? 0) >= unknownPerMinuteMax
      if (isSuspect && suspects.length() >= suspectsWaitingMax) {
        throw apiError('too_many_attempts', { what: 'unknown keys or sessions', seconds: 1 }, { 'retry-after': '1' })
      }
      const isStored = await (isSuspect ? suspects : calm).ask(hashes)
      if (!isStored) countFailure(network)
      return isStored
    },
  }
}

/** Asks for one batch after the other. */
function line(find: FindHashes, pauseMs: number) {
  const waiting: Waiting[] = []
  let isServing = false

  async function serve(): Promise<void> {
    isServing = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchMax)
      try {
        const stored = new Set((await find(batch.flatMap(({ hashes }) => hashes))).map(nameOf))
        for (const { hashes, settle } of batch) settle(hashes.some((hash) => stored.has(nameOf(hash))))
      } catch (error) {
        for (const { fail } of batch) fail(error)
      }
      if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
    isServing = false
  }

  return {
    length: () => waiting.length,
    ask: (hashes: readonly Buffer[]) =>
      new Promise<boolean>((settle, fail) => {
        waiting.push({ hashes, settle, fail })
        // Those that come in the same turn go along.
        if (!isServing) {
          isServing = true
          setImmediate(() => void serve())
        }
      }),
  }
}

function nameOf(hash: Buffer): string {
  return hash.toString('base64url')
}
