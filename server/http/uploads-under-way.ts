/**
 * How much of large bodies is under way, on its way here or being worked on. Such a body lies in memory from its first byte until its
 * answer, and somebody may send many and take minutes over each; so each counts from before its first byte is read until it is
 * answered or broken off, with as many bytes as it announces, and one that announces nothing with as many as it may have.
 */
import type { IncomingMessage } from 'node:http'
import { imageBodyBytesMax, uploadBytesOfAccountMax, uploadBytesOfAllMax } from '#contract/limits'

export interface UploadsUnderWay {
  /** Counts the body of a request of this account; false when it is more than the account or this process has room for. */
  begin(request: IncomingMessage, accountId: string): boolean
  /** Gives its room to others; of a request that has none, nothing. */
  end(request: IncomingMessage): void
}

/** Counts those of this process. */
export function countUploads(): UploadsUnderWay {
  const underWay = new Map<IncomingMessage, { accountId: string; bytes: number }>()
  const bytesOfAccounts = new Map<string, number>()
  let bytesOfAll = 0

  const add = (accountId: string, bytes: number) => {
    const left = (bytesOfAccounts.get(accountId) ?? 0) + bytes
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

  return {
    begin(request, accountId) {
      // Its caller went away while it was asked who that is: it has no end any more that would give the room back.
      if (request.destroyed) return false
      const bytes = bytesOf(request)
      if ((bytesOfAccounts.get(accountId) ?? 0) + bytes > uploadBytesOfAccountMax) return false
      if (bytesOfAll + bytes > uploadBytesOfAllMax) return false
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
