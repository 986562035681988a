/**
 * How a start waits for a database that does not answer yet: it is slow on a busy machine, or a crash left it recovering. What it
 * refuses is thrown at once, and so is silence once it has lasted too long.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseAwayError } from './pool.ts'

/** Milliseconds that a start waits for a database: for a connection, for an answer, and for the turn of another start to end. */
export const databaseWaitMs = 60_000

/** Milliseconds until it is asked again. */
const pauseMs = 100

/**
 * The answer to `ask`, which is asked again as long as it fails with a DatabaseAwayError: it has to come to the same however often it
 * is asked. Throws the last of them once the wait is over, and whatever else it fails with at once.
 */
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
