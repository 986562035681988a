/** A thread that makes blocks of the sample: it is told the sample as it starts, and then the numbers of blocks. */
import { parentPort, workerData } from 'node:worker_threads'
import { type Block, blockMaker, type Sample } from './block.ts'

const sample: Sample = workerData
const make = blockMaker(sample)

parentPort?.on('message', (number: number) => {
  const block: Block = make(number)
  const given = Object.values(block).map(({ buffer }) => buffer)
  parentPort?.postMessage(block, given)
})
