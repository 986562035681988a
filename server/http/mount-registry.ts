/** The registry's calls, most of all calls, in a context without hooks: their work is done here once per call. */

import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { giveBack } from '#registry/search/answer-bytes'
import { openToAllOrigins } from './cors.ts'
import { errorBody, noSuchRoute } from './error-answer.ts'
import type { Route } from './keyed-call.ts'
import { requireInLimits } from './request-limits.ts'
import { type EndedCall, endedCall } from './request-log.ts'
import { hasEmptyParameter, isOfRegistry, type MountOptions, never, routesOf, runMetered } from './run-call.ts'
import { sendReady } from './send-ready.ts'

export interface WithoutHooks {
  everyAnswer: Readonly<Record<string, string>>
  onEnd(call: EndedCall): void
}

export function mountRegistry(app: FastifyInstance, options: MountOptions, without: WithoutHooks): void {
  // A child logger per request costs more than a line that names the request.
  app.setChildLoggerFactory((logger) => logger)
  for (const route of routesOf(options.verbs).filter(isOfRegistry)) {
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
  const { status } = route.entry
  const before = (request: FastifyRequest) => {
    requireInLimits(request.raw)
    if (hasEmptyParameter(request)) throw noSuchRoute(request)
  }
  const answer = async (request: FastifyRequest, out: ServerResponse, startedMs: number) => {
    const outcome = await runMetered(route, options, request, before)
    const { failure } = outcome
    const whole =
      failure === undefined
        ? { status, headers: outcome.content.headers, body: bufferOf(outcome.content.body) }
        : { status: failure.status, headers: failure.headers, body: Buffer.from(errorBody(failure)) }
    const end = endedCall(request, whole.status, startedMs, onEnd)
    // Answers that are ready in one turn go out together: waking a client costs more than sending to it.
    await turnEnd()
    if (request.socket.destroyed) {
      giveBack(whole.body)
      return end(false)
    }
    const ofRequest = { 'x-request-id': request.id, ...openToAllOrigins(request.headers) }
    const headers = [everyAnswer, ofRequest, outcome.headers, whole.headers]
    sendReady(out, { ...whole, headers, isLast: isEnding() }, end)
  }
  return (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    answer(request, reply.raw, performance.now()).catch((error) => {
      request.log.error({ err: error, reqId: request.id }, 'a request failed')
      reply.raw.destroy()
    })
  }
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
