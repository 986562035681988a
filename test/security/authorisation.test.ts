/**
 * A1: who may do what. One row for every route that the server has, one cell for everybody who may ask; a route without
 * a row fails. Who is allowed gets the answer that the row names, and everybody else the refusal that fits what they
 * sent.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api, type EndpointName } from '#contract/api'
import type { CallerKind, Endpoint } from '#contract/endpoint'
import { type ErrorCode, errors } from '#contract/errors'
import { type KnownRoutes, knownRoutes } from '#server/http/known-routes'
import { testPages } from '../support/test-pages.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { type CallerName, type Callers, callerNames, makeCallers } from './callers.ts'

type Outcome = 'done' | ErrorCode

interface Row {
  /** Admins bear a key like others. */
  access: CallerKind | 'admin'
  /**
   * What those who are allowed are answered to the contract's example: done, or the error of an example that names
   * nobody here.
   */
  allowed: Outcome | ((caller: CallerName) => Outcome)
  /**
   * The call changes its caller, so that the row needs callers of its own: those who are allowed are of different
   * accounts.
   */
  changesCaller?: true
}

const table: Record<EndpointName, Row> = {
  health: { access: 'anyone', allowed: 'done' },
  ready: { access: 'anyone', allowed: 'done' },
  registry: { access: 'anyone', allowed: 'done' },
  serviceStatus: { access: 'anyone', allowed: 'done' },
  openapi: { access: 'anyone', allowed: 'done' },
  signup: { access: 'anyone', allowed: 'done' },
  login: { access: 'anyone', allowed: 'login_refused' },
  secondFactorLogin: { access: 'anyone', allowed: 'second_factor_expired' },
  secondFactors: { access: 'session', allowed: 'done' },
  startTotp: { access: 'session', allowed: 'done' },
  confirmTotp: { access: 'session', allowed: 'second_factor_wrong' },
  startPasskey: { access: 'session', allowed: 'done' },
  addPasskey: { access: 'session', allowed: 'second_factor_wrong' },
  removeFactor: { access: 'session', allowed: 'second_factor_unknown' },
  newRecoveryCodes: { access: 'session', allowed: 'second_factor_unknown' },
  listSessions: { access: 'session', allowed: 'done' },
  endSession: { access: 'session', allowed: 'session_unknown' },
  changePassword: { access: 'session', allowed: 'done', changesCaller: true },
  me: { access: 'session', allowed: 'done' },
  changeMe: { access: 'session', allowed: 'done', changesCaller: true },
  deleteMe: { access: 'session', allowed: 'done', changesCaller: true },
  logout: { access: 'session', allowed: 'done', changesCaller: true },
  replaceKey: { access: 'session', allowed: 'done', changesCaller: true },
  listApiKeys: { access: 'session', allowed: 'done' },
  createApiKey: { access: 'session', allowed: 'done' },
  rotateApiKey: { access: 'session', allowed: 'api_key_not_found' },
  changeApiKey: { access: 'session', allowed: 'api_key_not_found' },
  revokeApiKey: { access: 'session', allowed: 'api_key_not_found' },
  reportKey: { access: 'anyone', allowed: 'done' },
  forgotPassword: { access: 'anyone', allowed: 'done' },
  resetPassword: { access: 'anyone', allowed: 'reset_link_invalid' },
  verifyEmail: { access: 'anyone', allowed: 'verification_link_invalid' },
  resendVerification: {
    access: 'session',
    allowed: (caller) => (caller === 'session of an unverified user' ? 'done' : 'email_verified'),
  },
  contactSales: { access: 'session', allowed: 'done' },
  requestSupport: { access: 'session', allowed: 'done' },
  listInvoices: { access: 'session', allowed: 'done' },
  listSupportRequests: { access: 'session', allowed: 'done' },
  listBlogPosts: { access: 'anyone', allowed: 'feed_unreadable' },
  listPlans: { access: 'anyone', allowed: 'done' },
  subscription: { access: 'session', allowed: 'done' },
  checkout: { access: 'session', allowed: 'done' },
  usageStats: { access: 'session', allowed: 'done' },
  recentRequests: { access: 'session', allowed: 'done' },
  usageFile: { access: 'session', allowed: 'done' },
  searchLicenses: { access: 'key', allowed: 'done' },
  searchExclusions: { access: 'key', allowed: 'done' },
  searchDoctors: { access: 'key', allowed: 'done' },
  getDoctor: { access: 'key', allowed: 'provider_not_found' },
  searchOrganizations: { access: 'key', allowed: 'done' },
  getOrganization: { access: 'key', allowed: 'provider_not_found' },
  searchIndividuals: { access: 'key', allowed: 'done' },
  getIndividual: { access: 'key', allowed: 'provider_not_found' },
  batchProviders: { access: 'key', allowed: 'done' },
  createExport: { access: 'key', allowed: 'exports_not_in_plan' },
  listExports: { access: 'key', allowed: 'done' },
  getExport: { access: 'key', allowed: 'export_not_found' },
  cancelExport: { access: 'key', allowed: 'export_not_found' },
  findSpecialty: { access: 'key', allowed: 'done' },
  suggest: { access: 'key', allowed: 'done' },
  countProviders: { access: 'key', allowed: 'done' },
  exploreSuggestions: { access: 'anyone', allowed: 'done' },
  exploreProviders: { access: 'anyone', allowed: 'done' },
  exploreCounts: { access: 'anyone', allowed: 'done' },
  listDoctorReviews: { access: 'key', allowed: 'provider_not_found' },
  listOrganizationReviews: { access: 'key', allowed: 'provider_not_found' },
  listIndividualReviews: { access: 'key', allowed: 'provider_not_found' },
  lookUpNpi: { access: 'session', allowed: 'done' },
  submitVerification: { access: 'key', allowed: 'image_unusable' },
  listVerifications: { access: 'key', allowed: 'done' },
  getVerification: { access: 'key', allowed: 'verification_not_found' },
  decideVerification: { access: 'admin', allowed: 'verification_not_found' },
  withdrawVerification: { access: 'key', allowed: 'verification_not_found' },
  rejectVerifications: { access: 'admin', allowed: 'done' },
  claimVerification: { access: 'admin', allowed: 'verification_not_found' },
  reviewVerification: { access: 'admin', allowed: 'verification_not_found' },
  createShare: { access: 'session', allowed: 'verification_not_shareable' },
  listShares: { access: 'session', allowed: 'done' },
  setShareEmails: { access: 'session', allowed: 'done' },
  listShareViews: { access: 'session', allowed: 'share_not_found' },
  revokeShare: { access: 'session', allowed: 'share_not_found' },
  openShare: { access: 'anyone', allowed: 'share_not_found' },
  importShare: { access: 'key', allowed: 'share_not_found' },
  shareManifest: { access: 'anyone', allowed: 'share_not_found' },
  jwks: { access: 'anyone', allowed: 'done' },
  listRosters: { access: 'key', allowed: 'done' },
  createRoster: { access: 'key', allowed: 'done' },
  getRoster: { access: 'key', allowed: 'roster_not_found' },
  renameRoster: { access: 'key', allowed: 'roster_not_found' },
  deleteRoster: { access: 'key', allowed: 'roster_not_found' },
  changeMembers: { access: 'key', allowed: 'roster_not_found' },
  listMembers: { access: 'key', allowed: 'roster_not_found' },
  listEvents: { access: 'key', allowed: 'done' },
  listDoctorHistory: { access: 'key', allowed: 'provider_not_found' },
  listOrganizationHistory: { access: 'key', allowed: 'provider_not_found' },
  listIndividualHistory: { access: 'key', allowed: 'provider_not_found' },
  listWebhooks: { access: 'session', allowed: 'done' },
  createWebhook: { access: 'session', allowed: 'done' },
  changeWebhook: { access: 'session', allowed: 'webhook_not_found' },
  rotateWebhookSecret: { access: 'session', allowed: 'webhook_not_found' },
  testWebhook: { access: 'session', allowed: 'webhook_not_found' },
  enableWebhook: { access: 'session', allowed: 'webhook_not_found' },
  deleteWebhook: { access: 'session', allowed: 'webhook_not_found' },
  listWebhookDeliveries: { access: 'session', allowed: 'webhook_not_found' },
  resendWebhookDeliveries: { access: 'session', allowed: 'webhook_not_found' },
}

