/**
 * A contract entry: one endpoint of the API as a value, which server, web client, documentation, OpenAPI and tests
 * read. An endpoint without a verb, an example that its schemas refuse, and a verb that fails with an undeclared error
 * do not compile.
 */
import { z } from 'zod'
import { type Deprecation, deprecationHeaderWords, deprecationSentence } from './deprecation.ts'
import type { ErrorCode, PlainErrorCode } from './errors.ts'
import { modeHeader } from './key-modes.ts'
import { bodyBytesMax } from './limits.ts'
import type { Scope } from './scopes.ts'

/** Who may call: anyone, or with a session token or an API key. */
export type CallerKind = 'anyone' | 'session' | 'key'

export type Group =
  | 'service'
  | 'accounts'
  | 'doctors'
  | 'organizations'
  | 'individuals'
  | 'bulk'
  | 'sources'
  | 'verifications'
  | 'shares'
  | 'watch'
  | 'npiRegistry'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Schema = z.ZodType
type ObjectSchema = z.ZodObject

/** A member that may be left out when nothing in it is required. */
type Member<K extends string, T> = Record<never, never> extends T ? { [P in K]?: T } : { [P in K]: T }

/** What a call is given. */
export type EndpointInput<P extends Schema, Q extends Schema, B extends Schema> = Member<'params', z.input<P>> &
  Member<'query', z.input<Q>> &
  Member<'body', z.input<B>>

export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  O extends Schema = Schema,
  E extends ErrorCode = ErrorCode,
  C extends CallerKind = CallerKind,
  H extends string = string,
  M extends Method = Method,
  Path extends string = string,
> {
  method: M
  /** The path, with parameters as `{npi}`. */
  path: Path
  group: Group
  summary: string
  description: string
  isBeta: boolean
  /** Null while it is there to stay. */
  deprecation: Deprecation | null
  caller: C
  /** What a key has to have that is limited to some; null where no key calls. */
  scope: Scope | null
  /** Whether a session may call it that has no second factor although one is required of its account. */
  isForEnrolling: boolean
  params: P
  query: Q
  body: B
  bodyBytesMax: number
  /** Headers that the verb reads, with what each means. */
  requestHeaders: Readonly<Record<string, string>>
  /** Own errors for malformed members of the path, and for members of the body that are empty or no text. */
  inputErrors: Readonly<Record<string, PlainErrorCode>>
  output: O
  /** A text/csv answer is the output itself, a text. */
  mediaType: 'application/json' | 'text/csv'
  /** Whether Accept: application/x-ndjson gets the list in the answer as a line for each item. */
  isAlsoNdjson: boolean
  status: 200 | 201 | 202
  /**
   * Which calls with a key use no quota and have the limits of our screens: none, everyone's, all of an admin, or those
   * with one of these members. Where the verb prices the call, that holds for those which cost nothing.
   */
  offQuota: 'none' | 'everyone' | 'all' | Readonly<Record<string, string>>
  /** Whether the verb itself takes what the call costs of the quota, which may be nothing; else it is one call. */
  isPricedByVerb: boolean
  /** Headers of the answer, with what each says. */
  answerHeaders: Record<H, string>
  /** Errors the verb itself may fail with; those of reading the request and of the caller come with `errorsOf`. */
  errors: readonly E[]
  /** The form of errors; null for that of the API. */
  errorForm: Schema | null
  example: { input: unknown; output: unknown }
}

/** Nothing is expected in this part of the request; anything sent is refused by name. */
const nothing = z.strictObject({})
type Nothing = typeof nothing

/** A call with a key names the scope it takes; no other has one. */
type ScopeOf<C extends CallerKind> = C extends 'key' ? { scope: Scope } : { scope?: null }

/** Declares one endpoint. `example.input` is what a caller sends and `example.output` what is answered. */
export function endpoint<
  O extends Schema,
  const C extends CallerKind,
  const M extends Method,
  const Path extends `/${string}`,
  const E extends ErrorCode = never,
  const H extends string = never,
  P extends ObjectSchema = Nothing,
  Q extends ObjectSchema = Nothing,
  B extends ObjectSchema = Nothing,
