import type { FastifyRequest } from 'fastify'
import type { EndpointName } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { networkOf } from '../accounts/attempts.ts'
import type { KeyAccount } from '../keys/check-key.ts'
import { isWithin } from '../keys/networks.ts'
import { isFirstParty, type Meter, type MeteredCall } from '../usage/meter.ts'
import { keyIn, refuseKeyInAddress, refuseMisplacedKey } from './key-places.ts'
import { type inputReader, refuseBrokenEscapes } from './request-input.ts'
import { type Caller, fail, type Verb } from './verb.ts'

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
  refuseKeyInAddress(request)
  const key = keyIn(request.headers)
  if (key === undefined || key === '') refuseMisplacedKey(request)
  const found = checks.key(key, () => networkOf(request.ip))
  return found instanceof Promise ? found.then((caller) => fromNetwork(caller, request)) : fromNetwork(found, request)
}

function fromNetwork(caller: KeyCaller, request: FastifyRequest): KeyCaller {
  const { networks } = caller.account
  if (networks !== null && !isWithin(networks, request.ip)) fail('network_refused', { ip: request.ip })
  return caller
}

export function requireScope({ scope }: Endpoint, { account: { scopes } }: KeyCaller): void {
  if (scope !== null && scopes !== null && !scopes.includes(scope)) fail('scope_missing', { scope, scopes })
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
