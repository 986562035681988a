/** The registry's calls, most of all calls, in a context without hooks: their work is done here once per call. */

import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { deprecationHeaders } from '#contract/deprecation'
import { giveBack } from '#registry/search/answer-bytes'
import type { RequestTrace } from '../platform/telemetry.ts'
import { openToAllOrigins } from './cors.ts'
import { errorBody, noSuchRoute } from './error-answer.ts'
import type { Route } from './keyed-call.ts'
import { cacheControls, compressed, variesByCaller } from './representations.ts'
import { requireInLimits } from './request-limits.ts'
import { type EndedCall, endedCall } from './request-log.ts'
import {
  type Content,
  hasEmptyParameter,
  isOfRegistry,
  type MountOptions,
  never,
  notModified,
  routesOf,
  runMetered,
} from './run-call.ts'
import { sendReady } from './send-ready.ts'
import { beginTrace } from './trace-requests.ts'

export interface WithoutHooks {
  everyAnswer: Readonly<Record<string, string>>
  onEnd(call: EndedCall): void
}

export function mountRegistry(app: FastifyInstance, options: MountOptions, without: WithoutHooks): void {
  // A child logger per request costs more than a line that names the request.
  app.setChildLoggerFactory((logger) => logger)
  for (const route of routesOf(options).filter(isOfRegistry)) {
    const { entry, url } = route
    app.route({
      method: entry.method,
      url,
      handler: registryHandler(route, options, without),
    })
  }
}

function registryHandler(route: Route, options: MountOptions, { everyAnswer, onEnd }: WithoutHooks) {
  const { isEnding = never } = options
  const { deprecation } = route.entry
  const standing = deprecation === null ? everyAnswer : { ...everyAnswer, ...deprecationHeaders(deprecation) }
  const before = (request: FastifyRequest) => {
    requireInLimits(request.raw)
    if (hasEmptyParameter(request)) throw noSuchRoute(request)
  }
  const answer = async (request: FastifyRequest, out: ServerResponse, trace: RequestTrace | undefined) => {
    const startedMs = performance.now()
    const outcome = await runMetered(route, options, request, before)
    const { failure } = outcome
    const { status, body, headers } =
      failure === undefined
        ? contentFor(request, outcome)
        : {
            status: failure.status,
            body: Buffer.from(errorBody(failure)),
            headers: [{ 'cache-control': cacheControls.never }, failure.headers],
          }
    const end = endedCall(request, status, startedMs, onEnd, trace)
    // Answers that are ready in one turn go out together: waking a client costs more than sending to it.
    await turnEnd()
    if (request.socket.destroyed) {
      if (body !== undefined) giveBack(body)
      return end(false)
    }
    const ofRequest = { 'x-request-id': request.id, ...openToAllOrigins(request.headers) }
    const all = [standing, ofRequest, outcome.headers, ...headers]
    sendReady(out, { status, body, headers: all, isLast: isEnding() }, end)
  }
  const start = (request: FastifyRequest, reply: FastifyReply, trace: RequestTrace | undefined) => {
    answer(request, reply.raw, trace).catch((error) => {
      request.log.error({ err: error, reqId: request.id }, 'a request failed')
      reply.raw.destroy()
    })
  }
  return (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    const trace = beginTrace(request)
    if (trace === undefined) start(request, reply, trace)
    else trace.run(() => start(request, reply, trace))
  }
}

/** As the client takes it, or without a body where it has it. */
function contentFor({ headers }: FastifyRequest, { status, content }: { status: number; content: Content }) {
  const whole = bufferOf(content.body)
  const isNew = status !== notModified
  const { body, headers: ofBody } = isNew ? compressed(headers, whole) : { body: undefined, headers: {} }
  if (body !== whole) giveBack(whole)
  return { status, body, headers: [variesByCaller, ofBody, content.headers] }
}

let ending: Promise<void> | undefined

/** The end of this turn of the event loop. */
function turnEnd(): Promise<void> {
  ending ??= new Promise((resolve) =>
    setImmediate(() => {
      ending = undefined
      resolve()
    }),
  )
  return ending
}

function bufferOf(body: Buffer | string): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : body
}