/** Routes beside the contract: whoever asks, with whatever credentials of users, gets this. */
const others: Record<string, { url: string; answer: number }> = {
  'GET /openapi.yaml': { url: '/openapi.yaml', answer: 200 },
  'GET /openapi-bulk.json': { url: '/openapi-bulk.json', answer: 200 },
  'GET /openapi-bulk.yaml': { url: '/openapi-bulk.yaml', answer: 200 },
  'GET /openapi-account.json': { url: '/openapi-account.json', answer: 200 },
  'GET /openapi-account.yaml': { url: '/openapi-account.yaml', answer: 200 },
  'GET /openapi-npi.json': { url: '/openapi-npi.json', answer: 200 },
  'GET /openapi-npi.yaml': { url: '/openapi-npi.yaml', answer: 200 },
  'GET /exports/:id': { url: '/exports/x', answer: 404 },
  'GET /images/:id': { url: '/images/x', answer: 404 },
  'GET /shares/:id/file/:ticket': { url: '/shares/x/file/1.x', answer: 404 },
  'GET /shares/status/:number': { url: '/shares/status/0', answer: 200 },
  'POST /mcp': { url: '/mcp', answer: 400 },
  'GET /fhir/metadata': { url: '/fhir/metadata', answer: 200 },
  'POST /webhooks/payments': { url: '/webhooks/payments', answer: 400 },
  // With payments that move no money only: the address of a page is its only key.
  'GET /checkout/:id': { url: '/checkout/x', answer: 404 },
  'POST /checkout/:id/pay': { url: '/checkout/x/pay', answer: 410 },
  'POST /checkout/:id/cancel': { url: '/checkout/x/cancel', answer: 303 },
  // The link in weekly emails, whose token is its only key.
  'GET /unsubscribe/:token': { url: '/unsubscribe/x', answer: 404 },
  'POST /unsubscribe/:token': { url: '/unsubscribe/x', answer: 404 },
  // The key in the address counts, and none beside it.
  'GET /npi/:key/api': { url: '/npi/x/api', answer: 401 },
  'GET /npi/:key/api/': { url: '/npi/x/api/', answer: 401 },
  'GET /metrics': { url: '/metrics', answer: 404 },
  // In development only, on this machine only: letters of accounts that are for trying.
  'GET /dev/outbox': { url: '/dev/outbox', answer: 200 },
  // The web app, to whoever opens it.
  'GET /providers/:npi': { url: '/providers/1999999999', answer: 404 },
  'GET /*': { url: '/login', answer: 200 },
}

