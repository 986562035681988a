/**
 * One line in the log for every answer: what was asked for, as its route and never as its path or query, which may hold what
 * nobody else should read; who asked, as the account's id; what was answered, and how long that took. Its request id is the one in the answer's x-request-id.
 */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from './verb.ts'

/** Asked for every few seconds by machines, these are logged at the level debug. */
const probes = new Set(['/health', '/ready', '/metrics'])

const accountOf = 'accountOfCaller'

/** Keeps who calls for the line of this request. */
export function noteCaller(request: FastifyRequest, caller: Caller): void {
  if (caller.kind !== 'anyone') request.setDecorator(accountOf, caller.accountId)
}

/** Has every request keep who calls, also in contexts without hooks. */
export function keepCallers(app: FastifyInstance): void {
  app.decorateRequest(accountOf, undefined)
}

/** A call of a context without hooks, once its answer is out or its connection broken. */
export interface EndedCall extends LoggedRequest {
  status: number
  ms: number
  isBrokenOff: boolean
}

/** Makes what a call ends with. */
export function endedCall(
  request: FastifyRequest,
  status: number,
  startedMs: number,
  onEnd: (call: EndedCall) => void,
): (isWhole: boolean) => void {
  return (isWhole) => {
    const { method, route, accountId } = asked(request)
    const ms = performance.now() - startedMs
    onEnd({ reqId: request.id, method, route, accountId, status, ms, isBrokenOff: !isWhole })
  }
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
 * server's.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(request.log, asked(request), { status: reply.statusCode, ms: reply.elapsedTime })
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
