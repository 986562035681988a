/**
 * Reads documents in a lowest-priority process, started for the first one, one at a time, ended when idle. If it
 * crashes, is too slow or too large, it is ended, the answer is undefined, and the next document gets a new one.
 */
import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { answerOf, confinedProcess } from '../platform/confined-process.ts'
import type { DocumentText } from './words.ts'

export interface DocumentReader {
  /** Undefined when it cannot be read, or too many wait. */
  read(image: Buffer): Promise<DocumentText | undefined>
  close(): void
}

export interface ReaderLimits {
  timeoutMs: number
  waitingMax: number
  program: string
}

const defaults: ReaderLimits = {
  timeoutMs: 60_000,
  waitingMax: 50,
  program: fileURLToPath(new URL('./reader/main.ts', import.meta.url)),
}

/** 300 MB were seen. Tesseract runs in a thread. */
const limits = {
  memoryKilobytesMax: 1024 * 1024,
  priority: constants.priority.PRIORITY_LOW,
  threads: 1,
  isIdle: true,
}

/** The engine's memory only grows. */
const documentsMax = 100

const idleMsMax = 60_000

export function openDocumentReader(changed: Partial<ReaderLimits> = {}): DocumentReader {
  const { timeoutMs, waitingMax, program } = { ...defaults, ...changed }
  let child: ChildProcess | undefined
  let documents = 0
  let waiting = 0
  let isClosed = false
  let idleTimer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const end = () => {
    clearTimeout(idleTimer)
    child?.kill('SIGKILL')
    child = undefined
    documents = 0
  }
  const readNow = async (image: Buffer): Promise<DocumentText | undefined> => {
    if (isClosed) return undefined
    clearTimeout(idleTimer)
    if (child === undefined || child.exitCode !== null || child.signalCode !== null || documents >= documentsMax) {
      end()
      child = confinedProcess(program, limits)
    }
    documents++
    const text = await answerOf<DocumentText>(child, image, timeoutMs)
    if (text === undefined) end()
    idleTimer = setTimeout(end, idleMsMax).unref()
    return text
  }

  return {
    async read(image) {
      if (waiting >= waitingMax) return undefined
      waiting++
      // A failed start must not fail the next document.
      const reading = last
        .then(() => readNow(image))
        .catch(() => undefined)
        .finally(() => waiting--)
      last = reading
      return reading
    },
    close() {
      isClosed = true
      end()
    },
  }
}
