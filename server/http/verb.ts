/**
 * What a verb is: a plain async function that fulfils one contract entry. It gets what the caller sent, already read by
 * the entry's schemas, and who the caller is; it never sees an HTTP request or reply. It succeeds with an `Answer` or
 * fails by calling `fail` with one of the codes the entry declares: no other code compiles.
 */
import type { z } from 'zod'
import type { Api, EndpointName } from '#contract/api'
import type { CallerKind, Endpoint } from '#contract/endpoint'
import { type ErrorCode, type ErrorDetails, errors } from '#contract/errors'
import { printable } from '../platform/shown.ts'

/** Who calls, as the server found out before the verb ran. */
export type Caller<C extends CallerKind = CallerKind> = Extract<
  | { kind: 'anyone' }
  | { kind: 'session'; accountId: string; sessionId: string }
  | { kind: 'key'; accountId: string; keyId: string },
  { kind: C }
>

/** An answer that is not a success. Made only by `apiError`; verbs get no other way to it than their `fail`. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** What the answer says beside its sentence and code. */
  readonly members: object

  constructor(code: ErrorCode, sentence: string, headers: Readonly<Record<string, string>> = {}, members: object = {}) {
    super(sentence)
    this.code = code
    this.status = errors[code].status
    this.headers = headers
    this.members = members
  }
}

/** Ends the verb with an error of the contract. A function that may fail with fewer codes accepts a `Fail` of more. */
export type Fail<E extends ErrorCode> = <C extends E>(
  code: C,
  details: ErrorDetails<C>,
  headers?: Readonly<Record<string, string>>,
) => never

/** Makes the error that `fail` throws; for the server's own use where nothing can be thrown. */
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
  // The table's functions each take their own details; `ErrorDetails<C>` in the signature has checked that they fit.
  const fitting = details as never
  const sentence = printable(error.sentence(fitting))
  const { retryAfterSeconds } = error
  const allHeaders = {
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    ...headers,
  }
  return new ApiError(code, sentence, allHeaders, error.members?.(fitting))
}

/** The one `fail` there is; its type narrows it where it is handed to a verb. */
export const fail: Fail<ErrorCode> = (code, details, headers) => {
  throw apiError(code, details, headers)
}

type HeadersOf<E extends { answerHeaders: object }> = keyof E['answerHeaders'] & string

/** Where paths begin that are answered from the registry. */
export const registryPaths = ['/api/doctors', '/api/organizations', '/api/individuals'] as const

/** What is answered as bytes that were written beforehand, past its schema: the registry's providers, which hold nothing of any account. */
type ReadyPath = `${(typeof registryPaths)[number]}${string}`

/** Ready JSON, where an endpoint, or any endpoint at all, may be answered with it. */
type ReadyOf<E extends Endpoint> = E['path'] extends ReadyPath
  ? { json: Buffer }
  : string extends E['path']
    ? { json: Buffer }
    : never

/** What a verb answers: a value that the output schema then strips to what the contract names, or ready JSON bytes. */
export type Answer<E extends Endpoint> = ({ output: z.output<E['output']> } | ReadyOf<E>) &
  ([HeadersOf<E>] extends [never] ? unknown : { headers: Record<HeadersOf<E>, string> })

/** Where a request comes from: the address of the client, or what a trusted proxy says it is. Nobody asks where a key is used. */
type ClientOf<C extends CallerKind> = C extends 'key' ? undefined : { ip: string }

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

/** The function that fulfils one entry of the contract. */
export type Verb<E extends Endpoint> = (request: VerbRequest<E>) => Promise<Answer<E>>

/** A verb for every endpoint of the contract, or it does not compile; the document of the API has none (serve-openapi.ts). */
export type Verbs = { [N in Exclude<EndpointName, 'openapi'>]: Verb<Api[N]> }
