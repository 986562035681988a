/**
 * One line in the log for every answer: what was asked for, as its route and never as its path or query, which may hold what
 * nobody else should read; what was answered, and how long that took. Its request id is the one in the answer's x-request-id.
 */
import type { FastifyInstance } from 'fastify'

/** Asked for every few seconds by machines, these are logged at the level debug. */
const probes = new Set(['/health', '/ready', '/metrics'])

/** Logs every answer of the server. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const line = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
    }
    if (probes.has(route)) request.log.debug(line, 'answered')
    else request.log.info(line, 'answered')
  })
}
