/**
 * Reads files whole and compares them with their summaries. Two threads share those of a large snapshot: making checksums is most
 * of the work, and a process that serves meanwhile goes on serving. Of a small one it takes less time than to start a thread.
 *
 * It fails with a RegistryError that names the file: cut, changed, unreadable.
 */
import { read } from 'node:fs'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { FileSummary } from '#registry/format'
import { Gmac, gmacParts } from './gmac.ts'
import { RegistryError } from './json-reader.ts'
import { messageOf } from './thrown.ts'

const readFile = promisify(read)

/** A file that is open and as long as its summary says. */
export interface OpenFile {
  name: string
  descriptor: number
  summary: FileSummary
  /** Whether its content is wanted and not only compared. */
  isKept: boolean
}

/** By name, the contents of the files that are kept. */
export type Contents = Map<string, Uint8Array<SharedArrayBuffer>>

const program = new URL('./checksum-thread.mjs', import.meta.url)

/** Half of a snapshot is one file, so that a third thread would have little to do. */
export const openingThreadsMax = 2

/** Below it, starting threads would take longer than they save. */
const threadsMinBytes = 64 * 1024 * 1024

/** Bytes a thread reads at a time: they are in the processor's cache yet when their checksum is made. */
const threadChunkBytes = 256 * 1024

/** And this thread: a fifth of a millisecond of work, so that a serving process goes on serving. */
const chunkBytes = 1024 * 1024

/** What reading a file came to. */
interface Answer {
  gmac: string
  /** How many bytes there were. */
  done: number
  /** Undefined for a file that is not kept. */
  content: Uint8Array<SharedArrayBuffer> | undefined
  /** Why reading ended early, where it did. */
  failure: string | undefined
}

/** Reads them all. At most `threadsMax` threads work at it; an aborted `signal` ends it early, and it fails. */
export async function readChecked(
  files: readonly OpenFile[],
  { threadsMax, signal }: { threadsMax: number; signal?: AbortSignal | undefined },
): Promise<Contents> {
  signal?.throwIfAborted()
  const contents: Contents = new Map()
  const take = (file: OpenFile, answer: Answer) => {
    expectSame(file, answer)
    if (answer.content !== undefined) contents.set(file.name, answer.content)
  }
  if (bytesOf(files) < threadsMinBytes) for (const file of files) take(file, await readHere(file, signal))
  else await readInThreads(files, { threadsMax, signal, take })
  return contents
}

function expectSame({ name, summary }: OpenFile, { gmac, done, failure }: Answer): void {
  if (failure !== undefined) throw new RegistryError(name, `could not be read: ${failure}`)
  if (done < summary.bytes) throw new RegistryError(name, `ended at byte ${done} while it was read`)
  if (gmac !== summary.gmac) throw new RegistryError(name, `expected GMAC ${summary.gmac}, got ${gmac}`)
}

async function readHere(file: OpenFile, signal: AbortSignal | undefined): Promise<Answer> {
  const {
    descriptor,
    summary: { bytes },
    isKept,
  } = file
  const content = isKept ? new Uint8Array(new SharedArrayBuffer(bytes)) : undefined
  const passing = new Uint8Array(isKept ? 0 : Math.min(chunkBytes, bytes))
  const gmac = new Gmac()
  let done = 0
  let failure: string | undefined
  try {
    while (done < bytes) {
      signal?.throwIfAborted()
      const chunk = (content?.subarray(done) ?? passing).subarray(0, Math.min(chunkBytes, bytes - done))
      const { bytesRead } = await readFile(descriptor, chunk, 0, chunk.length, done)
      if (bytesRead === 0) break
      gmac.add(chunk.subarray(0, bytesRead))
      done += bytesRead
    }
  } catch (error) {
    failure = messageOf(error)
  }
  return { gmac: gmac.text(), done, content, failure }
}

/**
 * Has threads read them, each the next one that nobody has begun, the largest first: what is kept takes a thread three times as long as
 * what passes by, so that shares of as many bytes would end far apart. When one fails all are ended, and have ended before this fails.
 */
async function readInThreads(
  files: readonly OpenFile[],
  options: { threadsMax: number; signal: AbortSignal | undefined; take: (file: OpenFile, answer: Answer) => void },
): Promise<void> {
  const { threadsMax, signal, take } = options
  const ordered = files.toSorted((a, b) => b.summary.bytes - a.summary.bytes)
  const tasks = ordered.map(({ descriptor, summary, isKept }) => ({ descriptor, bytes: summary.bytes, isKept }))
  const begun = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  const workers: Worker[] = []
  const ends: Promise<void>[] = []
  let taken = 0
  const endAll = () => Promise.all(workers.map((worker) => worker.terminate()))
  signal?.addEventListener('abort', endAll)
  try {
    while (workers.length < Math.min(Math.max(1, threadsMax), files.length)) {
      const workerData = { files: tasks, begun, chunkBytes: threadChunkBytes, gmacParts }
      const worker = new Worker(program, { workerData, execArgv: [] })
      workers.push(worker)
      const end = endOf(worker, ({ place, ...answer }) => {
        take(ordered[place], answer)
        taken++
      })
      // Its failure is told below, unless the next thread cannot be started: then nobody asks for it.
      end.catch(() => {})
      ends.push(end)
    }
    await Promise.all(ends)
    if (taken < files.length) throw new Error(`expected threads to check ${files.length} files, got ${taken}`)
  } finally {
    signal?.removeEventListener('abort', endAll)
    await endAll()
  }
}

/** Resolves when a thread has nothing left to do; what it answered for, by the place of each file, was taken before. */
function endOf(worker: Worker, take: (answer: Answer & { place: number }) => void) {
  return new Promise<void>((resolve, reject) => {
    worker.on('message', (answer: Answer & { place: number }) => {
      try {
        take(answer)
      } catch (error) {
        reject(error)
      }
    })
    worker.on('error', reject)
    worker.on('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`a thread that checks the registry ended with code ${code}`))
    })
  })
}

function bytesOf(files: readonly OpenFile[]): number {
  return files.reduce((sum, { summary }) => sum + summary.bytes, 0)
}
