/**
 * The processes that decode images: a few, started when they are needed and kept for the next image. Each may take so much memory
 * and each question so much time; a process that goes beyond, crashes or has done its share is ended, and the next question gets a
 * new one. Whatever an image does, it does to that process: the answer is 'lost', and the server goes on.
 */
import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { answerOf, confinedProcess } from '../../platform/confined-process.ts'
import type { DecoderQuestion, DecoderReply, ImageAnswer } from '../image-answer.ts'

/** Why there is no answer: the process that worked on it ended or took too long, or there is none for it now. */
type NoAnswer = 'lost' | 'busy'

export interface DecoderPool {
  /** Prepares an image that came as base64. */
  prepare(base64: string): Promise<ImageAnswer | NoAnswer>
  /** Whether two prepared images show the same, the first in one of the positions given. */
  areAlike(a: Buffer, b: Buffer, positions: number[]): Promise<boolean | NoAnswer>
  /** Ends the processes, whatever they are doing; what waits gets none any more. */
  close(): void
}

/** Processes at a time (security: at most four decodes at once), and questions that may wait for one. */
const processesMax = 4
const waitingMax = 16

/** Questions that one process answers: decoders leak a little, and what an image may have done to one ends with it. */
const questionsMax = 100

/**
 * Milliseconds for one question, from when a process has it: waiting for a process does not count. Waiting for the processor does,
 * since whoever sent the image waits as well.
 */
const answerTimeoutMs = 5_000

/** Milliseconds that a new process may take until it listens, in addition. */
const startTimeoutMs = 15_000

/**
 * Kilobytes of data that one process may have: an image of 50 million pixels takes some 200 MB. Pictures can wait a little; searches
 * and sign-ins should not wait for them.
 */
const limits = { memoryKilobytesMax: 512 * 1024, priority: constants.priority.PRIORITY_BELOW_NORMAL }

/** Milliseconds without a question after which a process is ended, to give its memory back. */
const idleMsMax = 60_000

interface Decoder {
  child: ChildProcess
  questions: number
  idleTimer: NodeJS.Timeout | undefined
}

const decoderProgram = fileURLToPath(new URL('./main.ts', import.meta.url))

/** Opens the pool over the program that decodes, another one in tests; no process is started yet. */
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
      const reply = await answerOf<DecoderReply>(decoder.child, question, limit)
      if (reply === undefined) end(decoder)
      else release(decoder)
      return reply ?? 'lost'
    } catch {
      // The system has no room for another process.
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
