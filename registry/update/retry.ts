import { setTimeout } from 'node:timers/promises'
import { BuildError } from '../build/build-error.ts'
import type { Patience } from './limits.ts'

/** A failure that may be over at the next try: a broken connection, a server that is busy or silent. */
export class PassingError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PassingError'
  }
}

/**
 * Tries until it succeeds, with growing pauses after a PassingError; any other error ends it at once. Throws BuildError with
 * the reason of the last try, named by `what`, when the tries are used up; a try that calls `gained` has the next ones counted
 * anew. `note` is told why each further try is made.
 */
export async function withRetries<T>(
  what: string,
  { pausesMs }: Patience,
  note: (text: string) => void,
  attempt: (gained: () => void) => Promise<T>,
): Promise<T> {
  let failed = 0
  for (;;) {
    try {
      return await attempt(() => {
        failed = 0
      })
    } catch (error) {
      if (!(error instanceof PassingError)) throw error
      const pauseMs = pausesMs[failed++]
      if (pauseMs === undefined) throw new BuildError([`${what}: ${error.message}; gave up after ${failed} tries`])
      note(`${what}: ${error.message}; trying again in ${Math.ceil(pauseMs / 1000)} s`)
      await setTimeout(pauseMs)
    }
  }
}
