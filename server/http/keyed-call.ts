import type { FastifyRequest } from 'fastify'
import type { EndpointName } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { networkOf } from '../accounts/attempts.ts'
import type { KeyAccount } from '../keys/check-key.ts'
import { isFirstParty, type Meter, type MeteredCall } from '../usage/meter.ts'
import { headerText, type inputReader, refuseBrokenEscapes, refuseKeyInQuery } from './request-input.ts'
import type { Caller, Verb } from './verb.ts'

export interface Route {
  name: EndpointName
  entry: Endpoint
  /** /api/doctors/:npi. */
  url: string
  verb: Verb<Endpoint>
  read: ReturnType<typeof inputReader>
}

export type KeyCaller = Caller<'key'> & { account: KeyAccount }

/** Fails with the errors of that kind of caller. */
export interface CallerChecks {
  key(header: string | undefined, networkOf: () => string): KeyCaller | Promise<KeyCaller>
  /** `isForEnrolling` lets in an admin who has yet to set up a second factor. */
  session(header: string | undefined, networkOf: () => string, isForEnrolling: boolean): Promise<Caller<'session'>>
  /** Asks the database again: fails where the caller is gone. */
  again(caller: Caller<'key'> | Caller<'session'>, request: FastifyRequest): Promise<void>
}

export function callerOf(request: FastifyRequest, checks: CallerChecks): KeyCaller | Promise<KeyCaller> {
  refuseBrokenEscapes(request.url)
  refuseKeyInQuery(request.query)
  return checks.key(headerText(request.headers['api-key']), () => networkOf(request.ip))
}

export function beginCall(
  { name, entry }: Route,
  meter: Meter,
  { method, url, query, body }: Pick<FastifyRequest, 'method' | 'url' | 'query' | 'body'>,
  { account }: KeyCaller,
  startedMs: number,
): MeteredCall {
  const { isAdmin } = account
  return meter.begin({
    account,
    route: name,
    isFirstParty: isFirstParty(entry, { query, body, isAdmin }),
    method,
    url,
    startedMs,
  })
}
