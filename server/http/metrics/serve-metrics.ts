/** Serves metrics with the operator's token; without it there is no such route. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { fail } from '../verb.ts'
import type { Metrics } from './metrics.ts'

export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string): Metrics {
  app.addHook('onResponse', (request, reply, done) => {
    metrics.countAnswer({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    done()
  })
  app.get('/metrics', async ({ headers, method }, reply) => {
    if (!isBearer(headers.authorization, token)) fail('no_such_route', { method, path: '/metrics' })
    return reply.header('content-type', metrics.contentType).send(await metrics.text())
  })
  return metrics
}

function isBearer(header: string | undefined, token: string): boolean {
  // Equal lengths, whatever was sent.
  return timingSafeEqual(hashOf(header ?? ''), hashOf(`Bearer ${token}`))
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
