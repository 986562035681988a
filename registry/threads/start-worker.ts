import { Worker } from 'node:worker_threads'

/** What a thread runs where its program is a source. */
const compiling = new URL('./worker-entry.mjs', import.meta.url)

/** Starts `program`, which finds `workerData` under this name. Throws where the system has no room for a thread. */
export function startWorker(program: URL, workerData: unknown): Worker {
  const isSource = program.pathname.endsWith('.ts')
  return isSource ? new Worker(compiling, { workerData, argv: [program.href] }) : new Worker(program, { workerData })
}
