/**
 * Mounts the contract on a Fastify server: each endpoint becomes a route that finds out who calls, reads the request by
 * the entry's schemas, runs the verb and answers; calls that bear a key are metered. Whatever goes wrong on the way becomes one
 * error answer in server/http/error-answer.ts. Nothing here knows what any single endpoint does. Calls of the registry, which are
 * most of all calls, run in a context without hooks and do themselves what hooks do for the others.
 */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import {
  bodyBytesMax,
  imageBodyBytesMax,
  largeBodiesPerMinuteMax,
  uploadBytesOfAccountMax,
  uploadBytesOfAllMax,
} from '#contract/limits'
import { giveBack } from '#registry/read/answer-bytes'
import { networkOf } from '../accounts/attempts.ts'
import { DatabaseAwayError } from '../parts/database-pool.ts'
import type { Limiter, LimitRule } from '../parts/limiter.ts'
import { minuteSeconds } from '../times.ts'
import { rateLimited } from '../usage/limit-answers.ts'
import type { Meter, MeteredCall } from '../usage/meter.ts'
import { openToAllOrigins } from './cors.ts'
import { asApiError, errorBody, noSuchRoute } from './error-answer.ts'
import { type Bearer, bearerOf, beginCall, type CallerChecks, type Route } from './keyed-call.ts'
import { refuseBrokenEscapes } from './refuse-query.ts'
import { inputReader } from './request-input.ts'
import { requireInLimits } from './request-limits.ts'
import { type EndedCall, endedCall, noteCaller } from './request-log.ts'
import { sendReady } from './send-ready.ts'
import { bytesOf, countUploads, type UploadsUnderWay } from './uploads-under-way.ts'
import { type Answer, ApiError, apiError, fail, registryPaths, type Verb, type Verbs } from './verb.ts'

/** Headers that every answer of an endpoint bears, errors too, unless the verb says otherwise. */
type StandingHeaders = (entry: Endpoint) => Readonly<Record<string, string>>

export interface MountOptions {
  verbs: Verbs
  checks: CallerChecks
  standing: StandingHeaders
  meter: Meter
  limiter: Limiter
  /** Whether the process is about to end: every answer is the last of its connection then. */
  isEnding?: (() => boolean) | undefined
}

/** What hooks do for other calls. */
export interface WithoutHooks {
  /** Headers of every answer. */
  everyAnswer: Readonly<Record<string, string>>
  /** Called once the answer is out or its connection broken. */
  onEnd(call: EndedCall): void
}

/** The subject is the account. */
export const largeBodyRule: LimitRule = {
  name: 'large-bodies',
  limit: largeBodiesPerMinuteMax,
  windowSeconds: minuteSeconds,
}

/** Adds a route for every endpoint of the contract but those of the registry. */
export function mount(app: FastifyInstance, options: MountOptions): void {
  const uploads = countUploads({
    bytesMax: imageBodyBytesMax,
    bytesOfSenderMax: uploadBytesOfAccountMax,
    bytesOfAllMax: uploadBytesOfAllMax,
    busy: () => apiError('decoder_busy', undefined),
  })
  const handled = new WeakSet<Error>()
  for (const route of routesOf(options.verbs)) {
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
      ...(entry.caller === 'key' && entry.bodyBytesMax > bodyBytesMax && largeBodyHooks(entry, options, uploads)),
      ...(url.includes(':') && { onRequest: refuseEmptyParameters }),
      ...handlers,
    })
  }
}

/** Adds the routes of the registry to a context that has no hooks. */
export function mountRegistry(app: FastifyInstance, options: MountOptions, without: WithoutHooks): void {
  // A logger for each request takes longer than a line that names the request.
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

function isOfRegistry({ entry }: Route): boolean {
  return registryPaths.some((start) => entry.path.startsWith(start))
}

/** The router takes nothing at all for the value of a parameter: /api/doctors/ and /api/doctors//reviews are no routes. */
function hasEmptyParameter({ params }: FastifyRequest): boolean {
  for (const name in Object(params)) if (Reflect.get(Object(params), name) === '') return true
  return false
}

function refuseEmptyParameters(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (hasEmptyParameter(request)) reply.callNotFound()
  else done()
}

const never = () => false

function routesOf(verbs: Verbs): Route[] {
  // Object.keys gives the names of verbs and no others, since they are a plain literal.
  return (Object.keys(verbs) as (keyof Verbs)[]).map((name) => routeOf(name, verbs))
}

function routeOf(name: keyof Verbs, verbs: Verbs): Route {
  const entry: Endpoint = api[name]
  const url = entry.path.replace(/\{(\w+)\}/g, ':$1')
  return { name, entry, url, verb: anyVerb(verbs, name), read: inputReader(entry) }
}

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
      return send(entry, contentOf(entry, await verb({ caller, client: clientOf(request), ...read(request), fail })), {
        reply,
        isEnding,
      })
    } catch (error) {
      throw caller.kind === 'session' ? await causeOf(error, () => checks.again(caller, request)) : error
    }
  }
}

/**
 * Before a large body is read and taken apart, its sender has to be somebody who has not sent too many, and there has to be room for it
 * until it is answered. Which limits of its plan the call falls under only the body tells, so those are kept behind it.
 */
function largeBodyHooks(entry: Endpoint, { checks, standing, limiter }: MountOptions, uploads: UploadsUnderWay) {
  return {
    async preParsing(request: FastifyRequest, reply: FastifyReply) {
      reply.headers(standing(entry))
      const { accountId, account } = await bearerOf(request, checks)
      if (!uploads.begin(request.raw, accountId)) fail('decoder_busy', undefined)
      if (bytesOf(request.raw, entry.bodyBytesMax) <= bodyBytesMax) return
      const { isAllowed, states } = await limiter.take(accountId, [largeBodyRule])
      if (!isAllowed) throw rateLimited(states, account.readAt.getTime() + performance.now() - account.readAtMs)
    },
    async onSend({ raw }: FastifyRequest) {
      uploads.end(raw)
    },
  }
}

