/**
 * Lets answers that are ready in one turn of the event loop go out right after each other. Each answer that goes alone wakes who waits
 * for it, and to wake a program that sleeps takes the system longer than to send (docs/decisions/0020-what-a-search-costs-over-http.md has
 * the figures). An answer waits for the requests that came in the same turn, no longer than until so many are ready, and not for
 * a request that begins when it has waited for a while.
 */

/** So many go out at once: with fewer less is gained, and with all of a turn not more. */
const answersMax = 16

/** Once the first has waited so long, all go out before another request is worked on. */
const waitMsMax = 1

export interface AnswersTogether {
  /** Has to be told before a request is worked on, and waited for where it answers a promise: then others go out first. */
  beforeWork(): Promise<void> | undefined
  /** Waits for the moment to send an answer that is ready; undefined when that is now. */
  ready(): Promise<void> | undefined
}

/** Gathers the answers of one server; `now` counts milliseconds and is replaced in tests only. */
export function answersTogether(now = () => performance.now()): AnswersTogether {
  let waiting: { sinceMs: number; count: number; sent: Promise<void>; send: () => void } | undefined

  function sendAll(): void {
    waiting?.send()
    waiting = undefined
  }

  return {
    beforeWork() {
      if (waiting === undefined || now() - waiting.sinceMs <= waitMsMax) return undefined
      const { sent } = waiting
      sendAll()
      return sent
    },
    ready() {
      if (waiting === undefined) {
        waiting = { sinceMs: now(), count: 0, ...promiseToSend() }
        setImmediate(sendAll)
      }
      if (++waiting.count < answersMax) return waiting.sent
      sendAll()
      return undefined
    },
  }
}

function promiseToSend(): { sent: Promise<void>; send: () => void } {
  let send = () => {}
  const sent = new Promise<void>((resolve) => {
    send = resolve
  })
  return { sent, send }
}
