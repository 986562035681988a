/** Who makes the blocks of a sample: a thread for each core where there are many, else this one, for which threads would start too late. */
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type Block, blockCount, blockMaker, type Sample } from './block.ts'

export interface BlockMakers {
  /** How many blocks should be asked for at once. */
  readonly ahead: number
  /** Makes a block; fails with what the thread failed with. */
  make(block: number): Promise<Block>
  close(): Promise<void>
}

const program = new URL('./main.ts', import.meta.url)

/** What a thread runs where the program is a source. */
const compiling = new URL('./worker-entry.mjs', import.meta.url)

/** More would wait for this one, which writes. */
const threadsMax = 4
/** Fewer blocks are made before threads would have begun. */
const threadedBlocksMin = 4

export function blockMakers(sample: Sample): BlockMakers {
  if (blockCount(sample.providers) < threadedBlocksMin) return thisThread(sample)
  return threads(sample, Math.min(availableParallelism(), threadsMax))
}

export function thisThread(sample: Sample): BlockMakers {
  const make = blockMaker(sample)
  return {
    ahead: 1,
    async make(block) {
      // Nothing else would let a signal in.
      await setImmediate()
      return make(block)
    },
    close: async () => {},
  }
}

export function threads(sample: Sample, count: number): BlockMakers {
  const makers = startedTogether(count, () => new BlockThread(sample))
  return {
    // As each block takes about as long, each thread is asked in turn, for one block beyond the one that it makes.
    ahead: 2 * count,
    make: (block) => (makers[block % count] ?? makers[0]).make(block),
    close: async () => {
      await Promise.all(makers.map((maker) => maker.close()))
    },
  }
}

/** Starts so many, or none: where one cannot be started, those before it are ended. */
function startedTogether(count: number, start: () => BlockThread): BlockThread[] {
  const started: BlockThread[] = []
  try {
    while (started.length < count) started.push(start())
    return started
  } catch (error) {
    for (const thread of started) void thread.close()
    throw error
  }
}

/** The other end of main.ts, which answers in the order in which it is asked. */
class BlockThread {
  readonly #worker: Worker
  #failure: Error | undefined
  readonly #asked: { resolve(block: Block): void; reject(error: Error): void }[] = []

  constructor(sample: Sample) {
    const isSource = program.pathname.endsWith('.ts')
    this.#worker = new Worker(isSource ? compiling : program, { workerData: sample })
    this.#worker.on('message', (block: Block) => this.#asked.shift()?.resolve(block))
    this.#worker.on('error', (error) => this.#fail(error))
    this.#worker.on('exit', (code) => this.#fail(new Error(`a thread of the sample ended with code ${code}`)))
  }

  make(block: number): Promise<Block> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== undefined) throw this.#failure
      this.#asked.push({ resolve, reject })
      this.#worker.postMessage(block)
    })
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #fail(error: Error): void {
    this.#failure ??= error
    for (const { reject } of this.#asked.splice(0)) reject(this.#failure)
  }
}
