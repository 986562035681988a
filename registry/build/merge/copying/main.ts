/** The thread that copies while another one writes indexes, as a program: does what it is asked until it is ended. */
import { parentPort } from 'node:worker_threads'

// Before the first import of what may fail: its errors then name the lines of sources.
process.setSourceMapsEnabled(true)
const { copyAsked } = await import('./copy-asked.ts')
if (parentPort !== null) copyAsked(parentPort)
