/**
 * Threads that search beside the process that serves: they have the same memory and the same files, and processors of their own.
 * A search that takes long, or reads from a disk that is slow, keeps nobody waiting but those behind it in its thread.
 *
 * Nothing fails for want of a thread: whatever none can answer, since too many questions are under way, or a question or an answer is
 * too long, or since the thread has ended, whoever asked answers by itself.
 */
import { availableParallelism } from 'node:os'
import { messageOf } from '../errors.ts'
import type { SearchQuery } from '../query.ts'
import type { SharedFiles } from '../snapshot.ts'
import { SearchThread, type Take } from './search-thread.ts'

/** More would serve more searches than one process can read requests. */
const threadsMax = 3

/** One thread for each processor but the one that serves. */
export function threadsFor(processors = availableParallelism()): number {
  return Math.min(threadsMax, processors - 1)
}

/** A version that threads have open. */
export interface SearchedElsewhere {
  /**
   * Searches in a thread, and gives the answer to `take` when it is there, `undefined` where there is none. It is valid until `take` returns.
   * False where no thread can be asked now.
   */
  ask(query: SearchQuery, take: Take): boolean
  /** Resolves when all that was asked was answered, and no thread reads the version's files any more. Nothing may be asked meanwhile. */
  close(): Promise<void>
}

export class SearchThreads {
  readonly #threads: SearchThread[] = []
  #versions = 0

  /**
   * Starts so many, or those that the system has room for. `onFailure` hears of each that cannot be started, ends by itself, or cannot open a
   * version; what it would have done the process does.
   */
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

  /** How many were started. */
  get count(): number {
    return this.#threads.length
  }

  /** Has every thread open a version, each of which keeps its part of so many bytes of what was asked for lately. */
  async open(files: SharedFiles, keptBytesMax: number): Promise<SearchedElsewhere> {
    const version = this.#versions++
    const keptBytesEach = keptBytesMax / Math.max(1, this.#threads.length)
    const opened = await Promise.all(
      this.#threads.map(async (thread) => ((await thread.open(version, files, keptBytesEach)) ? [thread] : [])),
    )
    return new OpenElsewhere(version, opened.flat())
  }

  /** Ends them. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()))
  }
}

class OpenElsewhere implements SearchedElsewhere {
  readonly #version: number
  readonly #threads: readonly SearchThread[]
  #underWay = 0
  #whenIdle = () => {}

  constructor(version: number, threads: readonly SearchThread[]) {
    this.#version = version
    this.#threads = threads
  }

  ask(query: SearchQuery, take: Take): boolean {
    let [idlest] = this.#threads
    for (const thread of this.#threads) if (thread.underWay < idlest.underWay) idlest = thread
    const isAsked = idlest?.ask(this.#version, query, (answer) => {
      take(answer)
      if (--this.#underWay === 0) this.#whenIdle()
    })
    if (isAsked) this.#underWay++
    return isAsked ?? false
  }

  async close(): Promise<void> {
    if (this.#underWay > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve))
    await Promise.all(this.#threads.map((thread) => thread.close(this.#version)))
  }
}
