/**
 * Mounts the contract on a Fastify server: each endpoint becomes a route that finds out who calls, reads the request by
 * the entry's schemas, runs the verb and answers; calls that bear a key are metered. Whatever goes wrong on the way becomes one
 * error answer in server/http/error-answer.ts. Nothing here knows what any single endpoint does.
 */
import { isAscii } from 'node:buffer'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { api, type EndpointName } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { bodyBytesMax } from '#contract/limits'
import type { KeyAccount } from '../keys/check-key.ts'
import { DatabaseAwayError } from '../parts/database-pool.ts'
import { isOfScreens, type Meter, type MeteredCall } from '../usage/meter.ts'
import { asApiError } from './error-answer.ts'
import { headerText, inputReader } from './request-input.ts'
import { noteCaller } from './request-log.ts'
import { countUploads, type UploadsUnderWay } from './uploads-under-way.ts'
import { type Answer, ApiError, type Caller, fail, type Verb, type Verbs } from './verb.ts'

/** Tells who the bearer of a header is, or fails with the errors of that kind of caller. */
export interface CallerChecks {
  key(header: string | undefined): Promise<Caller<'key'> & { account: KeyAccount }>
  session(header: string | undefined): Promise<Caller<'session'>>
  /** Asks again, past all that is remembered: fails where the caller is gone meanwhile. */
  again(caller: Caller<'key'> | Caller<'session'>, headers: FastifyRequest['headers']): Promise<void>
}

/** Headers that every answer of an endpoint bears, errors too, unless the verb says otherwise. */
type StandingHeaders = (entry: Endpoint) => Readonly<Record<string, string>>

export interface MountOptions {
  verbs: Verbs
  checks: CallerChecks
  standing: StandingHeaders
  meter: Meter
}

/** Adds a route for every endpoint of the contract. */
export function mount(app: FastifyInstance, options: MountOptions): void {
  const uploads = countUploads()
  for (const name of endpointNames()) {
    const entry: Endpoint = api[name]
    const route = { name, entry, verb: anyVerb(options.verbs, name), read: inputReader(entry) }
    const handler = entry.caller === 'key' ? meteredHandler(route, options) : plainHandler(route, options)
    app.route({
      method: entry.method,
      url: entry.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: entry.bodyBytesMax,
      ...(entry.caller === 'key' && entry.bodyBytesMax > bodyBytesMax && largeBodyHooks(entry, options, uploads)),
      handler,
    })
  }
}

interface Route {
  name: EndpointName
  entry: Endpoint
  verb: Verb<Endpoint>
  read: ReturnType<typeof inputReader>
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

function plainHandler({ entry, verb, read }: Route, { checks, standing }: MountOptions): Handler {
  return async (request, reply) => {
    reply.headers(standing(entry))
    refuseBrokenEscapes(request.url)
    const caller =
      entry.caller === 'session' ? await checks.session(request.headers.authorization) : ({ kind: 'anyone' } as const)
    noteCaller(request, caller)
    try {
      return send(entry, contentOf(entry, await verb({ caller, ...read(request), fail })), reply)
    } catch (error) {
      throw caller.kind === 'session' ? await causeOf(error, () => checks.again(caller, request.headers)) : error
    }
  }
}

/**
 * Before a large body is read and taken apart, its sender has to be somebody, and there has to be room for it until it is answered.
 * What a key may do is found out as for all calls.
 */
function largeBodyHooks(entry: Endpoint, { checks, standing }: MountOptions, uploads: UploadsUnderWay) {
  return {
    async preParsing(request: FastifyRequest, reply: FastifyReply) {
      reply.headers(standing(entry))
      refuseBrokenEscapes(request.url)
      refuseKeyInQuery(request.query)
      const { accountId } = await checks.key(headerText(request.headers['api-key']))
      if (!uploads.begin(request.raw, accountId)) fail('decoder_busy', undefined)
    },
    async onSend({ raw }: FastifyRequest) {
      uploads.end(raw)
    },
  }
}

/** The handler of calls that bear a key: from the moment that the key is known, whatever becomes of the call is metered. */
function meteredHandler({ name, entry, verb, read }: Route, { checks, standing, meter }: MountOptions): Handler {
  return async (request, reply) => {
    const startedMs = performance.now()
    let call: MeteredCall | undefined
    let caller: Caller<'key'> | undefined
    let content: Content
    try {
      refuseBrokenEscapes(request.url)
      refuseKeyInQuery(request.query)
      const bearer = await checks.key(headerText(request.headers['api-key']))
      caller = bearer
      noteCaller(request, caller)
      call = meter.begin({
        account: bearer.account,
        route: name,
        isOfScreens: isOfScreens(entry, request.query, request.body),
        method: request.method,
        url: request.url,
        startedMs,
      })
      // A call without a limit has nothing to wait for.
      const admitted = call.admit()
      if (admitted !== undefined) await admitted
      const input = read(request)
      const reserved = call.reserve()
      if (reserved !== undefined) await reserved
      content = contentOf(entry, await verb({ caller, ...input, fail }))
    } catch (error) {
      const known = caller
      const cause = known === undefined ? error : await causeOf(error, () => checks.again(known, request.headers))
      const failure = asApiError(cause, request)
      reply.headers(standing(entry))
      if (call !== undefined) reply.headers(await call.fail(failure.status))
      throw failure
    }
    reply.headers(call.succeed(entry.status))
    return send(entry, content, reply)
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

/** What cannot be decoded would be read as if it had been meant literally. */
function refuseBrokenEscapes(url: string): void {
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  if (!query.includes('%')) return
  try {
    decodeURIComponent(query)
  } catch {
    fail('bad_request', { reason: 'its query has a percent sign that does not begin an escape of UTF-8' })
  }
}

const keyName = /^api[-_]?key$/i

/** Asked for before anything else, so that whoever sends the key there learns where it belongs. */
function refuseKeyInQuery(query: unknown): void {
  for (const parameter in Object(query)) {
    if (keyName.test(parameter)) fail('key_in_query', { parameter })
  }
}

/** An answer as it goes out. */
interface Content {
  body: Buffer | string
  headers: Readonly<Record<string, string>>
}

function contentOf(entry: Endpoint, answer: Answer<Endpoint>): Content {
  const headers = 'headers' in answer ? answer.headers : {}
  // The output schema drops every member that the contract does not name; ready bytes come from the registry alone.
  return { headers, body: 'json' in answer ? answer.json : JSON.stringify(entry.output.parse(answer.output)) }
}

function send(entry: Endpoint, { body, headers }: Content, reply: FastifyReply): FastifyReply {
  return reply
    .code(entry.status)
    .header('content-type', 'application/json; charset=utf-8')
    .headers(headers)
    .send(Buffer.isBuffer(body) ? inOnePiece(body) : body)
}

/** Below this many bytes, making a text of an answer costs less than writing its head and its body as two pieces. */
const textBytesMax = 4096

/** A short answer as a text, which goes out together with its head in one piece. */
function inOnePiece(body: Buffer): Buffer | string {
  return body.length < textBytesMax ? body.toString(isAscii(body) ? 'latin1' : 'utf8') : body
}

function endpointNames(): EndpointName[] {
  // Object.keys of the contract gives its own names and no others, since it is a plain literal.
  return Object.keys(api) as EndpointName[]
}

function anyVerb(verbs: Verbs, name: EndpointName): Verb<Endpoint> {
  // `Verbs` pairs each verb with its own endpoint, and `handler` gives it only what that endpoint's schemas have read.
  return verbs[name] as unknown as Verb<Endpoint>
}
