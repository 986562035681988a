/** One log line per answer: the route, never path or query; account id, status, time, and the id of x-request-id. */
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { RequestTrace } from '../platform/telemetry.ts'
import type { Caller } from './verb.ts'

/** Polled by machines: logged at debug. */
const probes = new Set(['/health', '/ready', '/metrics'])

const accountOf = 'accountOfCaller'

export function noteCaller(request: FastifyRequest, caller: Caller): void {
  if (caller.kind !== 'anyone') request.setDecorator(accountOf, caller.accountId)
}

export function keepCallers(app: FastifyInstance): void {
  app.decorateRequest(accountOf, undefined)
}

export interface EndedCall extends LoggedRequest {
  status: number
  ms: number
  isBrokenOff: boolean
}

export function endedCall(
  request: FastifyRequest,
  status: number,
  startedMs: number,
  onEnd: (call: EndedCall) => void,
  trace: RequestTrace | undefined,
): (isWhole: boolean) => void {
  return (isWhole) => {
    const { method, route, accountId } = asked(request)
    const ms = performance.now() - startedMs
    trace?.end(isWhole ? status : undefined)
    onEnd({ reqId: request.id, method, route, accountId, status, ms, isBrokenOff: !isWhole })
  }
}

export interface LoggedRequest {
  reqId?: string | undefined
  method: string
  route: string
  accountId: string | undefined
}

/** Also requests that did not arrive whole. */
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
