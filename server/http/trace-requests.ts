/** A span for each request, by its route. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RequestTrace, telemetry } from '../platform/telemetry.ts'

const traceOf = 'traceOfRequest'

/** Undefined without telemetry. */
export function beginTrace(request: FastifyRequest): RequestTrace | undefined {
  return telemetry()?.request({ method: request.method, route: request.routeOptions.url ?? 'none', id: request.id })
}

export function traceRequests(app: FastifyInstance): void {
  if (telemetry() === undefined) return
  app.decorateRequest(traceOf, undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    const trace = beginTrace(request)
    request.setDecorator(traceOf, trace)
    within(trace, done)
  })
  // A body that was read has lost where its request began.
  app.addHook('preHandler', (request, _reply, done) => within(held(request), done))
  app.addHook('onResponse', (request, reply, done) => {
    held(request)?.end(reply.statusCode)
    done()
  })
  app.addHook('onRequestAbort', (request, done) => {
    held(request)?.end(undefined)
    done()
  })
}

function within(trace: RequestTrace | undefined, done: () => void): void {
  if (trace === undefined) done()
  else trace.run(done)
}

function held(request: FastifyRequest): RequestTrace | undefined {
  return request.getDecorator<RequestTrace | undefined>(traceOf)
}
