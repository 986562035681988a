/** The other end of worker.ts: one thread that searches, as the process that asks it sees it. */
import type { Worker } from 'node:worker_threads'
import { startWorker } from '../../threads/start-worker.ts'
import type { SearchQuery } from '../query.ts'
import type { SharedFiles } from '../snapshot.ts'
import { AskingEnd, newRing, type RingAnswer } from './question-ring.ts'
import type { News, Order } from './worker.ts'

const program = new URL('./main.ts', import.meta.url)

/** Gets an answer, which is valid until it returns, or `undefined` where there is none. */
export type Take = (answer: RingAnswer | undefined) => void

export class SearchThread {
  readonly #worker: Worker
  readonly #end: AskingEnd
  /** Who waits for an answer, in the order of the questions. */
  readonly #waiting: Take[] = []
  /** Who waits until a version is open, or closed, by its number; told whether it is open. */
  readonly #ordered = new Map<number, (isOpen: boolean) => void>()
  readonly #onFailure: (error: Error) => void
  #isEnded = false

  constructor(onFailure: (error: Error) => void) {
    const ring = newRing()
    this.#end = new AskingEnd(ring)
    this.#onFailure = onFailure
    this.#worker = startWorker(program, ring)
    this.#worker.on('message', (news: News) => this.#hear(news))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`a thread that searches ended with code ${code}`)))
  }

  /** How many questions it has not answered; of one that has ended more than any other can have, so that it is asked last. */
  get underWay(): number {
    return this.#isEnded ? Number.POSITIVE_INFINITY : this.#end.underWay
  }

  /** Resolves with whether it has opened the version. */
  open(version: number, files: SharedFiles, keptBytesMax: number): Promise<boolean> {
    return this.#order({ kind: 'open', version, files, keptBytesMax })
  }

  /** Resolves when it has closed the version, or has ended. */
  async close(version: number): Promise<void> {
    await this.#order({ kind: 'close', version })
  }

  /** False where it cannot be asked now. */
  ask(version: number, query: SearchQuery, take: Take): boolean {
    if (this.#isEnded || !this.#end.ask(version, JSON.stringify(query))) return false
    // Before anything else can go wrong: who waits has to stand in the order of the questions.
    const isFirst = this.#waiting.push(take) === 1
    if (this.#end.mustWake()) this.#tell({ kind: 'wake' })
    // Where others wait, this process is woken already, or will be.
    if (isFirst) this.#sleep()
    return true
  }

  /** Ends it, whatever it is doing. */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.#worker.terminate()
  }

  #tell(order: Order): void {
    this.#worker.postMessage(order)
  }

  #order(order: Order & { version: number }): Promise<boolean> {
    if (this.#isEnded) return Promise.resolve(false)
    return new Promise((resolve) => {
      this.#ordered.set(order.version, resolve)
      this.#tell(order)
    })
  }

  #hear(news: News): void {
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
    while (this.#end.hasAnswer()) {
      const answer = this.#end.take()
      this.#waiting.shift()?.(answer)
    }
    if (this.#waiting.length > 0) this.#sleep()
  }

  /** Waits to be woken, unless an answer came meanwhile: then that is taken behind what is under way now. */
  #sleep(): void {
    if (!this.#end.sleep()) setImmediate(() => this.#takeAnswers())
  }

  #fail(error: Error): void {
    if (!this.#isEnded) this.#onFailure(error)
    this.#isEnded = true
    for (const version of [...this.#ordered.keys()]) this.#settle(version, false)
    // Each may take long, so that others have their turn in between.
    for (const take of this.#waiting.splice(0)) setImmediate(() => take(undefined))
  }
}
