/** What every call goes through: caller, input, metering, verb, answer. */
import type { FastifyRequest } from 'fastify'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import type { KeyMode } from '#contract/key-modes'
import { keysOf } from '#contract/verification-words'
import { DatabaseAwayError } from '../platform/database/pool.ts'
import type { Limiter } from '../platform/limiter/limiter.ts'
import type { Meter, MeteredCall } from '../usage/meter.ts'
import { asApiError } from './error-answer.ts'
import { beginCall, type CallerChecks, callerOf, type KeyCaller, type Route, requireScope } from './keyed-call.ts'
import { isKnown } from './representations.ts'
import { inputReader } from './request-input.ts'
import { noteCaller } from './request-log.ts'
import { type Answer, ApiError, fail, registryPaths, type TakeCalls, type Verb, type Verbs } from './verb.ts'

/** Without a mode, it is that of live keys. */
type StandingHeaders = (entry: Endpoint, mode?: KeyMode) => Readonly<Record<string, string>>

/** What test keys may call; what has no verb here is refused. */
interface TestMode {
  verbs: Partial<Verbs>
  /** Before the verb; fails with `not_ready`. */
  open(): Promise<void>
}

export interface MountOptions {
  verbs: Verbs
  testMode: TestMode
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

export const notModified = 304

export function routesOf({ verbs, testMode }: Pick<MountOptions, 'verbs' | 'testMode'>): Route[] {
  return keysOf(verbs).map((name) => {
    const entry: Endpoint = api[name]
    const url = entry.path.replace(/\{(\w+)\}/g, ':$1')
    const inTest = testMode.verbs[name]
    const testVerb = inTest === undefined ? undefined : anyVerb(inTest)
    return { name, entry, url, verb: anyVerb(verbs[name]), testVerb, read: inputReader(entry) }
  })
}

function anyVerb(verb: Verbs[keyof Verbs]): Verb<Endpoint> {
  // `Verbs` pairs each verb with its endpoint, and the handlers pass only what that endpoint's schemas read.
  return verb as unknown as Verb<Endpoint>
}

type MeteredOutcome = { headers: Readonly<Record<string, string>> } & (
  | { status: number; content: Content; failure?: undefined }
  | { failure: ApiError }
)

/** Never throws: once the key is known the call is metered, whatever becomes of it. */
export async function runMetered(
  route: Route,
  { checks, standing, meter, testMode }: MountOptions,
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
    route.require?.(caller)
    const answering = caller.account.mode === 'test' ? await testVerbOf(route, testMode) : verb
    const { params, query, body, headers } = read(request)
    const tags = 'ETag' in entry.answerHeaders ? request.headers['if-none-match'] : undefined
    const isPriced = entry.isPricedByVerb
    const reserved = tags === undefined && !isPriced ? call.reserve() : undefined
    if (reserved !== undefined) await reserved
    const priced = isPriced ? pricedOf(call, caller) : undefined
    const content = contentOf(
      entry,
      await answering({ caller, client: undefined, params, query, body, headers, ...priced, fail }),
    )
    if (tags !== undefined) {
      // What the client has already uses no quota.
      if (isKnown(tags, content.headers.ETag)) {
        return { status: notModified, content, headers: call.notModified() }
      }
      await call.reserve()
    }
    return { status: entry.status, content, headers: call.succeed(entry.status, Buffer.byteLength(content.body)) }
  } catch (error) {
    const known = caller
    const cause = known === undefined ? error : await causeOf(error, () => checks.again(known, request))
    const failure = asApiError(cause, request)
    return { failure, headers: { ...standing(entry, caller?.account.mode), ...(await call?.fail(failure)) } }
  }
}

async function testVerbOf(
  { testVerb = fail('live_only', undefined) }: Route,
  { open }: TestMode,
): Promise<Verb<Endpoint>> {
  await open()
  return testVerb
}

/** An account may be deleted during its call: the answer is then that of an unknown caller. */
export async function causeOf(error: unknown, again: () => Promise<void>): Promise<unknown> {
  if (error instanceof ApiError || error instanceof DatabaseAwayError) return error
  return again().then(
    () => error,
    (refusal) => (refusal instanceof ApiError ? refusal : error),
  )
}

function pricedOf(call: MeteredCall, { account: { mode, tier } }: KeyCaller) {
  const takeCalls: TakeCalls = async (calls, trx) => call.reserve(calls, trx)
  return { takeCalls, tier: mode === 'test' ? undefined : tier }
}

export interface Content {
  body: Buffer | string
  isNdjson?: boolean | undefined
  headers: Readonly<Record<string, string>>
}

export function contentOf(entry: Endpoint, answer: Answer<Endpoint>): Content {
  const headers = 'headers' in answer ? answer.headers : {}
  if ('json' in answer) return { headers, body: answer.json, isNdjson: answer.isNdjson }
  // The output schema drops members that the contract does not name; ready bytes bypass it (verb.ts).
  const output = entry.output.parse(answer.output)
  return { headers, body: entry.mediaType === 'text/csv' ? String(output) : JSON.stringify(output) }
}
