/** A worker of the build, as a program: does one task after the other until it is ended. */
import { parentPort, workerData } from 'node:worker_threads'

// Before the imports that may fail, so that their errors name the lines of sources.
process.setSourceMapsEnabled(true)
const { answerTasks } = await import('../worker-pool.ts')
if (parentPort !== null) answerTasks(parentPort, Number(workerData))
