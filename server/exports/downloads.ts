/**
 * Files that a process sends at a time: few, and few of them to one account. Clients may read slowly on purpose: one
 * that takes too little in a minute is ended, and when all room is taken, the account with the most downloads gives way
 * to one with fewer. Clients can go on later.
 */
import { Readable } from 'node:stream'
import { downloadBytesPerMinuteMin } from '#contract/limits'
import { fail } from '../http/verb.ts'

export const downloadsMax = 8
export const downloadsOfAccountMax = 4

export class Downloads {
  /** With their accounts, the oldest first. */
  readonly #underWay = new Map<Readable, string>()

  /** What `open` answers, which has its room until it closes. Fails with `downloads_busy` where there is none. */
  begin(accountId: string, open: () => AsyncIterable<Buffer>): Readable {
    const wanted = this.#ofAccount(accountId).length + 1
    if (wanted > downloadsOfAccountMax) fail('downloads_busy', undefined)
    const given = this.#underWay.size < downloadsMax ? undefined : this.#givenUpFor(wanted)
    const body = bodyOf(open())
    if (given !== undefined) {
      this.#underWay.delete(given)
      given.destroy()
    }
    this.#underWay.set(body, accountId)
    body.once('close', () => this.#underWay.delete(body))
    return body
  }

  /** The newest of the account with the most, which keeps at least as many as are wanted. */
  #givenUpFor(wanted: number): Readable {
    const accounts = [...this.#underWay.values()].map((accountId) => this.#ofAccount(accountId))
    const largest = accounts.reduce((most, one) => (one.length > most.length ? one : most))
    return (largest.length > wanted ? largest.at(-1) : undefined) ?? fail('downloads_busy', undefined)
  }

  #ofAccount(accountId: string): Readable[] {
    return [...this.#underWay].filter(([, one]) => one === accountId).map(([body]) => body)
  }
}

/** Of what the socket takes at a time, so that little is read ahead and the pace is known. */
const pieceBytes = 64 * 1024

/** Ends when its reader is too slow. Seconds in which the reader waits for us don't count. */
function bodyOf(chunks: AsyncIterable<Buffer>): Readable {
  let takenBytes = 0
  let waitedSeconds = 0
  let isWaiting = false
  async function* pieces() {
    for await (const chunk of chunks) {
      for (let at = 0; at < chunk.length; at += pieceBytes) {
        const piece = chunk.subarray(at, at + pieceBytes)
        isWaiting = true
        yield piece
        isWaiting = false
        takenBytes += piece.length
      }
    }
  }
  const body = Readable.from(pieces(), { objectMode: false, highWaterMark: 1 })
  const timer = setInterval(() => {
    if (isWaiting) waitedSeconds++
    if (waitedSeconds < 60) return
    if (takenBytes < downloadBytesPerMinuteMin) body.destroy()
    takenBytes = waitedSeconds = 0
  }, 1_000).unref()
  body.once('close', () => clearInterval(timer))
  return body
}
