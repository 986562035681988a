import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint'
import { networkOf } from '../accounts/attempts.ts'
import type { KeyAccount } from '../keys/check-key.ts'
import { isWithin } from '../keys/networks.ts'
import { isFirstParty, type Meter, type MeteredCall } from '../usage/meter.ts'
import { keyIn, refuseKeyInAddress, refuseMisplacedKey } from './key-places.ts'
import { type inputReader, refuseBrokenEscapes } from './request-input.ts'
import { type Caller, fail, type Verb } from './verb.ts'

/** What calls are metered as. */
export interface NamedEntry {
  /** Of the endpoint, for the usage of the account. */
  name: string
  entry: Endpoint
}

export interface Route extends NamedEntry {
  /** /api/doctors/:npi. */
  url: string
  verb: Verb<Endpoint>
  /** For test keys; undefined where they may not call it. */
  testVerb: Verb<Endpoint> | undefined
  read: ReturnType<typeof inputReader>
  /** What it takes beyond the scope; fails otherwise. */
  require?: (caller: KeyCaller) => void
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
  return callerBy(key, request, checks)
}

/** Wherever the key stood. */
export function callerBy(
  key: string | undefined,
  request: FastifyRequest,
  checks: CallerChecks,
): KeyCaller | Promise<KeyCaller> {
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
  { name, entry }: NamedEntry,
  meter: Meter,
  { id, method, url, query, body }: Pick<FastifyRequest, 'id' | 'method' | 'url' | 'query' | 'body'>,
  { account }: KeyCaller,
  startedMs: number,
): MeteredCall {
  const { isAdmin, mode } = account
  return meter.begin({
    account,
    route: name,
    // Our screens call with live keys.
    isFirstParty: mode === 'live' && isFirstParty(entry, { query, body, isAdmin }),
    requestId: id,
    method,
    url,
    startedMs,
  })
}
