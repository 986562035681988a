// A thread of Node 20 does not take over how its program reads TypeScript, so this one says it before the first import of any.
import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { work } = await import('./worker.ts')
work(parentPort, Number(workerData))
