/**
 * A verb: an async function that fulfils one contract entry. It gets validated input and the caller, never an HTTP
 * request, and answers or calls `fail` with a code its entry declares: no other compiles.
 */
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Api, EndpointName } from '#contract/api'
import type { CallerKind, Endpoint } from '#contract/endpoint'
import { type ErrorCode, type ErrorDetails, errors } from '#contract/errors'
import type { Tier } from '#contract/plans'
import type { Scope } from '#contract/scopes'
import type { Tables } from '../platform/database/tables.ts'
import { printable } from '../platform/shown.ts'

export type Caller<C extends CallerKind = CallerKind> = Extract<
  | { kind: 'anyone' }
  | { kind: 'session'; accountId: string; sessionId: string }
  | { kind: 'key'; accountId: string; keyId: string; account: { readonly scopes: readonly Scope[] | null } },
  { kind: C }
>

/** Made only by `apiError`; verbs use `fail`. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly members: object

  constructor(code: ErrorCode, sentence: string, headers: Readonly<Record<string, string>> = {}, members: object = {}) {
    super(sentence)
    this.code = code
    this.status = errors[code].status
    this.headers = headers
    this.members = members
  }
}

/** A function that may fail with fewer codes accepts a `Fail` of more. */
export type Fail<E extends ErrorCode> = <C extends E>(
  code: C,
  details: ErrorDetails<C>,
  headers?: Readonly<Record<string, string>>,
) => never

/** Where nothing can be thrown. */
export function apiError<C extends ErrorCode>(
  code: C,
  details: ErrorDetails<C>,
  headers?: Readonly<Record<string, string>>,
): ApiError {
  const error: {
    retryAfterSeconds?: number
    sentence: (details: never) => string
    members?: (details: never) => object
  } = errors[code]
  // The signature's `ErrorDetails<C>` has checked that code and details fit.
  const fitting = details as never
  const sentence = printable(error.sentence(fitting))
  const { retryAfterSeconds } = error
  const allHeaders = {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...headers,
  }
  return new ApiError(code, sentence, allHeaders, error.members?.(fitting))
}

export const fail: Fail<ErrorCode> = (code, details, headers) => {
  throw apiError(code, details, headers)
}

type HeadersOf<E extends { answerHeaders: object }> = keyof E['answerHeaders'] & string

export const registryPaths = ['/api/doctors', '/api/organizations', '/api/individuals'] as const

/** Answered with ready bytes of the registry, past the output schema; they hold nothing of any account. */
type ReadyPath = `${(typeof registryPaths)[number]}${string}` | '/api/providers/batch'

type ReadyOf<E extends Endpoint> = E['path'] extends ReadyPath
  ? ReadyJson
  : string extends E['path']
    ? ReadyJson
    : never

/** `isNdjson`: a line for each item, where the entry has such an answer. */
interface ReadyJson {
  json: Buffer
  isNdjson?: boolean
}

/** What a verb answers: a value that the output schema then strips to what the contract names, or ready JSON bytes. */
export type Answer<E extends Endpoint> = ({ output: z.output<E['output']> } | ReadyOf<E>) &
  ([HeadersOf<E>] extends [never] ? unknown : { headers: Record<HeadersOf<E>, string> })

/** The client's address, or what a trusted proxy says it is. */
type ClientOf<C extends CallerKind> = C extends 'key' ? undefined : { ip: string }

/**
 * Takes calls of the quota, before the work or as part of its transaction; fails with `quota_exceeded` or
 * `quota_short`. Answers the start of the billing period; undefined where there is no quota.
 */
export type TakeCalls = (calls: number, trx?: Transaction<Tables>) => Promise<Date | undefined>

type PricedPath = '/api/providers/batch' | '/api/exports' | '/api/rosters/{id}/members'

/**
 * `takeCalls` is called once, by the verbs of entries that are priced by their verb. `tier` is the plan by which the
 * call is metered; undefined with a test key, whose calls cost nothing.
 */
type PricedOf<E extends Endpoint> = string extends E['path']
  ? { takeCalls?: TakeCalls | undefined; tier?: Tier | undefined }
  : E extends { method: 'POST'; path: PricedPath }
    ? { takeCalls: TakeCalls; tier: Tier | undefined }
    : unknown

export interface VerbRequest<E extends Endpoint> {
  params: z.output<E['params']>
  query: z.output<E['query']>
  body: z.output<E['body']>
  /** Headers that the entry declares, by the names it gives them. */
  headers: Readonly<Record<string, string | undefined>>
  caller: Caller<E['caller']>
  client: ClientOf<E['caller']>
  /** Fails with an error the entry declares, or with `invalid_input`, which every entry has by reading input at all. */
  fail: Fail<E['errors'][number] | 'invalid_input'>
}

export type Verb<E extends Endpoint> = (request: VerbRequest<E> & PricedOf<E>) => Promise<Answer<E>>

/** A verb for every endpoint of the contract; the document of the API has none (serve-openapi.ts). */
export type Verbs = { [N in Exclude<EndpointName, 'openapi'>]: Verb<Api[N]> }
