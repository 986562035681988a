/**
 * How much of large bodies is under way, on its way here or being worked on. Such a body lies in memory from its first byte until its
 * answer, and somebody may send many and take minutes over each; so each counts from before its first byte is read until it is
 * answered or broken off, with as many bytes as it announces, and one that announces nothing with as many as it may have.
 *
 * Where all the room is taken, it is shared out anew: whoever comes with less than the sender that has most of it gets room of that
 * one, whose newest uploads are ended, so that a few senders that take their time keep nobody else waiting. No sender is left with
 * less than the one that came then has; so one that sends a single image finishes it, and none takes room and loses it in turns.
 */
import type { IncomingMessage } from 'node:http'
import { cutOff } from './error-answer.ts'
import type { ApiError } from './verb.ts'

export interface UploadsUnderWay {
  /**
   * Counts the body of a request of this sender, and ends those of another one that have to make room for it; false when it is more
   * than the sender or this process has room for.
   */
  begin(request: IncomingMessage, sender: string): boolean
  /** Waits so long for room to be given back; false when none was. */
  nextEnd(msMax: number): Promise<boolean>
  /** Gives its room to others; of a request that has none, nothing. */
  end(request: IncomingMessage): void
}

interface UploadLimits {
  /** Bytes of one body, of those of one sender together, and of all. */
  bytesMax: number
  bytesOfSenderMax: number
  bytesOfAllMax: number
  /** What is answered to those that have to make room. */
  busy: () => ApiError
}

/** Counts those of one kind at this process. */
export function countUploads({ bytesMax, bytesOfSenderMax, bytesOfAllMax, busy }: UploadLimits): UploadsUnderWay {
  const underWay = new Map<IncomingMessage, { sender: string; bytes: number }>()
  const bytesOfSenders = new Map<string, number>()
  let bytesOfAll = 0
  /** Those that wait for room. */
  const waiting = new Set<(isEnded: boolean) => void>()

  const bytesOfSender = (sender: string) => bytesOfSenders.get(sender) ?? 0
  const add = (sender: string, bytes: number) => {
    const left = bytesOfSender(sender) + bytes
    if (left === 0) bytesOfSenders.delete(sender)
    else bytesOfSenders.set(sender, left)
    bytesOfAll += bytes
  }
  const end = (request: IncomingMessage) => {
    const upload = underWay.get(request)
    if (upload === undefined) return
    underWay.delete(request)
    add(upload.sender, -upload.bytes)
    for (const wake of [...waiting]) wake(true)
  }

  /**
   * The uploads that make room of so many bytes for a sender that wants so many in all; undefined where there are none. One that has
   * arrived is worked on, and gives its room back by itself in a moment.
   */
  const givenUpFor = (wanted: number, missing: number): IncomingMessage[] | undefined => {
    const given: IncomingMessage[] = []
    if (missing <= 0) return given
    const [largest] = [...bytesOfSenders.keys()].sort((a, b) => bytesOfSender(b) - bytesOfSender(a))
    let left = bytesOfSender(largest)
    let bytesGiven = 0
    for (const [request, { sender, bytes }] of [...underWay].reverse()) {
      if (sender !== largest || request.complete || left - bytes < wanted) continue
      given.push(request)
      left -= bytes
      bytesGiven += bytes
      if (bytesGiven >= missing) return given
    }
    return undefined
  }

  return {
    begin(request, sender) {
      // Its caller went away while it was asked who that is: it has no end any more that would give the room back.
      if (request.destroyed) return false
      const bytes = bytesOf(request, bytesMax)
      const wanted = bytesOfSender(sender) + bytes
      if (wanted > bytesOfSenderMax) return false
      const given = givenUpFor(wanted, bytesOfAll + bytes - bytesOfAllMax)
      if (given === undefined) return false
      for (const upload of given) {
        end(upload)
        cutOff(upload, busy())
      }
      underWay.set(request, { sender, bytes })
      add(sender, bytes)
      // Broken off, it is never answered; read to its end, it is.
      request.once('close', () => {
        if (!request.readableEnded) end(request)
      })
      return true
    },
    nextEnd: (msMax) =>
      new Promise((resolve) => {
        const wake = (isEnded: boolean) => {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve(isEnded)
        }
        const timer = setTimeout(wake, msMax, false)
        waiting.add(wake)
      }),
    end,
  }
}

/** As many as the body may have at most; one that announces more is refused before it is read. */
export function bytesOf({ headers }: IncomingMessage, bytesMax: number): number {
  if ('transfer-encoding' in headers) return bytesMax
  return Math.min(Number(headers['content-length'] ?? 0), bytesMax)
}
