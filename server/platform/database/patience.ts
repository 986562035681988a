/** How a start waits for a database that does not answer yet. A refusal is thrown at once; silence after a limit. */
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseAwayError } from './pool.ts'

export const databaseWaitMs = 60_000

const pauseMs = 100

/** Retries idempotent `ask` while it fails with a DatabaseAwayError; throws the last one after the limit. */
export async function askUntilAnswered<T>(ask: () => Promise<T>, ending?: AbortSignal): Promise<T> {
  const until = performance.now() + databaseWaitMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof DatabaseAwayError) || performance.now() > until) throw error
    }
    await wait(pauseMs, undefined, { signal: ending })
  }
}
