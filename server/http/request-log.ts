/**
 * One line in the log for every answer: what was asked for, as its route and never as its path or query, which may hold what
 * nobody else should read; who asked, as the account's id; what was answered, and how long that took. Its request id is the one in the answer's x-request-id.
 */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './verb.ts'

/** Asked for every few seconds by machines, these are logged at the level debug. */
const probes = new Set(['/health', '/ready', '/metrics'])

const accountOf = 'accountOfCaller'
const startOf = 'startOfRequest'

/** Keeps who calls for the line of this request. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  if (caller.kind !== 'anyone') request.setDecorator(accountOf, caller.accountId)
}

/** Keeps when a request came that did not come to its route at once, by this process's clock in milliseconds. */
export function noteStart(request: FastifyRequest, startedMs: number): void {
  request.setDecorator(startOf, startedMs)
}

/** Milliseconds from a request to its answer, which has just gone out. */
export function elapsedMs(request: FastifyRequest, reply: FastifyReply): number {
  const startedMs = request.getDecorator<number | undefined>(startOf)
  return startedMs === undefined ? reply.elapsedTime : performance.now() - startedMs
}

/** What a line tells of a request. */
export interface LoggedRequest {
  /** The id of a request without a logger of its own. */
  reqId?: string | undefined
  method: string
  /** As Fastify writes it: /api/doctors/:npi. */
  route: string
  accountId: string | undefined
}

/**
 * Logs every answer that goes through the server's hooks, and every request that did not come whole, by its caller's doing or the
 * server's. The quick way tells of its own.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest(accountOf, undefined)
  app.decorateRequest(startOf, undefined)
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(request.log, asked(request), { status: reply.statusCode, ms: elapsedMs(request, reply) })
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    logBrokenOff(request.log, asked(request))
    done()
  })
}

export function logAnswer(
  log: FastifyBaseLogger,
  { reqId, method, route, accountId }: LoggedRequest,
  { status, ms }: { status: number; ms: number },
): void {
  // Member by member: to spread them takes longer than anything else here.
  const line = { reqId, status, ms: Math.round(ms * 100) / 100, method, route, accountId }
  if (probes.has(route)) log.debug(line, 'answered')
  else log.info(line, 'answered')
}

export function logBrokenOff(log: FastifyBaseLogger, request: LoggedRequest): void {
  log.info(request, 'broken off')
}

function asked(request: FastifyRequest): LoggedRequest {
  return {
    method: request.method,
    route: request.routeOptions.url ?? 'none',
    accountId: request.getDecorator<string | undefined>(accountOf),
  }
}