/** Routes beside the contract that take a key, refused as its own are: FHIR (accounts on Free) and NPI Registry. */
const keyed: Record<string, { url: string; allowed: number }> = {
  ...Object.fromEntries(
    ['Practitioner', 'PractitionerRole', 'Organization', 'Location', 'Endpoint'].flatMap((type) => [
      [`GET /fhir/${type}`, { url: `/fhir/${type}?_id=x`, allowed: 200 }],
      [`POST /fhir/${type}/_search`, { url: `/fhir/${type}/_search?_id=x`, allowed: 200 }],
      [`GET /fhir/${type}/:id`, { url: `/fhir/${type}/x`, allowed: 404 }],
      [`GET /fhir/${type}/:id/_history/:versionId`, { url: `/fhir/${type}/x/_history/1`, allowed: 404 }],
    ]),
  ),
  ...Object.fromEntries(
    ['', '/'].flatMap((end) => [[`GET /npi/api${end}`, { url: `/npi/api${end}?version=2.1`, allowed: 200 }]]),
  ),
  'GET /fhir/VerificationResult': { url: '/fhir/VerificationResult', allowed: 200 },
  'POST /fhir/VerificationResult/_search': { url: '/fhir/VerificationResult/_search', allowed: 200 },
  'GET /fhir/VerificationResult/:id': { url: '/fhir/VerificationResult/x', allowed: 404 },
  'GET /fhir/$export': { url: '/fhir/$export', allowed: 403 },
  'GET /fhir/$export/:version': { url: '/fhir/$export/1', allowed: 403 },
  'GET /fhir/$export/:version/:type/:part': { url: '/fhir/$export/1/Practitioner/1', allowed: 403 },
}

const allowedTo: Record<Row['access'], readonly CallerName[]> = {
  anyone: callerNames,
  session: ['session of A', 'session of B', 'session of an unverified user', 'session of an admin'],
  key: [
    'key of A',
    'key of B',
    'key of an unverified user',
    'key of an admin without a session',
    'key of A as a token',
  ],
  admin: ['key of an admin without a session'],
}

/** What is wrong with credentials of the right kind; those of the other kind, or none, are missing ones. */
const refusals: Partial<Record<CallerName, { session?: ErrorCode; key?: ErrorCode }>> = {
  'replaced key': { key: 'key_revoked' },
  'unknown key': { key: 'key_unknown' },
  'mistyped key': { key: 'key_malformed' },
  'token as a key': { key: 'key_malformed' },
  'idle session': { session: 'session_invalid' },
  'session past its longest life': { session: 'session_invalid' },
  'idle session of an admin': { session: 'session_invalid' },
  'signed-out session': { session: 'session_invalid' },
  'token that is none': { session: 'session_invalid' },
  'key of A as a token': { session: 'session_invalid' },
}

function refusalOf(access: Exclude<Row['access'], 'anyone'>, caller: CallerName): ErrorCode {
  if (access === 'admin' && allowedTo.key.includes(caller)) return 'admin_only'
  const kind = access === 'session' ? 'session' : 'key'
  return refusals[caller]?.[kind] ?? (kind === 'session' ? 'session_missing' : 'key_missing')
}

