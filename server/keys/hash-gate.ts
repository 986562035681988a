/**
 * Tells cheaply whether a key or token is known. Hashes are looked up in batches by one index-only statement, so a
 * flood of unknown ones takes one connection. A network that sent many waits in a line of its own.
 */
import { apiError } from '../http/verb.ts'
import { remember } from '../platform/remember.ts'
import { minuteSeconds } from '../platform/times.ts'

export type FindHashes = (hashes: readonly Buffer[]) => Promise<readonly Buffer[]>

export interface HashGate {
  /** Fails with `too_many_attempts` where the network's line is full. */
  has(hashes: readonly Buffer[], network: string): Promise<boolean>
}

export const unknownPerMinuteMax = 120

/** Hashes per statement; the pause between two for suspected networks; and how many of theirs may wait. */
const batchMax = 500
const suspectPauseMs = 20
export const suspectsWaitingMax = 2_000

const networksMax = 10_000

interface Waiting {
  hashes: readonly Buffer[]
  settle(isStored: boolean): void
  fail(error: unknown): void
}

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
    if (known === undefined) remember(failures, network, { sinceMs: now(), count: 1 }, networksMax)
    else known.count++
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
        // Batches what comes in the same tick.
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
