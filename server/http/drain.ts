/**
 * How a server that is about to end lets go of its callers without failing one: readiness says so (server/http/service.ts), every
 * answer asks for its connection to be closed, requests under way are answered, and whatever still hangs after that is cut.
 */
import type { FastifyInstance } from 'fastify'

/** Milliseconds that requests under way may take when the server stops. */
const finishMsMax = 10_000

/** While the server ends, every answer is the last of its connection: none is closed while a request is on its way over it. */
export function closeConnectionsOnEnd(app: FastifyInstance, isEnding: () => boolean): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isEnding()) reply.header('connection', 'close')
    done()
  })
}

/** Takes no more connections, waits for requests under way, and then for what the server itself still has to write. */
export async function finish(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), finishMsMax)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}
