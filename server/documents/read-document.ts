/**
 * Reads the text of documents in a process of its own, with the least claim to the processor, so that calls are answered as if nobody
 * read anything. It is started for the first document, reads one at a time, and is ended after a while without any. A process that
 * crashes, takes too long or too much memory is ended, and the next document gets a new one. Whatever an image does, the answer is then
 * undefined: nothing is known of it, and the server goes on.
 */
import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { answerOf, confinedProcess } from '../platform/confined-process.ts'
import type { DocumentText } from './words.ts'

export interface DocumentReader {
  /** The text of an image, WebP; undefined when it cannot be read, or when too many documents wait already. */
  read(image: Buffer): Promise<DocumentText | undefined>
  /** Ends the process, whatever it is doing; what waits is answered undefined. */
  close(): void
}

export interface ReaderLimits {
  /** Milliseconds for one document, the start of the process included. */
  timeoutMs: number
  /** Documents that may wait. */
  waitingMax: number
  /** The program that reads, another one in tests. */
  program: string
}

const defaults: ReaderLimits = {
  timeoutMs: 60_000,
  waitingMax: 50,
  program: fileURLToPath(new URL('./reader/main.ts', import.meta.url)),
}

/** Kilobytes of data that the process may have: 300 MB were seen. */
const limits = { memoryKilobytesMax: 1024 * 1024, priority: constants.priority.PRIORITY_LOW, isIdle: true }

/** Documents that one process reads, since the engine's memory only grows. */
const documentsMax = 100

/** Milliseconds without a document after which the process is ended, to give its memory back. */
const idleMsMax = 60_000

/** Opens the reader; no process is started yet. */
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
      // A process that cannot be started must not fail those after it.
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
