/**
 * Threads that search over the same memory and files as the serving process. What no thread answers (it ended, its ring
 * is full, a text is too long, a file is damaged) the process searches itself.
 */
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { startWorker } from '../../threads/start-worker.ts'
import { messageOf } from '../errors.ts'
import type { AlignedParts } from '../overlay.ts'
import type { Frame, SearchQuery } from '../query.ts'
import type { SharedFiles } from '../snapshot.ts'
import type { ThreadNews, ThreadOrder, ThreadQuestion } from './main.ts'
import { AskingEnd, newRing } from './ring.ts'

const program = new URL('./main.ts', import.meta.url)

/** More would serve more searches than one process can read requests. */
const threadsMax = 3

/** One per processor, except the one that serves. */
export function threadsFor(processors = availableParallelism()): number {
  return Math.min(threadsMax, processors - 1)
}

export interface ThreadedVersion {
  /** Undefined when the thread could not answer; at once when no thread is free. */
  search(query: SearchQuery, frame: Frame): Promise<Buffer | undefined> | undefined
  /** A thread that has not taken it in answers by the one before, or leaves the search to the process. */
  takeOverlay(parts: AlignedParts): void
  /** Resolves when no thread reads the version's files. No search may follow. */
  close(): Promise<void>
}

export class SearchThreads {
  readonly #threads: SearchThread[] = []
  #versions = 0

  /** `onFailure` gets an error for each thread that does not start, ends by itself or cannot open a version. */
  constructor(count: number, onFailure: (error: Error) => void) {
    while (this.#threads.length < count) {
      try {
        this.#threads.push(new SearchThread(onFailure))
      } catch (error) {
        onFailure(new Error(`a thread that searches could not be started: ${messageOf(error)}`))
        return
      }
    }
  }

  get count(): number {
    return this.#threads.length
  }

  /** They share `cacheBytesMax`. */
  async open(files: SharedFiles, cacheBytesMax: number): Promise<ThreadedVersion> {
    const version = this.#versions++
    const each = cacheBytesMax / Math.max(1, this.#threads.length)
    const opened = await Promise.all(
      this.#threads.map(async (thread) => ((await thread.open(version, files, each)) ? [thread] : [])),
    )
    return versionIn(opened.flat(), version)
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }
}

function versionIn(threads: readonly SearchThread[], version: number): ThreadedVersion {
  const searches = new Set<Promise<unknown>>()
  return {
    search(query, frame) {
      let [least] = threads
      for (const thread of threads) if (thread.inFlight < least.inFlight) least = thread
      const answer = least?.ask(version, { query, frame })
      if (answer === undefined) return undefined
      searches.add(answer)
      void answer.then(() => searches.delete(answer))
      return answer
    },
    takeOverlay(parts) {
      for (const thread of threads) thread.takeOverlay(version, parts)
    },
    async close() {
      await Promise.all(searches)
      await Promise.all(threads.map((thread) => thread.close(version)))
    },
  }
}

class SearchThread {
  readonly #worker: Worker
  readonly #end: AskingEnd
  readonly #onFailure: (error: Error) => void
  /** In the order of the questions. */
  readonly #waiting: ((json: Buffer | undefined) => void)[] = []
  /** By version number; gets whether it is open. */
  readonly #ordered = new Map<number, (isOpen: boolean) => void>()
  #isEnded = false

  constructor(onFailure: (error: Error) => void) {
    const ring = newRing()
    this.#end = new AskingEnd(ring)
    this.#onFailure = onFailure
    this.#worker = startWorker(program, ring)
    this.#worker.on('message', (news: ThreadNews) => this.#hear(news))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`a thread that searches ended with code ${code}`)))
  }

  /** Infinite once the thread has ended, so that it is chosen last. */
  get inFlight(): number {
    return this.#isEnded ? Number.POSITIVE_INFINITY : this.#end.inFlight
  }

  open(version: number, files: SharedFiles, cacheBytesMax: number): Promise<boolean> {
    return this.#order({ kind: 'open', version, files, cacheBytesMax })
  }

  /** When it has closed the version, or has ended. */
  async close(version: number): Promise<void> {
    await this.#order({ kind: 'close', version })
  }

  takeOverlay(version: number, parts: AlignedParts): void {
    if (!this.#isEnded) this.#send({ kind: 'overlay', version, parts })
  }

  ask(version: number, question: ThreadQuestion): Promise<Buffer | undefined> | undefined {
    if (this.#isEnded || !this.#end.ask(version, JSON.stringify(question))) return undefined
    // Before anything can fail: the order is that of the questions.
    const answer = new Promise<Buffer | undefined>((resolve) => this.#waiting.push(resolve))
    if (this.#end.mustWake()) this.#send({ kind: 'wake' })
    // Otherwise a wake-up is on its way.
    if (this.#waiting.length === 1) this.#sleep()
    return answer
  }

  async end(): Promise<void> {
    this.#isEnded = true
    await this.#worker.terminate()
  }

  #send(order: ThreadOrder): void {
    this.#worker.postMessage(order)
  }

  #order(order: ThreadOrder & { version: number }): Promise<boolean> {
    if (this.#isEnded) return Promise.resolve(false)
    return new Promise((resolve) => {
      this.#ordered.set(order.version, resolve)
      this.#send(order)
    })
  }

  #hear(news: ThreadNews): void {
    switch (news.kind) {
      case 'wake':
        this.#takeAnswers()
        return
      case 'failed':
        this.#onFailure(new Error(`a thread that searches could not open a version: ${news.message}`))
        this.#settle(news.version, false)
        return
      case 'opened':
      case 'closed':
        this.#settle(news.version, news.kind === 'opened')
    }
  }

  #settle(version: number, isOpen: boolean): void {
    this.#ordered.get(version)?.(isOpen)
    this.#ordered.delete(version)
  }

  #takeAnswers(): void {
    if (this.#isEnded) return
    while (this.#end.hasAnswer()) this.#waiting.shift()?.(this.#end.take())
    if (this.#waiting.length > 0) this.#sleep()
  }

  /** An answer that came meanwhile is taken after what runs now. */
  #sleep(): void {
    if (!this.#end.sleep()) setImmediate(() => this.#takeAnswers())
  }

  #fail(error: Error): void {
    if (!this.#isEnded) this.#onFailure(error)
    this.#isEnded = true
    for (const version of [...this.#ordered.keys()]) this.#settle(version, false)
    // Each may take the process a long search, so other work runs in between.
    for (const resolve of this.#waiting.splice(0)) setImmediate(() => resolve(undefined))
  }
}
