import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { deprecationHeaders } from '#contract/deprecation'
import { type Endpoint, mayBeCompressed } from '#contract/endpoint'
import {
  bodyBytesMax,
  imageBodyBytesMax,
  largeBodiesPerMinuteMax,
  uploadBytesOfAccountMax,
  uploadBytesOfAllMax,
} from '#contract/limits'
import { networkOf } from '../accounts/attempts.ts'
import { DatabaseAwayError } from '../platform/database/pool.ts'
import type { LimitRule, RuleState } from '../platform/limiter/limiter.ts'
import { minuteSeconds } from '../platform/times.ts'
import { rateLimited } from '../usage/limit-answers.ts'
import { limitSubject } from '../usage/meter.ts'
import { asApiError } from './error-answer.ts'
import {
  beginCall,
  type CallerChecks,
  callerOf,
  type KeyCaller,
  type NamedEntry,
  type Route,
  requireScope,
} from './keyed-call.ts'
import { compressed, variesByCaller, variesByEncoding } from './representations.ts'
import { refuseBrokenEscapes } from './request-input.ts'
import { noteCaller } from './request-log.ts'
import {
  type Content,
  causeOf,
  contentOf,
  hasEmptyParameter,
  isOfRegistry,
  type MountOptions,
  never,
  routesOf,
  runMetered,
} from './run-call.ts'
import { sendReady } from './send-ready.ts'
import { bytesOf, countUploads, type UploadsUnderWay } from './uploads-under-way.ts'
import { type ApiError, apiError, fail } from './verb.ts'

/** The subject is the account. */
export const largeBodyRule: LimitRule = {
  name: 'large-bodies',
  limit: largeBodiesPerMinuteMax,
  windowSeconds: minuteSeconds,
}

export function mount(app: FastifyInstance, options: MountOptions): void {
  const uploads = countUploads({
    bytesMax: imageBodyBytesMax,
    bytesOfSenderMax: uploadBytesOfAccountMax,
    bytesOfAllMax: uploadBytesOfAllMax,
    busy: () => apiError('decoder_busy', undefined),
  })
  const handled = new WeakSet<Error>()
  for (const route of routesOf(options)) {
    const { entry, url } = route
    if (isOfRegistry(route)) continue
    const handlers =
      entry.caller === 'key'
        ? {
            handler: meteredHandler(route, options, handled),
            errorHandler: earlyFailureHandler(route, options, handled),
          }
        : { handler: plainHandler(route, options) }
    app.route({
      method: entry.method,
      url,
      bodyLimit: entry.bodyBytesMax,
      ...(entry.bodyBytesMax > bodyBytesMax && largeBodyHooks(entry, options, uploads)),
      onRequest: firstHooks(route),
      ...handlers,
    })
  }
}

function firstHooks({ entry, url }: Route): FirstHook[] {
  const hooks: FirstHook[] = url.includes(':') ? [refuseEmptyParameters] : []
  if (entry.deprecation === null) return hooks
  const headers = deprecationHeaders(entry.deprecation)
  const announceEnd: FirstHook = (_, reply, done) => {
    reply.headers(headers)
    done()
  }
  return [announceEnd, ...hooks]
}

type FirstHook = (request: FastifyRequest, reply: FastifyReply, done: () => void) => void

function refuseEmptyParameters(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (hasEmptyParameter(request)) reply.callNotFound()
  else done()
}

const ndjsonType = 'application/x-ndjson; charset=utf-8'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function plainHandler({ entry, verb, read }: Route, { checks, standing, isEnding = never }: MountOptions): Handler {
  return async (request, reply) => {
    reply.headers(standing(entry))
    refuseBrokenEscapes(request.url)
    const caller =
      entry.caller === 'session'
        ? await checks.session(request.headers.authorization, () => networkOf(request.ip), entry.isForEnrolling)
        : ({ kind: 'anyone' } as const)
    noteCaller(request, caller)
    try {
      const content = contentOf(entry, await verb({ caller, client: clientOf(request), ...read(request), fail }))
      return send(entry, content, { request, reply, isEnding })
    } catch (error) {
      throw caller.kind === 'session' ? await causeOf(error, () => checks.again(caller, request)) : error
    }
  }
}

