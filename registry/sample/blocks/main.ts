/** A thread that makes blocks of the sample: it is told the sample as it starts, and then the numbers of blocks, with memory to use again. */
import { parentPort, workerData } from 'node:worker_threads'
import { blockMaker, buffersOf, type Sample } from './block.ts'
import type { BlockQuestion } from './block-makers.ts'

const sample: Sample = workerData
const make = blockMaker(sample)

parentPort?.on('message', ({ block, used }: BlockQuestion) => {
  const made = make(block, used)
  parentPort?.postMessage(made, buffersOf(made))
})
