/**
 * Work that is done again and again beside the requests. It goes on after a failure, says once that it fails until it succeeds
 * again, and stops in order.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { reasonOf } from './error-code.ts'

export interface Repeating {
  /** Finishes what is being done, and stops; work that takes too long is left behind. */
  close(): Promise<void>
}

/** How long the work in hand may take when it is to stop. */
const endTimeoutMs = 5_000

/** Does `work` at once again as long as it answers that there was something to do, else after `everyMs`. */
export function keepDoing(
  work: () => Promise<boolean>,
  { everyMs, onAway }: { everyMs: number; onAway: (reason: string) => void },
): Repeating {
  const ending = new AbortController()
  const repeating = repeat(work, { everyMs, onAway, ending: ending.signal })
  return {
    async close() {
      ending.abort()
      await Promise.race([repeating, wait(endTimeoutMs, undefined, { ref: false })])
    },
  }
}

/** `work`, done at the first call and then at most once in so many milliseconds, however often it is called. */
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
