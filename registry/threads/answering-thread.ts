/** Threads that answer what they are asked, in the order in which they are asked. */
import type { Worker } from 'node:worker_threads'
import { startWorker } from './start-worker.ts'

interface ThreadOptions {
  /** What its program finds as `workerData`. */
  workerData: unknown
  /** Whose thread it is, as errors name it. */
  owner: string
}

/** The other end of a program that sends one message for each that it gets, in their order. */
export class AnsweringThread<Question, Answer> {
  readonly #worker: Worker
  #failure: Error | undefined
  /** Who waits for an answer, in the order of the questions. */
  readonly #asked: { resolve(answer: Answer): void; reject(error: Error): void }[] = []

  constructor(program: URL, { workerData, owner }: ThreadOptions) {
    this.#worker = startWorker(program, workerData)
    this.#worker.on('message', (answer: Answer) => this.#asked.shift()?.resolve(answer))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`a thread of the ${owner} ended with code ${code}`)))
  }

  /** Asks one thing; fails when the thread ends before it has answered. The memory in `given` is not this thread's any more. */
  ask(question: Question, given: ArrayBuffer[]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) throw this.#failure
      this.#worker.postMessage(question, given)
      this.#asked.push({ resolve, reject })
    })
  }

  /** Ends the thread, whatever it is doing. */
  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#asked.splice(0)) reject(this.#failure)
  }
}

/** Starts so many, or none: where one cannot be started, those before it are ended. */
export function startedTogether<T extends { close(): Promise<void> }>(count: number, start: (index: number) => T): T[] {
  const started: T[] = []
  try {
    while (started.length < count) started.push(start(started.length))
    return started
  } catch (error) {
    for (const thread of started) void thread.close()
    throw error
  }
}
