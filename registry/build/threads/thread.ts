/** The other end of worker.ts. */
import { AnsweringThread } from '../../threads/answering-thread.ts'
import { BuildError } from '../build-error.ts'
import type { Answers, Questions, Reply } from './tasks.ts'

const program = new URL('./main.ts', import.meta.url)

export class Thread {
  readonly #thread: AnsweringThread<{ kind: keyof Questions; question: Questions[keyof Questions] }, Reply>

  /** `maker` tells the vocabularies of several threads from each other. */
  constructor(maker: number) {
    this.#thread = new AnsweringThread(program, { workerData: maker, owner: 'build' })
  }

  /** Asks one thing, which is answered after all that were asked before. The memory in `given` is not this thread's any more. */
  async ask<K extends keyof Questions>(kind: K, question: Questions[K], given: ArrayBuffer[]): Promise<Answers[K]> {
    const reply = await this.#thread.ask({ kind, question }, given)
    if (reply.kind === 'done') return answerTo<K>(reply)
    throw reply.sentences === undefined ? new Error(reply.message) : new BuildError(reply.sentences)
  }

  close(): Promise<void> {
    return this.#thread.close()
  }
}

function answerTo<K extends keyof Answers>(reply: Reply & { kind: 'done' }): Answers[K] {
  // worker.ts answers each question with the answer of its name, one after the other.
  return reply.answer as Answers[K]
}
