/**
 * Every error of the API: its HTTP status and its sentence, made here and nowhere else. A verb fails only with codes
 * its contract entry declares. A sentence says what was expected and what came, never a secret.
 */

import { accountErrors } from './account-errors.ts'
import { bulkErrors } from './bulk-errors.ts'
import { fhirErrors } from './fhir-errors.ts'
import { headerBytesMax, headersMax, pathBytesMax, sizeOf } from './limits.ts'
import { openApiPaths } from './openapi-documents.ts'
import { plain } from './plain-error.ts'
import { providerErrors } from './provider-errors.ts'
import type { Scope } from './scopes.ts'
import { shareErrors } from './share-errors.ts'
import { verificationErrors } from './verification-errors.ts'
import { watchErrors } from './watch-errors.ts'

/** A table of errors: each takes the details of its sentence. `retryAfterSeconds` becomes the Retry-After header. */
type ErrorTable = Record<
  string,
  {
    status: number
    retryAfterSeconds?: number
    sentence: (details: never) => string
    /** Members of the answer beside its sentence and code. */
    members?: (details: never) => object
  }
>

export const errors = {
  invalid_input: {
    status: 400,
    sentence: (d: { parameter: string; expected: string; got: string }) =>
      `${d.parameter}: expected ${d.expected}; got ${d.got}.`,
  },
  origin_refused: {
    status: 403,
    sentence: (d: { expected: string; got: string }) =>
      `Expected a call from a program or from a page on ${d.expected}; got one from a page on ${d.got}.`,
  },
  unknown_parameter: {
    status: 400,
    sentence: (d: { parameter: string; nearest: string | undefined; known: readonly string[] }) =>
      d.nearest !== undefined
        ? `Unknown parameter ${d.parameter}; the nearest known one is ${d.nearest}.`
        : d.known.length > 0
          ? `Unknown parameter ${d.parameter}; known ones are ${d.known.join(', ')}.`
          : `Unknown parameter ${d.parameter}; none is known here.`,
  },
  invalid_json: {
    status: 400,
    sentence: (d: { reason: string }) => `The body must be a JSON object: ${d.reason}.`,
  },
  unsupported_media_type: {
    status: 415,
    sentence: (d: { got: string }) => `Content-Type must be application/json, in UTF-8; got ${d.got}.`,
  },
  unsupported_content_encoding: {
    status: 415,
    sentence: (d: { got: string }) => `The body must come without Content-Encoding; got ${d.got}.`,
  },
  body_too_large: {
    status: 413,
    sentence: (d: { limitBytes: number }) => `The body may have at most ${sizeOf(d.limitBytes)}.`,
  },
  no_such_route: {
    status: 404,
    sentence: (d: { method: string; path: string }) =>
      `There is no ${d.method} ${d.path}; GET ${openApiPaths} list every call.`,
  },
  wrong_method: {
    status: 405,
    sentence: (d: { method: string; path: string; methods: readonly string[] }) =>
      `${d.path} takes ${d.methods.join(', ')}; got ${d.method}.`,
  },
  bad_request: {
    status: 400,
    sentence: (d: { reason: string }) => `The request could not be read: ${d.reason}.`,
  },
  path_too_long: plain(414, `The path may have at most ${pathBytesMax} bytes.`),
  headers_too_large: plain(431, `The headers may have at most ${headerBytesMax} bytes and ${headersMax} lines.`),
  request_timeout: plain(408, 'The request did not arrive in time.'),

  key_missing: plain(
    401,
    'An API key is required: send it in the api-key header, or as a Bearer token in Authorization.',
  ),
  key_in_query: {
    status: 400,
    sentence: (d: { parameter: string }) =>
      `${d.parameter}: expected the API key in the api-key header; got it in the URL, which logs and browsers keep.`,
  },
  key_misplaced: {
    status: 400,
    sentence: (d: { place: string }) =>
      `${d.place}: expected the API key in the api-key header, or as a Bearer token in Authorization; got it here.`,
  },
  keys_differ: plain(400, 'Expected one API key; got two different ones, in the api-key header and in Authorization.'),
  key_malformed: plain(
    401,
    'The API key is malformed: expected pdx_live_ or pdx_test_ and 46 letters and digits, as shown on the dashboard; check for a typo.',
  ),
  key_unknown: plain(401, 'This API key doesn’t belong to any account.'),
  key_revoked: {
    status: 401,
    sentence: (d: { revokedAt: string }) =>
      `The API key was replaced or revoked on ${d.revokedAt}; the dashboard has the current ones.`,
  },
  key_expired: {
    status: 401,
    sentence: (d: { expiredAt: string }) => `The API key expired on ${d.expiredAt}; make another one in the dashboard.`,
  },
  network_refused: {
    status: 403,
    sentence: (d: { ip: string }) =>
      `This API key only works from its allowed networks, and this call came from ${d.ip}; change its networks in the dashboard.`,
  },
  scope_missing: {
    status: 403,
    sentence: (d: { scope: Scope; scopes: readonly Scope[] }) =>
      `This call requires an API key with the scope ${d.scope}; this one has ${d.scopes.join(', ')}.`,
  },
  live_only: plain(403, 'This call isn’t available in test mode; use a live API key.'),
  session_missing: plain(401, 'Sign in first: send the token as a Bearer token in the Authorization header.'),
  session_invalid: plain(401, 'The session has ended or was never opened; sign in again.'),

  rate_limited: {
    status: 429,
    retryAfterSeconds: 60,
    sentence: (d: { limit: number; period: 'minute' | 'day'; until: string }) =>
      `You’ve used all ${d.limit.toLocaleString('en-US')} requests per ${d.period}; send the next one at ${d.until}.`,
  },
  quota_exceeded: {
    status: 429,
    retryAfterSeconds: 60,
    sentence: (d: { limit: number; until: string }) =>
      `You’ve used all ${d.limit.toLocaleString('en-US')} calls per month; the next period begins at ${d.until}.`,
  },

  ...accountErrors,

  plan_already: {
    status: 409,
    sentence: (d: { plan: string }) => `This account is already on the ${d.plan} plan.`,
  },
  plan_agreed: {
    status: 409,
    sentence: (d: { plan: string }) =>
      `This account’s ${d.plan} plan was arranged with our sales team; contact them to change it.`,
  },
  payments_away: {
    status: 503,
    retryAfterSeconds: 30,
    sentence: () => 'The payment provider isn’t responding, so your plan hasn’t changed; try again in a minute.',
  },
  payments_refused: plain(
    502,
    'The payment provider rejected the request, so your plan hasn’t changed. The problem is on our side; please contact support.',
  ),
  event_unsigned: plain(
    400,
    'Expected an event about payments, signed by the payment provider within the last five minutes; its signature is missing, wrong or too old.',
  ),

  ...providerErrors,
  ...bulkErrors,
  ...verificationErrors,
  ...shareErrors,
  ...watchErrors,
  ...fhirErrors,

  image_not_found: plain(404, 'This image doesn’t exist, or its link has expired; links work for five minutes.'),

  // The blog: the sentences of the specification, section 8.
  feed_refused: {
    status: 502,
    sentence: (d: { status: number }) => `HTTP error! status: ${d.status}`,
  },
  feed_unreadable: plain(502, 'Failed to fetch or parse RSS feed.'),

  overloaded: {
    status: 503,
    retryAfterSeconds: 5,
    sentence: () => 'Too many sign-ins and sign-ups are waiting; try again in a few seconds.',
  },
  not_ready: {
    status: 503,
    retryAfterSeconds: 5,
    sentence: (d: { waitingFor: readonly string[] }) => `Not ready: waiting for ${d.waitingFor.join(' and ')}.`,
  },
  internal: {
    status: 500,
    sentence: (d: { requestId: string }) =>
      `Something went wrong on our side; include request ${d.requestId} if you contact support.`,
  },
} as const satisfies ErrorTable

export type ErrorCode = keyof typeof errors

export type ErrorDetails<C extends ErrorCode> =
  Parameters<(typeof errors)[C]['sentence']> extends [infer D] ? D : undefined

export type PlainErrorCode = { [C in ErrorCode]: undefined extends ErrorDetails<C> ? C : never }[ErrorCode]
