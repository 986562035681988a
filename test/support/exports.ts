/** What makes exports in tests: the work of server/main.ts over the parts of a test server. */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { keepExporting, type RunParts } from '#server/exports/run-exports'
import { openFiles } from '#server/platform/files/files'
import type { TestBucket } from './test-bucket.ts'
import type { TestServer } from './test-server.ts'

/** Starts it; `close` stops it. What it warns of is in `warnings`. */
export function startExporting(server: TestServer, changed: Partial<RunParts> = {}) {
  const store = { kind: 'disk', dir: join(server.dataDir, 'files') } as const
  const files = openFiles(store)
  const warnings: string[] = []
  const { database, registry } = server
  const parts: RunParts = {
    ...{ database, files, store, registryOf: async () => registry },
    warn: (sentence) => void warnings.push(sentence),
    ...changed,
  }
  const running = keepExporting(parts, { everyMs: 20 })
  return { files, parts, warnings, close: () => running.close() }
}

/** A way to a bucket that holds back what is to be written until told not to, and writes it also for who is gone. */
export async function startHeldBucket({ choice, port }: TestBucket) {
  const [arrived, released, written] = [newSignal(), newSignal(), newSignal()]
  const server = createServer(async (from, reply) => {
    const { method, url: path, headers } = from
    const body = await buffer(from)
    if (method === 'PUT') {
      arrived.resolve()
      await released.promise
    }
    const passed = request({ host: '127.0.0.1', port, method, path, headers }).end(body)
    const [answer] = await once(passed, 'response')
    const bytes = await buffer(answer)
    if (method === 'PUT') written.resolve()
    reply.writeHead(answer.statusCode, answer.headers).end(bytes)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const ownPort = typeof address === 'object' && address !== null ? address.port : 0
  return {
    choice: { ...choice, endpoint: `http://127.0.0.1:${ownPort}` },
    arrived: arrived.promise,
    /** Resolves once the first is written. */
    release() {
      released.resolve()
      return written.promise
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function newSignal() {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve: () => resolve() }
}
