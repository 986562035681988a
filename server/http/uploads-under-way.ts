/**
 * How much of large bodies is under way, on its way here or being worked on. Such a body lies in memory from its first byte until its
 * answer, and somebody may send many and take minutes over each; so each counts from before its first byte is read until it is
 * answered or broken off, with as many bytes as it announces, and one that announces nothing with as many as it may have.
 *
 * Where all the room is taken, it is shared out anew: whoever comes with less than the account that has most of it gets room of that
 * one, whose newest uploads are ended, so that a few accounts that take their time keep nobody else waiting. No account is left with
 * less than the one that came then has; so one that sends a single image finishes it, and none takes room and loses it in turns.
 */
import type { IncomingMessage } from 'node:http'
import { imageBodyBytesMax, uploadBytesOfAccountMax, uploadBytesOfAllMax } from '#contract/limits'
import { cutOff } from './error-answer.ts'
import { apiError } from './verb.ts'

export interface UploadsUnderWay {
  /**
   * Counts the body of a request of this account, and ends those of another one that have to make room for it; false when it is more
   * than the account or this process has room for.
   */
  begin(request: IncomingMessage, accountId: string): boolean
  /** Gives its room to others; of a request that has none, nothing. */
  end(request: IncomingMessage): void
}

/** Counts those of this process. */
export function countUploads(): UploadsUnderWay {
  const underWay = new Map<IncomingMessage, { accountId: string; bytes: number }>()
  const bytesOfAccounts = new Map<string, number>()
  let bytesOfAll = 0

  const bytesOfAccount = (accountId: string) => bytesOfAccounts.get(accountId) ?? 0
  const add = (accountId: string, bytes: number) => {
    const left = bytesOfAccount(accountId) + bytes
    if (left === 0) bytesOfAccounts.delete(accountId)
    else bytesOfAccounts.set(accountId, left)
    bytesOfAll += bytes
  }
  const end = (request: IncomingMessage) => {
    const upload = underWay.get(request)
    if (upload === undefined) return
    underWay.delete(request)
    add(upload.accountId, -upload.bytes)
  }

  /**
   * The uploads that make room of so many bytes for an account that wants so many in all; undefined where there are none. One that has
   * arrived is worked on, and gives its room back by itself in a moment.
   */
  const givenUpFor = (wanted: number, missing: number): IncomingMessage[] | undefined => {
    const given: IncomingMessage[] = []
    if (missing <= 0) return given
    const [largest] = [...bytesOfAccounts.keys()].sort((a, b) => bytesOfAccount(b) - bytesOfAccount(a))
    let left = bytesOfAccount(largest)
    let bytesGiven = 0
    for (const [request, { accountId, bytes }] of [...underWay].reverse()) {
      if (accountId !== largest || request.complete || left - bytes < wanted) continue
      given.push(request)
      left -= bytes
      bytesGiven += bytes
      if (bytesGiven >= missing) return given
    }
    return undefined
  }

  return {
    begin(request, accountId) {
      // Its caller went away while it was asked who that is: it has no end any more that would give the room back.
      if (request.destroyed) return false
      const bytes = bytesOf(request)
      const wanted = bytesOfAccount(accountId) + bytes
      if (wanted > uploadBytesOfAccountMax) return false
      const given = givenUpFor(wanted, bytesOfAll + bytes - uploadBytesOfAllMax)
      if (given === undefined) return false
      for (const upload of given) {
        end(upload)
        cutOff(upload, apiError('decoder_busy', undefined))
      }
      underWay.set(request, { accountId, bytes })
      add(accountId, bytes)
      // Broken off, it is never answered; read to its end, it is.
      request.once('close', () => {
        if (!request.readableEnded) end(request)
      })
      return true
    },
    end,
  }
}

/** One that announces more than it may have is refused before it is read. */
function bytesOf({ headers }: IncomingMessage): number {
  if ('transfer-encoding' in headers) return imageBodyBytesMax
  return Math.min(Number(headers['content-length'] ?? 0), imageBodyBytesMax)
}
