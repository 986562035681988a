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

export class AnswersTogether {
  /** Each sends an answer; in the order in which they were ready. */
  private waiting: (() => void)[] = []
  private sinceMs = 0
  private readonly now: () => number

  /** `now` counts milliseconds and is replaced in tests only. */
  constructor(now = () => performance.now()) {
    this.now = now
  }

  /** Has to be told when a request comes, which may take long: sends what has waited for a while. */
  beforeWork(): void {
    if (this.waiting.length > 0 && this.now() - this.sinceMs > waitMsMax) this.sendAll()
  }

  /** Has an answer that is ready sent when its moment comes, which may be now. `send` must not throw: others wait behind it. */
  ready(send: () => void): void {
    if (this.waiting.length === 0) {
      this.sinceMs = this.now()
      setImmediate(() => this.sendAll())
    }
    if (this.waiting.push(send) === answersMax) this.sendAll()
  }

  private sendAll(): void {
    const all = this.waiting
    this.waiting = []
    for (const send of all) send()
  }
}
