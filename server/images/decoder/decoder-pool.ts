/**
 * The processes that decode images: a few, reused, with limits on memory and time. One that exceeds them, crashes or
 * has done its share is ended. Whatever an image does, the answer is 'lost' and the server goes on; 'busy' where others
 * had the processor instead.
 */
import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { answerOf, confinedProcess, processorMs } from '../../platform/confined-process.ts'
import { type DecoderQuestion, type DecoderReply, type ImageAnswer, wasHeldUp } from '../image-answer.ts'

/** `lost`: the process ended or took too long. `busy`: there is none now, or it had too little of the processor. */
type NoAnswer = 'lost' | 'busy'

export interface DecoderPool {
  prepare(base64: string): Promise<ImageAnswer | NoAnswer>
  areAlike(a: Buffer, b: Buffer, positions: number[]): Promise<boolean | NoAnswer>
  close(): void
}

/** At most four decodes at once (security), and questions that may wait. */
const processesMax = 4
const waitingMax = 16

/** Decoders leak a little, and what an image did to a process ends with it. */
const questionsMax = 100

/** From when a process has the question, in ms. Waiting for the processor counts, since the sender waits too. */
const answerTimeoutMs = 5_000

const startTimeoutMs = 15_000

/** An image of 50 million pixels takes some 200 MB. Searches and sign-ins go before pictures. */
const limits = { memoryKilobytesMax: 512 * 1024, priority: constants.priority.PRIORITY_BELOW_NORMAL }

const idleMsMax = 60_000

interface Decoder {
  child: ChildProcess
  questions: number
  idleTimer: NodeJS.Timeout | undefined
}

const decoderProgram = fileURLToPath(new URL('./main.ts', import.meta.url))

export function openDecoderPool(program = decoderProgram): DecoderPool {
  const idle: Decoder[] = []
  const all = new Set<Decoder>()
  const waiting: (() => void)[] = []
  let busy = 0
  let isClosed = false

  const end = (decoder: Decoder) => {
    all.delete(decoder)
    const at = idle.indexOf(decoder)
    if (at !== -1) idle.splice(at, 1)
    clearTimeout(decoder.idleTimer)
    decoder.child.kill('SIGKILL')
  }
  const start = (): Decoder => {
    const decoder: Decoder = { child: confinedProcess(program, limits), questions: 0, idleTimer: undefined }
    decoder.child.on('exit', () => end(decoder))
    all.add(decoder)
    return decoder
  }
  const release = (decoder: Decoder) => {
    if (decoder.questions >= questionsMax) end(decoder)
    if (!all.has(decoder)) return
    decoder.idleTimer = setTimeout(() => end(decoder), idleMsMax).unref()
    idle.push(decoder)
  }
  const turn = async (): Promise<void> => {
    if (busy >= processesMax) await new Promise<void>((resolve) => waiting.push(resolve))
    else busy++
  }

  const ask = async (question: DecoderQuestion): Promise<DecoderReply | NoAnswer> => {
    if (busy >= processesMax && waiting.length >= waitingMax) return 'busy'
    await turn()
    try {
      if (isClosed) return 'busy'
      const decoder = idle.pop() ?? start()
      clearTimeout(decoder.idleTimer)
      const limit = answerTimeoutMs + (decoder.questions === 0 ? startTimeoutMs : 0)
      decoder.questions++
      const beforeMs = processorMs(decoder.child) ?? 0
      const reply = await answerOf<DecoderReply>(decoder.child, question, limit)
      if (reply !== undefined) {
        release(decoder)
        return reply
      }
      const usedMs = (processorMs(decoder.child) ?? Number.POSITIVE_INFINITY) - beforeMs
      end(decoder)
      return wasHeldUp(usedMs, answerTimeoutMs) ? 'busy' : 'lost'
    } catch {
      // No room for another process.
      return 'busy'
    } finally {
      const next = waiting.shift()
      if (next === undefined) busy--
      else next()
    }
  }

  return {
    async prepare(base64) {
      const reply = await ask({ kind: 'prepare', base64 })
      return typeof reply === 'object' ? (reply.kind === 'prepare' ? reply.answer : 'lost') : reply
    },
    async areAlike(a, b, positions) {
      const reply = await ask({ kind: 'compare', a, b, positions })
      return typeof reply === 'object' ? (reply.kind === 'compare' ? reply.areAlike : 'lost') : reply
    },
    close() {
      isClosed = true
      for (const decoder of [...all]) end(decoder)
    },
  }
}
