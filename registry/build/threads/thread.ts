/** The other end of worker.ts: asks one thing after the other. */
import { Worker } from 'node:worker_threads'
import { BuildError } from '../build-error.ts'
import type { Answers, Questions, Reply } from './tasks.ts'

export class Thread {
  readonly #worker: Worker
  #failure: Error | undefined
  #settle: { resolve(reply: Reply): void; reject(error: Error): void } | undefined

  /** `maker` tells the vocabularies of several threads from each other. */
  constructor(maker: number) {
    this.#worker = new Worker(new URL('./worker-entry.mjs', import.meta.url), { workerData: maker })
    this.#worker.on('message', (reply: Reply) => this.#settle?.resolve(reply))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`a thread of the build ended with code ${code}`)))
  }

  /** Asks one thing, which must be answered before the next. The memory in `given` is not this thread's any more. */
  async ask<K extends keyof Questions>(kind: K, question: Questions[K], given: ArrayBuffer[]): Promise<Answers[K]> {
    const reply = await new Promise<Reply>((resolve, reject) => {
      if (this.#failure !== undefined) throw this.#failure
      this.#settle = { resolve, reject }
      this.#worker.postMessage({ kind, question }, given)
    })
    if (reply.kind === 'done') return answerTo<K>(reply)
    throw reply.sentences === undefined ? new Error(reply.message) : new BuildError(reply.sentences)
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(error: Error): void {
    this.#failure ??= error
    this.#settle?.reject(this.#failure)
  }
}

function answerTo<K extends keyof Answers>(reply: Reply & { kind: 'done' }): Answers[K] {
  // worker.ts answers each question with the answer of its name, and a thread has one question at a time.
  return reply.answer as Answers[K]
}
