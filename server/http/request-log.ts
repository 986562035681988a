/**
 * One line in the log for every answer: what was asked for, as its route and never as its path or query, which may hold what
 * nobody else should read; who asked, as the account's id; what was answered, and how long that took. Its request id is the one in the answer's x-request-id.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from './verb.ts'

/** Asked for every few seconds by machines, these are logged at the level debug. */
const probes = new Set(['/health', '/ready', '/metrics'])

const accountOf = 'accountOfCaller'

/** Keeps who calls for the line of this request. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  if (caller.kind !== 'anyone') request.setDecorator(accountOf, caller.accountId)
}

/** Logs every answer of the server, and every request that did not come whole, by its caller's doing or the server's. */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest(accountOf, undefined)
  app.addHook('onResponse', (request, reply, done) => {
    const line = { status: reply.statusCode, ms: Math.round(reply.elapsedTime * 100) / 100, ...asked(request) }
    if (probes.has(line.route)) request.log.debug(line, 'answered')
    else request.log.info(line, 'answered')
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    request.log.info(asked(request), 'broken off')
    done()
  })
}

function asked(request: FastifyRequest) {
  return {
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    accountId: request.getDecorator<string | undefined>(accountOf),
  }
}
