/** Repeated background work. It goes on after a failure, logs the first failure of a row, and stops in order. */
import { setTimeout as wait } from 'node:timers/promises'
import { reasonOf } from './error-code.ts'
import { telemetry } from './telemetry.ts'

export interface Repeating {
  /** Work that takes too long is left behind. */
  close(): Promise<void>
}

const endTimeoutMs = 5_000

/** Repeats at once while `work` answers true, else after `everyMs`. `name` is for telemetry. */
export function keepDoing(
  work: () => Promise<boolean>,
  { name, everyMs, onAway }: { name: string; everyMs: number; onAway: (reason: string) => void },
): Repeating {
  const ending = new AbortController()
  const traced = () => telemetry()?.job(name, work) ?? work()
  const repeating = repeat(traced, { everyMs, onAway, ending: ending.signal })
  return {
    async close() {
      ending.abort()
      await Promise.race([repeating, wait(endTimeoutMs, undefined, { ref: false })])
    },
  }
}

/** `work`, at most once in `pauseMs`. */
export function atMostEvery(pauseMs: number, work: () => Promise<void>): () => Promise<void> {
  let nextAt = 0
  return async () => {
    if (performance.now() < nextAt) return
    await work()
    nextAt = performance.now() + pauseMs
  }
}

async function repeat(
  work: () => Promise<boolean>,
  { everyMs, onAway, ending }: { everyMs: number; onAway: (reason: string) => void; ending: AbortSignal },
): Promise<void> {
  let isAway = false
  while (!ending.aborted) {
    let isMore = false
    try {
      isMore = await work()
      isAway = false
    } catch (error) {
      if (!isAway) onAway(reasonOf(error))
      isAway = true
    }
    if (!isMore) await wait(everyMs, undefined, { signal: ending }).catch(() => {})
  }
}
