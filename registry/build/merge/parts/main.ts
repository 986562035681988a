/** A thread that writes a part of a merged snapshot, as a program: does what it is asked until it is ended. */
import { parentPort } from 'node:worker_threads'

// Before the first import of what may fail: its errors then name the lines of sources.
process.setSourceMapsEnabled(true)
const { writeAsked } = await import('./write-asked.ts')
if (parentPort !== null) writeAsked(parentPort)
