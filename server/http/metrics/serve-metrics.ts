/** Serves the metrics to whoever bears the operator's token; for everybody else there is no such route. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { fail } from '../verb.ts'
import type { Metrics } from './metrics.ts'

/** Adds GET /metrics, and counts every answer that goes through the server's hooks from now on. */
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
  // Hashes have one length, whatever was sent.
  return timingSafeEqual(hashOf(header ?? ''), hashOf(`Bearer ${token}`))
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
