/**
 * Runs the heavy steps of a build in worker threads, one for each core; for a small input in this thread. Shared memory
 * must be left alone until the answer has come; other columns are transferred. A task fails with its own error, or when
 * its worker ends early.
 */
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import type { MessagePort, Worker } from 'node:worker_threads'
import { WrittenCities } from '#registry/places/written-cities'
import { messageOf } from '#registry/search/errors'
import { startWorker } from '../threads/start-worker.ts'
import { BuildError } from './build-error.ts'
import { type Compared, linkNeighbors, type NeighborLinks } from './index/neighbors.ts'
import type { SpareBatch } from './join/batch.ts'
import { Join, type JoinedFile, type JoinedRange } from './join/join.ts'
import { ProviderRenderer } from './join/providers.ts'
import { threadsMax, threadsMinBytes } from './limits.ts'
import type { PlacedCities } from './rows/city-tally.ts'
import { type SegmentAnswer, SegmentReader, type SegmentTask } from './rows/segments.ts'

interface JoinSetup {
  files: readonly JoinedFile[]
  labels: ReadonlyMap<string, string>
  cities?: PlacedCities
}

interface RangeTask {
  bytes: Uint8Array<SharedArrayBuffer>
  spare?: SpareBatch
}

export interface WorkerPool {
  /** How many tasks to have under way at once. */
  readonly ahead: number
  segment(task: SegmentTask): Promise<SegmentAnswer>
  /** Must come before the first range. */
  startJoining(setup: JoinSetup): Promise<void>
  range(task: RangeTask): Promise<JoinedRange>
  /** Must come last. The columns are transferred. */
  link(compared: Compared): Promise<NeighborLinks>
  close(): Promise<void>
}

export function workerPoolFor(bytes: number): WorkerPool {
  return bytes < threadsMinBytes ? thisThread() : threads(Math.min(availableParallelism(), threadsMax))
}

export function thisThread(): WorkerPool {
  const tasks = new Tasks(0)
  return {
    ahead: 1,
    segment: async (task) => tasks.segment(task),
    startJoining: async (setup) => tasks.startJoining(setup),
    async range(task) {
      // Lets signals and timers in: everything here is in memory.
      await setImmediate()
      return tasks.range(task)
    },
    link: async (compared) => tasks.link(compared),
    close: async () => {},
  }
}

export function threads(count: number): WorkerPool {
  const pool: BuildWorker[] = []
  try {
    while (pool.length < count) pool.push(new BuildWorker(pool.length))
  } catch (error) {
    for (const worker of pool) void worker.close()
    throw error
  }
  const idle = [...pool]
  const waiting: ((worker: BuildWorker) => void)[] = []
  const withWorker = async <T>(work: (worker: BuildWorker) => Promise<T>): Promise<T> => {
    const worker = idle.pop() ?? (await new Promise<BuildWorker>((resolve) => waiting.push(resolve)))
    try {
      return await work(worker)
    } finally {
      const next = waiting.shift()
      if (next === undefined) idle.push(worker)
      else next(worker)
    }
  }
  const closeAll = (workers: readonly BuildWorker[]) => Promise.all(workers.map((worker) => worker.close()))
  return {
    // One task in work and one waiting for each worker.
    ahead: 2 * count,
    segment: (task) => withWorker((worker) => worker.run('segment', task)),
    startJoining: async (setup) => {
      await Promise.all(pool.map((worker) => worker.run('startJoining', setup)))
    },
    range: (task) => withWorker((worker) => worker.run('range', task)),
    async link(compared) {
      // A fresh worker: the memory of the others is given back first, for now a build needs most.
      const linking = new BuildWorker(0)
      await closeAll(pool.splice(0, pool.length, linking))
      return linking.run('link', compared, buffersIn(compared))
    },
    close: async () => {
      await closeAll(pool)
    },
  }
}

