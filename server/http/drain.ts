/** A shutdown that fails no caller: /ready says so, connections close after answers, what hangs is cut. */
import type { FastifyInstance } from 'fastify'

const finishMsMax = 10_000

export function closeConnectionsOnEnd(app: FastifyInstance, isEnding: () => boolean): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isEnding()) reply.header('connection', 'close')
    done()
  })
}

export async function finish(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), finishMsMax)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
  }
}
