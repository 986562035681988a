/** A thread of the build, as a program: does what it is asked until it is ended. */
import { parentPort, workerData } from 'node:worker_threads'

// Before the first import of what may fail: its errors then name the lines of sources.
process.setSourceMapsEnabled(true)
const { work } = await import('./worker.ts')
if (parentPort !== null) work(parentPort, Number(workerData))
