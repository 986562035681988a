/**
 * Who does the heavy steps of a build: reading segments of files, and joining ranges of
 * staged rows. Given many bytes, threads do, one for each core; given few, starting threads would take longer than the work, and
 * this thread does.
 *
 * Both do the same by the same functions (tasks.ts). Memory that threads share is left alone until the answer has come; columns go away
 * with a task or an answer. Whoever asks fails with what the task failed with, and when a thread ends before its time; `close` ends the
 * threads, whatever they are doing.
 */
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { startedTogether } from '../../threads/answering-thread.ts'
import type { Compared, NeighbourLinks } from '../index/neighbour-links.ts'
import type { JoinedRange } from '../join/join.ts'
import { threadsMax, threadsMinBytes } from '../limits.ts'
import type { SegmentAnswer, SegmentTask } from '../rows/segment.ts'
import { buffersIn } from './buffers.ts'
import { type JoinSetup, type RangeTask, Tasks } from './tasks.ts'
import { Thread } from './thread.ts'

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
