/** The other end of worker.ts, which answers what it is asked in the order in which it is asked. */
import { Worker } from 'node:worker_threads'
import { BuildError } from '../build-error.ts'
import type { Answers, Questions, Reply } from './tasks.ts'

const program = new URL('./main.ts', import.meta.url)

const isSource = program.pathname.endsWith('.ts')

/** What a thread runs where the program is a source. */
const compiling = new URL('./worker-entry.mjs', import.meta.url)

export class Thread {
  readonly #worker: Worker
  #failure: Error | undefined
  /** Who waits for an answer, in the order of the questions: some may be left over from a file that was given up. */
  readonly #asked: { resolve(reply: Reply): void; reject(error: Error): void }[] = []

  /** `maker` tells the vocabularies of several threads from each other. */
  constructor(maker: number) {
    this.#worker = new Worker(isSource ? compiling : program, { workerData: maker })
    this.#worker.on('message', (reply: Reply) => this.#asked.shift()?.resolve(reply))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`a thread of the build ended with code ${code}`)))
  }

  /** Asks one thing, which is answered after all that were asked before. The memory in `given` is not this thread's any more. */
  async ask<K extends keyof Questions>(kind: K, question: Questions[K], given: ArrayBuffer[]): Promise<Answers[K]> {
    const reply = await new Promise<Reply>((resolve, reject) => {
      if (this.#failure !== undefined) throw this.#failure
      this.#worker.postMessage({ kind, question }, given)
      this.#asked.push({ resolve, reject })
    })
    if (reply.kind === 'done') return answerTo<K>(reply)
    throw reply.sentences === undefined ? new Error(reply.message) : new BuildError(reply.sentences)
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#asked.splice(0)) reject(this.#failure)
  }
}

function answerTo<K extends keyof Answers>(reply: Reply & { kind: 'done' }): Answers[K] {
  // worker.ts answers each question with the answer of its name, one after the other.
  return reply.answer as Answers[K]
}
