import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { AnsweringThread, startedTogether } from '../threads/answering-thread.ts'
import { BuildError } from './build-error.ts'
import type { Compared, NeighbourLinks } from './index/neighbors.ts'
import type { JoinedRange } from './join/join.ts'
import { threadsMax, threadsMinBytes } from './limits.ts'
import type { SegmentAnswer, SegmentTask } from './rows/segments.ts'
import {
  type Answers,
  buffersIn,
  type JoinSetup,
  type Questions,
  type RangeTask,
  type Reply,
  Tasks,
} from './worker-tasks.ts'

/**
 * Who does the heavy steps of a build: reading segments of files, and joining ranges of
 * staged rows. Given many bytes, threads do, one for each core; given few, starting threads would take longer than the work, and
 * this thread does.
 *
 * Both do the same by the same functions (tasks.ts). Memory that threads share is left alone until the answer has come; columns go away
 * with a task or an answer. Whoever asks fails with what the task failed with, and when a thread ends before its time; `close` ends the
 * threads, whatever they are doing.
 */

export interface Workforce {
  /** How many tasks should be asked for at once. */
  readonly ahead: number
  segment(task: SegmentTask): Promise<SegmentAnswer>
  /** Comes before the first range. */
  startJoining(setup: JoinSetup): Promise<void>
  range(task: RangeTask): Promise<JoinedRange>
  /** Comes last. Its columns are given away with it. */
  link(compared: Compared): Promise<NeighbourLinks>
  close(): Promise<void>
}

/** A workforce for a build from so many bytes. */
export function workforceFor(bytes: number): Workforce {
  return bytes < threadsMinBytes ? thisThread() : threads(Math.min(availableParallelism(), threadsMax))
}

export function thisThread(): Workforce {
  const tasks = new Tasks(0)
  return {
    ahead: 1,
    segment: async (task) => tasks.segment(task),
    startJoining: async (setup) => tasks.startJoining(setup),
    async range(task) {
      // Everything here is in memory, so nothing else would let a signal or a timer in for minutes.
      await setImmediate()
      return tasks.range(task)
    },
    link: async (compared) => tasks.link(compared),
    close: async () => {},
  }
}

export function threads(count: number): Workforce {
  const pool = startedTogether(count, (maker) => new Thread(maker))
  /** The threads without a task, and who waits for one. */
  const idle = [...pool]
  const waiting: ((thread: Thread) => void)[] = []
  const withThread = async <T>(work: (thread: Thread) => Promise<T>): Promise<T> => {
    const thread = idle.pop() ?? (await new Promise<Thread>((resolve) => waiting.push(resolve)))
    try {
      return await work(thread)
    } finally {
      const next = waiting.shift()
      if (next === undefined) idle.push(thread)
      else next(thread)
    }
  }
  const closeAll = (all: readonly Thread[]) => Promise.all(all.map((thread) => thread.close()))
  return {
    // One being worked on and one waiting for each thread, so that none has to wait for this one.
    ahead: 2 * count,
    segment: (task) => withThread((thread) => thread.ask('segment', task, [])),
    startJoining: async (setup) => {
      await Promise.all(pool.map((thread) => thread.ask('startJoining', setup, [])))
    },
    range: (task) => withThread((thread) => thread.ask('range', task, [])),
    async link(compared) {
      // The last range has come, and what they remember of the rows is a part of the memory of which a build has most now.
      const linking = new Thread(0)
      await closeAll(pool.splice(0, pool.length, linking))
      return linking.ask('link', compared, buffersIn(compared))
    },
    close: async () => {
      await closeAll(pool)
    },
  }
}

/** The other end of worker.ts. */

const program = new URL('./threads/main.ts', import.meta.url)

class Thread {
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

/**
 * Works on several items at once and hands on the answers in the order of the items. At most `ahead` items are being worked
 * on or wait to be taken, which bounds memory; the first failure ends it.
 */
export async function* inOrder<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  ahead: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  for await (const item of items) {
    const answer = work(item)
    // Its failure is told when its turn comes, if the taker is still there to hear it.
    answer.catch(() => {})
    running.push(answer)
    if (running.length < ahead) continue
    const first = running.shift()
    if (first !== undefined) yield await first
  }
  for (const answer of running) yield await answer
}
