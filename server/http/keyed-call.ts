/** What both ways of a call know: its route, who calls, and how one that bears a key begins. */
import type { FastifyRequest } from 'fastify'
import type { EndpointName } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { networkOf } from '../accounts/attempts.ts'
import type { KeyAccount } from '../keys/check-key.ts'
import { isOfScreens, type Meter, type MeteredCall } from '../usage/meter.ts'
import { refuseBrokenEscapes, refuseKeyInQuery } from './refuse-query.ts'
import { headerText, type inputReader } from './request-input.ts'
import type { Caller, Verb } from './verb.ts'

/** An endpoint of the contract as it is served. */
export interface Route {
  name: EndpointName
  entry: Endpoint
  /** Its path as Fastify writes it: /api/doctors/:npi. */
  url: string
  verb: Verb<Endpoint>
  read: ReturnType<typeof inputReader>
}

/** Who bears a key. */
export type Bearer = Caller<'key'> & { account: KeyAccount }

/** Tells who the bearer of a header is, or fails with the errors of that kind of caller. */
export interface CallerChecks {
  /** Answers at once where that is known. */
  key(header: string | undefined, networkOf: () => string): Bearer | Promise<Bearer>
  /** `isForEnrolling` lets in an admin who has yet to set up a second factor. */
  session(header: string | undefined, networkOf: () => string, isForEnrolling: boolean): Promise<Caller<'session'>>
  /** Asks again, past all that is remembered: fails where the caller is gone meanwhile. */
  again(caller: Caller<'key'> | Caller<'session'>, request: FastifyRequest): Promise<void>
}

/** Whose key the request bears where it belongs. */
export function bearerOf(request: FastifyRequest, checks: CallerChecks): Bearer | Promise<Bearer> {
  refuseBrokenEscapes(request.url)
  refuseKeyInQuery(request.query)
  return checks.key(headerText(request.headers['api-key']), () => networkOf(request.ip))
}

/** Begins to meter a call that came at `startedMs` by this process's clock. */
export function beginCall(
  { name, entry }: Route,
  meter: Meter,
  { method, url, query, body }: Pick<FastifyRequest, 'method' | 'url' | 'query' | 'body'>,
  { account }: Bearer,
  startedMs: number,
): MeteredCall {
  const { isAdmin } = account
  return meter.begin({
    account,
    route: name,
    isOfScreens: isOfScreens(entry, { query, body, isAdmin }),
    method,
    url,
    startedMs,
  })
}
