/**
 * Room for large bodies, which are in memory until their answer. A sender may be slow on purpose: announced bytes count
 * before they are read. When room runs out, the sender with the most gives way.
 */
import type { IncomingMessage } from 'node:http'
import { cutOff } from './error-answer.ts'
import type { ApiError } from './verb.ts'

export interface UploadsUnderWay {
  /** Reserves room, and ends uploads of another sender that must make room; false when there is none. */
  begin(request: IncomingMessage, sender: string): boolean
  nextEnd(msMax: number): Promise<boolean>
  end(request: IncomingMessage): void
}

interface UploadLimits {
  bytesMax: number
  bytesOfSenderMax: number
  bytesOfAllMax: number
  busy: () => ApiError
}

export function countUploads({ bytesMax, bytesOfSenderMax, bytesOfAllMax, busy }: UploadLimits): UploadsUnderWay {
  const underWay = new Map<IncomingMessage, { sender: string; bytes: number }>()
  const bytesOfSenders = new Map<string, number>()
  let bytesOfAll = 0
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

  /** Undefined where no upload has to give way. An upload that has arrived soon frees its room by itself. */
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
      // Its caller went away during authentication: no end would free the room.
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

/** An undeclared length counts as the most a body may have. */
export function bytesOf({ headers }: IncomingMessage, bytesMax: number): number {
  if ('transfer-encoding' in headers) return bytesMax
  return Math.min(Number(headers['content-length'] ?? 0), bytesMax)
}
