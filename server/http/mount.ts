/**
 * Mounts the contract on a Fastify server: each endpoint becomes a route that finds out who calls, reads the request by
 * the entry's schemas, runs the verb and answers. Whatever goes wrong on the way becomes one error answer in
 * server/http/error-answer.ts. Nothing here knows what any single endpoint does.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { api, type EndpointName } from '#contract/api'
import type { CallerKind, Endpoint } from '#contract/endpoint'
import { readInput } from './read-input.ts'
import { type Answer, type Caller, fail, type Verb, type Verbs } from './verb.ts'

/** Tells who the bearer of a header is, or fails with the errors of that kind of caller. */
export interface CallerChecks {
  key(header: string | undefined): Promise<Caller<'key'>>
  session(header: string | undefined): Promise<Caller<'session'>>
}

/** Headers that every answer of an endpoint bears, errors too, unless the verb says otherwise. */
export type StandingHeaders = (entry: Endpoint) => Readonly<Record<string, string>>

/** Adds a route for every endpoint of the contract. */
export function mount(app: FastifyInstance, verbs: Verbs, checks: CallerChecks, standing: StandingHeaders): void {
  for (const name of endpointNames()) {
    const entry: Endpoint = api[name]
    const handle = handler(entry, anyVerb(verbs, name), checks, standing)
    app.route({ method: entry.method, url: entry.path.replace(/\{(\w+)\}/g, ':$1'), handler: handle })
  }
}

function handler(entry: Endpoint, verb: Verb<Endpoint>, checks: CallerChecks, standing: StandingHeaders) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(standing(entry))
    refuseBrokenEscapes(request.url)
    if (entry.caller === 'key') refuseKeyInQuery(request.query)
    const caller = await callerOf(entry.caller, request, checks)
    const answer = await verb({
      caller,
      client: { ip: request.ip },
      params: readInput(entry.params, request.params, 'path', fail),
      query: readInput(entry.query, request.query, 'query', fail),
      body: readInput(entry.body, request.body ?? {}, 'body', fail),
      fail,
    })
    send(entry, answer, reply)
    return reply
  }
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

/** Asked for before anything else, so that whoever sends the key there learns where it belongs. */
function refuseKeyInQuery(query: unknown): void {
  const names = typeof query === 'object' && query !== null ? Object.keys(query) : []
  const parameter = names.find((name) => /^api[-_]?key$/i.test(name))
  if (parameter !== undefined) fail('key_in_query', { parameter })
}

function callerOf(kind: CallerKind, request: FastifyRequest, checks: CallerChecks): Promise<Caller> | Caller {
  switch (kind) {
    case 'anyone':
      return { kind: 'anyone' }
    case 'session':
      return checks.session(request.headers.authorization)
    case 'key':
      return checks.key(headerText(request.headers['api-key']))
  }
}

function headerText(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(',') : value
}

function send(entry: Endpoint, answer: Answer<Endpoint>, reply: FastifyReply): void {
  reply.code(entry.status).header('content-type', 'application/json; charset=utf-8')
  if ('headers' in answer) reply.headers(answer.headers)
  // The output schema drops every member that the contract does not name; ready bytes come from the registry alone.
  reply.send('json' in answer ? answer.json : JSON.stringify(entry.output.parse(answer.output)))
}

function endpointNames(): EndpointName[] {
  // Object.keys of the contract gives its own names and no others, since it is a plain literal.
  return Object.keys(api) as EndpointName[]
}

function anyVerb(verbs: Verbs, name: EndpointName): Verb<Endpoint> {
  // `Verbs` pairs each verb with its own endpoint, and `handler` gives it only what that endpoint's schemas have read.
  return verbs[name] as unknown as Verb<Endpoint>
}
