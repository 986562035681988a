/** What every call goes through: caller, input, metering, verb, answer. */
import type { FastifyRequest } from 'fastify'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { DatabaseAwayError } from '../platform/database/pool.ts'
import type { Limiter } from '../platform/limiter/limiter.ts'
import type { Meter, MeteredCall } from '../usage/meter.ts'
import { asApiError } from './error-answer.ts'
import { beginCall, type CallerChecks, callerOf, type KeyCaller, type Route, requireScope } from './keyed-call.ts'
import { inputReader } from './request-input.ts'
import { noteCaller } from './request-log.ts'
import { type Answer, ApiError, fail, registryPaths, type Verb, type Verbs } from './verb.ts'

type StandingHeaders = (entry: Endpoint) => Readonly<Record<string, string>>

export interface MountOptions {
  verbs: Verbs
  checks: CallerChecks
  standing: StandingHeaders
  meter: Meter
  limiter: Limiter
  uploadRoomMs: number
  isEnding?: (() => boolean) | undefined
}

export function isOfRegistry({ entry }: Route): boolean {
  return registryPaths.some((start) => entry.path.startsWith(start))
}

/** The router matches empty parameters: /api/doctors/ and /api/doctors//reviews are no routes. */
export function hasEmptyParameter({ params }: FastifyRequest): boolean {
  for (const name in Object(params)) if (Reflect.get(Object(params), name) === '') return true
  return false
}

export const never = () => false

export function routesOf(verbs: Verbs): Route[] {
  // Object.keys gives the names of verbs and no others, since they are a plain literal.
  return (Object.keys(verbs) as (keyof Verbs)[]).map((name) => {
    const entry: Endpoint = api[name]
    const url = entry.path.replace(/\{(\w+)\}/g, ':$1')
    return { name, entry, url, verb: anyVerb(verbs, name), read: inputReader(entry) }
  })
}

function anyVerb(verbs: Verbs, name: keyof Verbs): Verb<Endpoint> {
  // `Verbs` pairs each verb with its endpoint, and the handlers pass only what that endpoint's schemas read.
  return verbs[name] as unknown as Verb<Endpoint>
}

type MeteredOutcome = { headers: Readonly<Record<string, string>> } & (
  | { content: Content; failure?: undefined }
  | { failure: ApiError }
)

/** Never throws: once the key is known the call is metered, whatever becomes of it. */
export async function runMetered(
  route: Route,
  { checks, standing, meter }: MountOptions,
  request: FastifyRequest,
  before: (request: FastifyRequest) => void = () => {},
): Promise<MeteredOutcome> {
  const { entry, verb, read } = route
  const startedMs = performance.now()
  let call: MeteredCall | undefined
  let caller: KeyCaller | undefined
  try {
    before(request)
    const found = callerOf(request, checks)
    caller = found instanceof Promise ? await found : found
    noteCaller(request, caller)
    call = beginCall(route, meter, request, caller, startedMs)
    const admitted = call.admit()
    if (admitted !== undefined) await admitted
    requireScope(entry, caller)
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

/** An account may be deleted during its call: the answer is then that of an unknown caller. */
export async function causeOf(error: unknown, again: () => Promise<void>): Promise<unknown> {
  if (error instanceof ApiError || error instanceof DatabaseAwayError) return error
  return again().then(
    () => error,
    (refusal) => (refusal instanceof ApiError ? refusal : error),
  )
}

export interface Content {
  body: Buffer | string
  headers: Readonly<Record<string, string>>
}

export function contentOf(entry: Endpoint, answer: Answer<Endpoint>): Content {
  const headers = 'headers' in answer ? answer.headers : {}
  // The output schema drops members that the contract does not name; ready bytes bypass it (verb.ts).
  return { headers, body: 'json' in answer ? answer.json : JSON.stringify(entry.output.parse(answer.output)) }
}