/** Read once the sender is known and there is room. Plan limits follow, since the body decides which apply. */
function largeBodyHooks(
  entry: Endpoint,
  { checks, standing, limiter, uploadRoomMs }: MountOptions,
  uploads: UploadsUnderWay,
) {
  return {
    async preParsing(request: FastifyRequest, reply: FastifyReply) {
      reply.headers(standing(entry))
      const { accountId, subject, limited } = await senderOf(entry, request, checks)
      const untilMs = performance.now() + uploadRoomMs
      while (!uploads.begin(request.raw, accountId)) {
        const leftMs = untilMs - performance.now()
        if (leftMs <= 0 || request.raw.destroyed || !(await uploads.nextEnd(leftMs))) fail('decoder_busy', undefined)
      }
      if (bytesOf(request.raw, entry.bodyBytesMax) <= bodyBytesMax) return
      const { isAllowed, states } = await limiter.take(subject, [largeBodyRule])
      if (!isAllowed) throw limited(states)
    },
    async onSend({ raw }: FastifyRequest) {
      uploads.end(raw)
    },
  }
}

interface Sender {
  accountId: string
  subject: string
  limited(states: readonly RuleState[]): Error
}

async function senderOf(entry: Endpoint, request: FastifyRequest, checks: CallerChecks): Promise<Sender> {
  if (entry.caller === 'session') {
    const { authorization } = request.headers
    const { accountId } = await checks.session(authorization, () => networkOf(request.ip), entry.isForEnrolling)
    return { accountId, subject: accountId, limited: (states) => rateLimited(states, Date.now()) }
  }
  const caller = await callerOf(request, checks)
  requireScope(entry, caller)
  const { accountId, account } = caller
  const nowMs = () => account.readAt.getTime() + performance.now() - account.readAtMs
  return { accountId, subject: limitSubject(account), limited: (states) => rateLimited(states, nowMs()) }
}

function meteredHandler(route: Route, options: MountOptions, handled: WeakSet<Error>): Handler {
  const { isEnding = never } = options
  return async (request, reply) => {
    const outcome = await runMetered(route, options, request)
    reply.headers(outcome.headers)
    if (outcome.failure === undefined) return send(route.entry, outcome.content, { request, reply, isEnding })
    handled.add(outcome.failure)
    throw outcome.failure
  }
}

/** Handles what fails before the handler, such as an unreadable body. With a working key it is metered too. */
export function earlyFailureHandler(
  route: NamedEntry,
  { checks, standing, meter }: MountOptions,
  handled: WeakSet<Error>,
  failureOf = asApiError,
) {
  return async (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    if (handled.has(error) || error instanceof DatabaseAwayError) throw error
    const caller = await workingCaller(request, checks)
    reply.headers(standing(route.entry, caller?.account.mode))
    if (caller === undefined) throw error
    noteCaller(request, caller)
    const call = beginCall(route, meter, request, caller, performance.now() - reply.elapsedTime)
    let failure: ApiError
    try {
      await call.admit()
      failure = failureOf(error, request)
    } catch (refusal) {
      failure = failureOf(refusal, request)
    }
    reply.headers(await call.fail(failure))
    throw failure
  }
}

function clientOf(request: FastifyRequest): { readonly ip: string } {
  return {
    get ip() {
      return request.ip
    },
  }
}

/** Undefined without a working key, or where the database is away. */
async function workingCaller(request: FastifyRequest, checks: CallerChecks): Promise<KeyCaller | undefined> {
  try {
    return await callerOf(request, checks)
  } catch {
    return undefined
  }
}

function send(
  entry: Endpoint,
  { body, isNdjson, headers }: Content,
  { request, reply, isEnding }: { request: FastifyRequest; reply: FastifyReply; isEnding: () => boolean },
): FastifyReply {
  const { status, caller, mediaType } = entry
  if (Buffer.isBuffer(body)) {
    reply.hijack()
    const type = isNdjson ? ndjsonType : undefined
    sendReady(reply.raw, { status, type, headers: [reply.getHeaders(), headers], body, isLast: isEnding() })
    return reply
  }
  reply.code(status).header('content-type', `${mediaType}; charset=utf-8`).headers(headers)
  if (!mayBeCompressed(entry)) return reply.send(body)
  const sent = compressed(request.headers, Buffer.from(body))
  const varies = caller === 'key' ? variesByCaller : variesByEncoding
  return reply.headers({ ...varies, ...sent.headers }).send(sent.body)
}