/** Works on up to `ahead` items at once and yields the answers in the order of the items. The first failure ends it. */
export async function* inOrder<T, R>(
  items: AsyncIterable<T> | Iterable<T>,
  ahead: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  for await (const item of items) {
    const answer = work(item)
    // Thrown when its turn comes, if the taker has not gone by then.
    answer.catch(() => {})
    running.push(answer)
    if (running.length < ahead) continue
    const first = running.shift()
    if (first !== undefined) yield await first
  }
  for (const answer of running) yield await answer
}

type Task = keyof Tasks
type Setup<T extends Task> = Parameters<Tasks[T]>[0]
type Answer<T extends Task> = ReturnType<Tasks[T]>
type Request = { [T in Task]: { task: T; setup: Setup<T> } }[Task]
type Reply =
  | { kind: 'done'; answer: Answer<Task> }
  | { kind: 'failed'; message: string; sentences: readonly string[] | undefined }

class BuildWorker {
  readonly #worker: Worker
  readonly #waiting: { resolve(reply: Reply): void; reject(error: Error): void }[] = []
  #failure: Error | undefined

  constructor(workerId: number) {
    this.#worker = startWorker(new URL('./worker/main.ts', import.meta.url), workerId)
    this.#worker.on('message', (reply: Reply) => this.#waiting.shift()?.resolve(reply))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`a thread of the build ended with code ${code}`)))
  }

  async run<T extends Task>(task: T, setup: Setup<T>, transferred: ArrayBuffer[] = []): Promise<Answer<T>> {
    const reply = await new Promise<Reply>((resolve, reject) => {
      if (this.#failure !== undefined) throw this.#failure
      this.#worker.postMessage({ task, setup }, transferred)
      this.#waiting.push({ resolve, reject })
    })
    if (reply.kind === 'done') return answerTo<T>(reply)
    throw reply.sentences === undefined ? new Error(reply.message) : new BuildError(reply.sentences)
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure)
  }
}

function answerTo<T extends Task>(reply: Reply & { kind: 'done' }): Answer<T> {
  // A worker answers each task with the answer of its name, in their order.
  return reply.answer as Answer<T>
}

export function answerTasks(port: MessagePort, workerId: number): void {
  const tasks = new Tasks(workerId)
  port.on('message', (request: Request) => {
    try {
      const answer = doTask(tasks, request)
      const columns = answer && ('batch' in answer ? answer.batch : answer)
      port.postMessage({ kind: 'done', answer } satisfies Reply, columns && buffersIn(columns))
    } catch (error) {
      const sentences = error instanceof BuildError ? error.sentences : undefined
      port.postMessage({ kind: 'failed', message: messageOf(error), sentences } satisfies Reply)
    }
  })
}

function doTask(tasks: Tasks, request: Request): Exclude<Answer<Task>, void> | undefined {
  switch (request.task) {
    case 'segment':
      return tasks.segment(request.setup)
    case 'startJoining':
      tasks.startJoining(request.setup)
      return undefined
    case 'range':
      return tasks.range(request.setup)
    case 'link':
      return tasks.link(request.setup)
  }
}

class Tasks {
  readonly #workerId: number
  readonly #segments = new SegmentReader()
  #join: Join | undefined

  constructor(workerId: number) {
    this.#workerId = workerId
  }

  segment(task: SegmentTask): SegmentAnswer {
    return this.#segments.read(task)
  }

  startJoining({ files, labels, cities }: JoinSetup): undefined {
    const written = cities && new WrittenCities(cities.names, cities.positions)
    this.#join = new Join(files, new ProviderRenderer(labels, this.#workerId, written))
  }

  range({ bytes, spare }: RangeTask): JoinedRange {
    if (this.#join === undefined) throw new Error('expected startJoining before the first range')
    return this.#join.range(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), spare)
  }

  link(compared: Compared): NeighborLinks {
    return linkNeighbors(compared)
  }
}

/** The memory of an object's columns that threads do not share, to be transferred instead of copied. */
function buffersIn(columns: object): ArrayBuffer[] {
  return Object.values(columns).flatMap((value: unknown) => {
    return ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : []
  })
}
