/**
 * Tells cheaply whether a key or token is known. Hashes are looked up in batches by one index-only statement, so a
 * flood of unknown ones takes one connection. A network that sent many waits in a line of its own.
 */
import { apiError } from '../http/verb.ts'
import { batchLine } from '../platform/batch-line.ts'
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
  return batchLine<readonly Buffer[], boolean>(
    async (all) => {
      const stored = new Set((await find(all.flat())).map(nameOf))
      return (hashes) => hashes.some((hash) => stored.has(nameOf(hash)))
    },
    { batchMax, pauseMs },
  )
}

function nameOf(hash: Buffer): string {
  return hash.toString('base64url')
}
