/**
 * Files that a process sends at a time: few, and few of them to one account. Clients may read slowly on purpose: when
 * all room is taken, one that took too little in its last minute gives way to an account with no more, else the newest
 * of the account with the most to one with fewer. Clients can go on later.
 */
import { Readable } from 'node:stream'
import { slowDownloadBytesPerMinute } from '#contract/limits'
import { fail } from '../http/verb.ts'

export const downloadsMax = 8
export const downloadsOfAccountMax = 4

interface Download {
  accountId: string
  body: Readable
  isSlow: boolean
}

export class Downloads {
  /** The oldest first. */
  readonly #underWay = new Set<Download>()

  /** What `open` answers, which has its room until it closes. Fails with `downloads_busy` where there is none. */
  begin(accountId: string, open: () => AsyncIterable<Buffer>): Readable {
    const wanted = this.#ofAccount(accountId).length + 1
    if (wanted > downloadsOfAccountMax) fail('downloads_busy', undefined)
    const given = this.#underWay.size < downloadsMax ? undefined : this.#givenUpFor(wanted)
    const download = begun(accountId, open())
    if (given !== undefined) {
      this.#underWay.delete(given)
      given.body.destroy()
    }
    this.#underWay.add(download)
    download.body.once('close', () => this.#underWay.delete(download))
    return download.body
  }

  /** A slow one of an account with as many as are wanted, or the newest of that with the most, which keeps as many. */
  #givenUpFor(wanted: number): Download {
    const all = [...this.#underWay]
    const ofAccounts = all.map(({ accountId }) => this.#ofAccount(accountId))
    const largest = ofAccounts.reduce((most, one) => (one.length > most.length ? one : most))
    const newest = largest.length > wanted ? largest.at(-1) : undefined
    const slow = all.find(({ isSlow, accountId }) => isSlow && this.#ofAccount(accountId).length >= wanted)
    return slow ?? newest ?? fail('downloads_busy', undefined)
  }

  #ofAccount(accountId: string): Download[] {
    return [...this.#underWay].filter((one) => one.accountId === accountId)
  }
}

/** Of what the socket takes at a time, so that little is read ahead and the pace is known. */
const pieceBytes = 64 * 1024

/** Seconds in which the reader waits for us don't make it slow. */
function begun(accountId: string, chunks: AsyncIterable<Buffer>): Download {
  let [takenBytes, waitedSeconds] = [0, 0]
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
  const download = { accountId, body, isSlow: false }
  const timer = setInterval(() => {
    if (isWaiting) waitedSeconds++
    if (waitedSeconds < 60) return
    download.isSlow = takenBytes < slowDownloadBytesPerMinute
    takenBytes = waitedSeconds = 0
  }, 1_000).unref()
  body.once('close', () => clearInterval(timer))
  return download
}