let server: TestServer
let callers: Callers
let cells = 0
beforeAll(async () => {
  const settings = { metricsToken: 'a-token-of-the-operator' }
  server = await startTestServer(undefined, settings, undefined, undefined, { pages: testPages })
  callers = await makeCallers(server)
})
afterAll(async () => {
  await server.close()
  console.info(`${cells} cells of the table of who may do what were asked.`)
})

const everybodys = { ...api.listVerifications, example: { input: { query: { admin: 'true' } }, output: undefined } }

const rows: [name: string, entry: Endpoint, row: Row][] = [
  ...Object.entries(table).map(([name, row]): [string, Endpoint, Row] => [name, entryOf(name), row]),
  ['listVerifications of everybody', everybodys, { access: 'admin', allowed: 'done' }],
]

describe.each(rows)('A1, T24: %s', (_, entry, { access, allowed, changesCaller }) => {
  let ofRow: Callers
  beforeAll(async () => {
    ofRow = changesCaller ? await makeCallers(server) : callers
  })

  test('is for those whom the contract names', () => {
    expect(entry.caller).toBe(access === 'admin' ? 'key' : access)
  })

  test.each(callerNames)('as it should to %s', async (caller) => {
    const isAllowed = access === 'anyone' || allowedTo[access].includes(caller)
    const { headers, ofA } = isAllowed ? ofRow : callers
    for (const method of entry.method === 'GET' ? (['GET', 'HEAD'] as const) : [entry.method]) {
      const request = requestOf(entry)
      const answer = await server.app.inject({
        ...request,
        method,
        headers: { ...request.headers, ...headers[caller] },
      })
      cells++
      const code = isAllowed ? outcomeFor(allowed, caller) : refusalOf(access, caller)
      expect(answer.statusCode).toBe(code === 'done' ? entry.status : errors[code].status)
      if (method !== 'HEAD') expect(codeIn(answer)).toBe(code)
      if (!caller.includes(' of A')) for (const secret of ofA) expect(answer.body).not.toContain(secret)
    }
  })
})

describe.each(Object.entries(others))('A1, T24: %s', (name, { url, answer }) => {
  test.each(callerNames)('as it should to %s', async (caller) => {
    const method = name.startsWith('GET') ? 'GET' : 'POST'
    const answered = await server.app.inject({ method, url, headers: callers.headers[caller] })
    cells++
    expect(answered.statusCode).toBe(answer)
    expect(answered.headers['set-cookie']).toBeUndefined()
  })
})

describe.each(Object.entries(keyed))('A1, T24: %s', (name, { url, allowed }) => {
  test.each(callerNames)('as it should to %s', async (caller) => {
    const method = name.startsWith('GET') ? 'GET' : 'POST'
    const { headers, ofA } = callers
    const { statusCode, body } = await server.app.inject({ method, url, headers: headers[caller] })
    cells++
    expect(statusCode).toBe(allowedTo.key.includes(caller) ? allowed : errors[refusalOf('key', caller)].status)
    if (!caller.includes(' of A')) for (const secret of ofA) expect(body).not.toContain(secret)
  })
})

test('A1, T24: every route that the server has is in the table, and every row of the table is a route', () => {
  const inTable = [
    ...Object.values<Endpoint>(api).map(({ method, path }) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    ...Object.keys(others),
    ...Object.keys(keyed),
  ]
  const routes = server.app.getDecorator<KnownRoutes>(knownRoutes).all()
  const asked = new Set(routes.map(({ method, url }) => `${method === 'HEAD' ? 'GET' : method} ${url}`))
  expect([...asked].sort()).toEqual(inTable.sort())
})

/** The contract's example as a request; where it names an address, one of nobody. */
function requestOf({ path, example }: Endpoint) {
  const { params = {}, query = {}, body } = exampleShape.parse(example.input)
  const search = new URLSearchParams(query).toString()
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '') + (search === '' ? '' : `?${search}`)
  const addresses = ['email', 'newEmail'].filter((name) => body !== undefined && name in body)
  const payload = { ...body, ...Object.fromEntries(addresses.map((name) => [name, `${randomUUID()}@example.org`])) }
  return { url, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(payload) }
}

const exampleShape = z.object({
  params: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.string()).optional(),
  body: z.record(z.string(), z.unknown()).optional(),
})

function codeIn({ body, headers }: { body: string; headers: Record<string, unknown> }): string {
  if (String(headers['content-type']).startsWith('text/csv')) return 'done'
  const read = z.object({ code: z.string(), error: z.string() }).safeParse(JSON.parse(body))
  return read.data?.code ?? 'done'
}

function outcomeFor(allowed: Row['allowed'], caller: CallerName): Outcome {
  return typeof allowed === 'function' ? allowed(caller) : allowed
}

function entryOf(name: string): Endpoint {
  const [, entry] = Object.entries<Endpoint>(api).find(([known]) => known === name) ?? []
  return entry ?? expect.unreachable(name)
}
