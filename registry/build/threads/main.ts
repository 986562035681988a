/** A thread of the build, as a program: does what it is asked until it is ended. */
import { parentPort, workerData } from 'node:worker_threads'
import { work } from './worker.ts'

if (parentPort !== null) work(parentPort, Number(workerData))