>(
  entry: {
    method: M
    path: Path
    group: Group
    summary: string
    description: string
    isBeta?: true
    deprecation?: Deprecation
    caller: C
    isForEnrolling?: true
    params?: P
    query?: Q
    body?: B
    bodyBytesMax?: number
    requestHeaders?: Readonly<Record<string, string>>
    inputErrors?: Readonly<Record<string, PlainErrorCode>>
    output: O
    mediaType?: 'text/csv'
    isAlsoNdjson?: true
    status?: 200 | 201 | 202
    offQuota?: 'everyone' | 'all' | Readonly<Record<string, string>>
    isPricedByVerb?: true
    answerHeaders?: Record<H, string>
    errors?: readonly E[]
    errorForm?: Schema
    example: { input: EndpointInput<P, Q, B>; output: z.output<O> }
  } & ScopeOf<C>,
): Endpoint<P, Q, B, O, E, C, H, M, Path>
export function endpoint(entry: Omit<Endpoint, Defaulted> & Partial<Pick<Endpoint, Defaulted>>): Endpoint {
  return { ...defaults, ...entry }
}

const defaults = {
  isBeta: false,
  deprecation: null,
  scope: null,
  isForEnrolling: false,
  params: nothing,
  query: nothing,
  body: nothing,
  bodyBytesMax,
  requestHeaders: {},
  inputErrors: {},
  mediaType: 'application/json',
  isAlsoNdjson: false,
  status: 200,
  offQuota: 'none',
  isPricedByVerb: false,
  answerHeaders: {},
  errors: [],
  errorForm: null,
} as const satisfies Partial<Endpoint>

type Defaulted = keyof typeof defaults

/** The description with its end and the scope that a call with a key takes, for OpenAPI and the documentation. */
export function fullDescriptionOf({ description, scope, deprecation }: Endpoint): string {
  const end = deprecation === null ? '' : `${deprecationSentence(deprecation)} `
  return scope === null ? end + description : `${end}${description} A key with scopes needs ${scope}.`
}

/** Errors of reading the request and of the caller, which every endpoint of that kind can answer with. */
export const callerErrors = {
  anyone: [],
  session: ['session_missing', 'session_invalid', 'too_many_attempts', 'not_ready'],
  key: [
    'key_in_query',
    'key_misplaced',
    'key_missing',
    'keys_differ',
    'key_malformed',
    'key_unknown',
    'key_revoked',
    'key_expired',
    'network_refused',
    'scope_missing',
    'live_only',
    'too_many_attempts',
    'rate_limited',
    'quota_exceeded',
    'not_ready',
  ],
} as const satisfies Record<CallerKind, readonly ErrorCode[]>

/** Every error an endpoint can answer with, for OpenAPI and the documentation. */
export function errorsOf(entry: Endpoint): ErrorCode[] {
  const reading: ErrorCode[] = ['unknown_parameter', 'invalid_input', 'bad_request']
  if (entry.method !== 'GET')
    reading.push('invalid_json', 'unsupported_media_type', 'unsupported_content_encoding', 'body_too_large')
  reading.push('path_too_long', 'headers_too_large', 'request_timeout')
  const caller: ErrorCode[] = [...callerErrors[entry.caller]]
  if (entry.caller === 'session' && !entry.isForEnrolling) caller.push('second_factor_not_set')
  return [...new Set<ErrorCode>([...reading, ...caller, ...entry.errors, 'internal'])]
}

/** Headers of every answer to a call that bears a working key, with what each says. */
export const meteringHeaders = {
  'RateLimit-Policy':
    'The limits that hold, as the IETF draft on RateLimit header fields writes them: how many requests (q) in how many seconds (w). Absent where none holds.',
  RateLimit: 'How many requests remain of each limit (r), and after how many seconds there are more (t).',
  'X-Quota-Limit': 'Calls in a billing period, or unlimited. A call counts when it is answered with a 2xx status.',
  'X-Quota-Remaining': 'Calls left in this billing period, or unlimited.',
  'X-Quota-Reset': 'When the next billing period begins, in UTC.',
  [modeHeader]: 'test, where a test key made the call: the answer is invented data. Absent otherwise.',
}

export const cacheControlHeader = { 'Cache-Control': 'For how long the answer may be kept.' }

/** Headers by which an answer is kept, and asked for again. */
export const cachingHeaders = {
  ...cacheControlHeader,
  ETag: 'Identifies this response. Send it back in If-None-Match: if nothing has changed, you get 304 without a body, which uses no quota.',
}

/**
 * Whether answers may be compressed: not those that hold keys, tokens or signed links, of which their length would tell
 * beside text of a caller's choosing.
 */
export function mayBeCompressed({ method, caller, scope }: Endpoint): boolean {
  return method === 'GET' && (caller === 'anyone' || scope === 'providers:read' || scope === 'sources:read')
}

/** Every header that the answers of an endpoint bear, with what each says, for OpenAPI and the documentation. */
export function headersOf(entry: Endpoint): Readonly<Record<string, string>> {
  return {
    ...(entry.caller === 'key' && meteringHeaders),
    ...entry.answerHeaders,
    ...(entry.deprecation !== null && deprecationHeaderWords),
  }
}