/** The handler of calls that bear a key. Errors that it has dealt with are among the handled ones. */
function meteredHandler(route: Route, options: MountOptions, handled: WeakSet<Error>): Handler {
  const { isEnding = never } = options
  return async (request, reply) => {
    const outcome = await runMetered(route, options, request)
    reply.headers(outcome.headers)
    if (outcome.failure === undefined) return send(route.entry, outcome.content, { reply, isEnding })
    handled.add(outcome.failure)
    throw outcome.failure
  }
}

type MeteredOutcome = { headers: Readonly<Record<string, string>> } & (
  | { content: Content; failure?: undefined }
  | { failure: ApiError }
)

/** From the moment that the key is known, whatever becomes of the call is metered. Never throws. */
async function runMetered(
  route: Route,
  { checks, standing, meter }: MountOptions,
  request: FastifyRequest,
  before: (request: FastifyRequest) => void = () => {},
): Promise<MeteredOutcome> {
  const { entry, verb, read } = route
  const startedMs = performance.now()
  let call: MeteredCall | undefined
  let caller: Bearer | undefined
  try {
    before(request)
    const bearing = bearerOf(request, checks)
    caller = bearing instanceof Promise ? await bearing : bearing
    noteCaller(request, caller)
    call = beginCall(route, meter, request, caller, startedMs)
    // A call without a limit has nothing to wait for.
    const admitted = call.admit()
    if (admitted !== undefined) await admitted
    const input = read(request)
    const reserved = call.reserve()
    if (reserved !== undefined) await reserved
    const { params, query, body, headers } = input
    const content = contentOf(entry, await verb({ caller, client: undefined, params, query, body, headers, fail }))
    return { content, headers: call.succeed(entry.status) }
  } catch (error) {
    const known = caller
    const cause = known === undefined ? error : await causeOf(error, () => checks.again(known, request))
    const failure = asApiError(cause, request)
    return { failure, headers: { ...standing(entry), ...(await call?.fail(failure.status)) } }
  }
}

/** The same without hooks: it refuses, answers and logs by itself. */
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

function bufferOf(body: Buffer | string): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : body
}

/**
 * Deals with what fails before the handler: a body that cannot be read, or that there is no room for. A call with a key that works is
 * metered there too, as one of a program where only its body could say otherwise.
 */
function earlyFailureHandler(route: Route, { checks, standing, meter }: MountOptions, handled: WeakSet<Error>) {
  return async (error: Error, request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    // Where the database does not answer, asking once more would only take longer.
    if (handled.has(error) || error instanceof DatabaseAwayError) throw error
    reply.headers(standing(route.entry))
    const bearer = await workingBearer(request, checks)
    if (bearer === undefined) throw error
    noteCaller(request, bearer)
    const call = beginCall(route, meter, request, bearer, performance.now() - reply.elapsedTime)
    let failure: ApiError
    try {
      await call.admit()
      failure = asApiError(error, request)
    } catch (refusal) {
      failure = asApiError(refusal, request)
    }
    reply.headers(await call.fail(failure.status))
    throw failure
  }
}

/** The address is worked out from the proxies each time, and few verbs ask for it. */
function clientOf(request: FastifyRequest): { readonly ip: string } {
  return {
    get ip() {
      return request.ip
    },
  }
}

/** Undefined where there is no key that works, or nobody can tell now. */
async function workingBearer(request: FastifyRequest, checks: CallerChecks): Promise<Bearer | undefined> {
  try {
    return await bearerOf(request, checks)
  } catch {
    return undefined
  }
}

/**
 * What to answer to an error. An account may be deleted at any moment, also while it is called for: what goes wrong by that is
 * answered as to somebody who was gone before.
 */
async function causeOf(error: unknown, again: () => Promise<void>): Promise<unknown> {
  // Where the database does not answer, asking once more would only take longer.
  if (error instanceof ApiError || error instanceof DatabaseAwayError) return error
  return again().then(
    () => error,
    (refusal) => (refusal instanceof ApiError ? refusal : error),
  )
}

/** An answer as it goes out. */
interface Content {
  body: Buffer | string
  headers: Readonly<Record<string, string>>
}

function contentOf(entry: Endpoint, answer: Answer<Endpoint>): Content {
  const headers = 'headers' in answer ? answer.headers : {}
  // The output schema drops every member that the contract does not name; ready bytes are told by the types to those calls that hold none (verb.ts).
  return { headers, body: 'json' in answer ? answer.json : JSON.stringify(entry.output.parse(answer.output)) }
}

function send(
  entry: Endpoint,
  { body, headers }: Content,
  { reply, isEnding }: { reply: FastifyReply; isEnding: () => boolean },
): FastifyReply {
  const { status } = entry
  if (Buffer.isBuffer(body)) {
    reply.hijack()
    sendReady(reply.raw, { status, headers: [reply.getHeaders(), headers], body, isLast: isEnding() })
    return reply
  }
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').headers(headers).send(body)
}

function anyVerb(verbs: Verbs, name: keyof Verbs): Verb<Endpoint> {
  // `Verbs` pairs each verb with its own endpoint; `plainHandler` and `meteredHandler` give it only what that endpoint's schemas have read.
  return verbs[name] as unknown as Verb<Endpoint>
}
