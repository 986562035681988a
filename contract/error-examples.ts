/** Example details of each error, from which the documentation makes its sentence. */
import { type ErrorCode, type ErrorDetails, errors, type PlainErrorCode } from './errors.ts'

const examples: { readonly [C in Exclude<ErrorCode, PlainErrorCode>]: ErrorDetails<C> } = {
  invalid_input: { parameter: 'radius', expected: 'a number of miles above 0 and at most 25', got: '40' },
  origin_refused: { expected: 'https://praxidex.example', got: 'https://example.org' },
  unknown_parameter: { parameter: 'specialities', nearest: 'specialty', known: [] },
  invalid_json: { reason: 'it ends in the middle' },
  unsupported_media_type: { got: 'text/plain' },
  unsupported_content_encoding: { got: 'gzip' },
  body_too_large: { limitBytes: 65_536 },
  no_such_route: { method: 'GET', path: '/api/doctor' },
  wrong_method: { method: 'DELETE', path: '/api/doctors', methods: ['GET'] },
  bad_request: { reason: 'its query has a percent sign that does not begin an escape of UTF-8' },
  key_in_query: { parameter: 'api-key' },
  key_misplaced: { place: 'X-API-Key' },
  key_revoked: { revokedAt: '2026-11-20' },
  key_expired: { expiredAt: '2026-11-20' },
  network_refused: { ip: '198.51.100.7' },
  scope_missing: { scope: 'verifications:write', scopes: ['providers:read'] },
  rate_limited: { limit: 10, period: 'minute', until: '2026-11-20T14:03:13Z' },
  quota_exceeded: { limit: 100, until: '2026-12-15T08:30:00Z' },
  password_too_common: { parameter: 'password' },
  too_many_attempts: { what: 'sign-ins', seconds: 60 },
  second_factor_required: {
    challenge: 'k3J0v9Zq1xT7bY5mN2wR8cL4hF6sD0gA1uE9iO3pXyQ',
    methods: ['code', 'recoveryCode'],
  },
  plan_already: { plan: 'Developer' },
  plan_agreed: { plan: 'Enterprise' },
  one_place_only: { parameters: ['latitude', 'address'] },
  place_not_found: {
    parameter: 'address',
    query: 'Atlantis',
    understood: 'It takes a street address with its city and state, a city and state, a ZIP code or a state.',
  },
  place_contradicts: { parameter: 'state', expected: 'NY', got: 'CA' },
  specialty_unknown: { got: 'cardiologie', nearest: 'cardiology' },
  list_not_loaded: { parameter: 'acceptsMedicare', expected: 'lists of Medicare' },
  page_too_deep: { limit: 10_000, got: 10_025 },
  provider_not_found: { resource: 'doctor', npi: 2000000002 },
  provider_deactivated: { npi: 2000000002, deactivatedOn: '2024-02-01', replacementNpi: 2000000010 },
  verification_pending: { id: '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10' },
  verification_decided: { status: 'approved', decidedBy: 'ada@example.org' },
  decision_incomplete: { parameter: 'rejectionReason', expected: 'a reason', got: 'nothing' },
  npi_locked: { npi: '1679576722' },
  npi_taken: { npi: '1679576722' },
  npi_differs: { npi: '1245319599', held: '1679576722' },
  credential_unknown: { npi: '1679576722' },
  feed_refused: { status: 503 },
  image_unusable: { reason: 'The image has to be a JPEG, PNG or WebP picture; this is a GIF.' },
  uploads_limited: { retryAfterSeconds: 600 },
  passcode_wrong: { remainingAttempts: 4 },
  verification_not_shareable: { id: '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10' },
  idempotency_key_malformed: { got: 'a key with blanks' },
  not_ready: { waitingFor: ['the database'] },
  internal: { requestId: '0b7c2b1e-5a43-4c0e-9a52-0a4f1d3f2b11' },
}

export function exampleSentenceOf(code: ErrorCode): string {
  const { sentence }: { sentence: (details: never) => string } = errors[code]
  const details: Record<string, unknown> = examples
  // `examples` has the details of every error whose sentence needs some, by the type it is declared with.
  return sentence(details[code] as never)
}
