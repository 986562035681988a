/** A thread that searches, as a program: answers what it is asked until it is ended. */
import { parentPort, workerData } from 'node:worker_threads'

// Before the first import of what may fail: its errors then name the lines of sources.
process.setSourceMapsEnabled(true)
const { answerQuestions } = await import('./worker.ts')
if (parentPort !== null) answerQuestions(parentPort, workerData)
