/** Who makes the blocks of a sample: a thread for each core where there are many, else this one, for which threads would start too late. */
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { AnsweringThread, startedTogether } from '../../threads/answering-thread.ts'
import { type Block, blockCount, blockMaker, buffersOf, type Sample } from './block.ts'

export interface BlockMakers {
  /** How many blocks should be asked for at once. */
  readonly ahead: number
  /** Makes a block; fails with what the thread failed with. */
  make(block: number): Promise<Block>
  /** Takes the memory of a block that nobody needs any more for a later one. */
  takeBack(used: Block): void
  close(): Promise<void>
}

/** What a thread is asked for. */
export interface BlockQuestion {
  block: number
  used: Block | undefined
}

const program = new URL('./main.ts', import.meta.url)

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
  const spare: Block[] = []
  return {
    ahead: 1,
    async make(block) {
      // Nothing else would let a signal in.
      await setImmediate()
      return make(block, spare.pop())
    },
    takeBack: (used) => void spare.push(used),
    close: async () => {},
  }
}

export function threads(sample: Sample, count: number): BlockMakers {
  const start = () => new AnsweringThread<BlockQuestion, Block>(program, { workerData: sample, owner: 'sample' })
  const makers = startedTogether(count, start)
  const spare: Block[] = []
  return {
    // As each block takes about as long, each thread is asked in turn, for one block beyond the one that it makes.
    ahead: 2 * count,
    make(block) {
      const used = spare.pop()
      return (makers[block % count] ?? makers[0]).ask({ block, used }, used === undefined ? [] : buffersOf(used))
    },
    takeBack: (used) => void spare.push(used),
    close: async () => {
      await Promise.all(makers.map((maker) => maker.close()))
    },
  }
}
