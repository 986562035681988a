/** A6 and A7: nobody writes a member that is not theirs to write, and nobody is shown one that is not theirs to see. */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api, type EndpointName } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import type { historyEndpoints } from '#contract/history-endpoints'
import type { providerEndpoints } from '#contract/provider-endpoints'
import type { reviewEndpoints } from '#contract/review-endpoints'
import { startTestServer, type TestServer } from '../support/test-server.ts'

let server: TestServer
let headers: Record<string, string>
beforeAll(async () => {
  server = await startTestServer()
  await signUp()
})
afterAll(() => server.close())

async function signUp(): Promise<void> {
  const account = await server.signUp()
  headers = { ...account.headers, 'api-key': account.apiKey, 'content-type': 'application/json' }
}

const writes = Object.entries<Endpoint>(api).filter(([, { method }]) => method !== 'GET')

/** Members that rows and answers have and that no body takes, however they are written. */
const coveted = [
  'admin',
  'isAdmin',
  'is_admin',
  'role',
  'npi',
  'credentials',
  'tier',
  'plan',
  'apiKey',
  'api_key',
  'status',
  'approvedAt',
  'expiresAt',
  '_id',
  'id',
  'accountId',
  'account_id',
  'email_verified',
  'emailVerified',
  'email_verified_at',
  'password_hash',
  'passwordHash',
  'created_at',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
]

/** Tables that tell of calls, also a second later and of refused ones, not of what calls have changed. */
const ofCalls = /^(usage_|recent_|key_periods$|audit_|kysely_|letters$|sign_in_)/

type Tables = Map<string, readonly string[]>

/** Everything in the database that a call may not have changed: rows by table. */
async function everything(): Promise<Tables> {
  const { db } = server.database
  const tables = (await db.introspection.getTables()).map(({ name }) => name).filter((name) => !ofCalls.test(name))
  const rows = tables.map(async (name): Promise<[string, string[]]> => {
    const held = await sql<{
      row: string
    }>`select to_json(t)::text as row from ${sql.table(name)} t order by 1`.execute(db)
    return [name, held.rows.map(({ row }) => row.replace(/"last_used_at":(?:null|"[^"]*")/, ''))]
  })
  return new Map(await Promise.all(rows))
}

/** Fails with the tables that have changed, and their rows before and after. */
async function expectUnchanged(before: Tables): Promise<void> {
  const changed = [...(await everything())].filter(([name, rows]) => !isDeepStrictEqual(rows, before.get(name)))
  expect(changed.map(([table, after]) => ({ table, before: before.get(table), after }))).toEqual([])
}

const bodyOf = ({ example }: Endpoint): Record<string, unknown> => {
  const { body } = z.object({ body: z.record(z.string(), z.unknown()).default({}) }).parse(example.input)
  return 'email' in body ? { ...body, email: `${randomUUID()}@example.org` } : body
}

/** Sends the example of the endpoint with one more member, written out as text so that no name is special. */
function sendWith(entry: Endpoint, name: string, value: unknown) {
  const members = { ...bodyOf(entry) }
  const text = [...Object.entries(members), [name, value]].map(
    ([key, held]) => `${JSON.stringify(key)}:${JSON.stringify(held)}`,
  )
  const { params = {} } = z.object({ params: z.record(z.string(), z.string()).optional() }).parse(entry.example.input)
  const url = entry.path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? '')
  return server.app.inject({ method: entry.method, url, headers, payload: `{${text.join(',')}}` })
}

describe.each(writes)('A6: %s', (_, entry) => {
  // One account could send all of them within a minute, which is more than it may.
  beforeAll(signUp)

  const taken = Object.keys(z.toJSONSchema(entry.body, { io: 'input', unrepresentable: 'any' }).properties ?? {})

  test.each(coveted.filter((name) => !taken.includes(name)))('refuses %s, and changes nothing', async (name) => {
    const before = await everything()
    const answer = await sendWith(entry, name, true)
    expect(answer.json()).toMatchObject({ code: 'unknown_parameter', error: expect.stringContaining(name) })
    expect(answer.statusCode).toBe(400)
    await expectUnchanged(before)
  })

  test('refuses __proto__, and changes nothing', async () => {
    const before = await everything()
    for (const value of [{ admin: true }, null, 1]) {
      expect((await sendWith(entry, '__proto__', value)).statusCode).toBe(400)
    }
    await expectUnchanged(before)
  })

  test('refuses whatever other member it is sent, and changes nothing', async () => {
    const before = await everything()
    const names = fc.string({ unit: 'binary', maxLength: 40 }).filter((name) => !taken.includes(name))
    await fc.assert(
      fc.asyncProperty(names, fc.jsonValue({ maxDepth: 2 }), async (name, value) => {
        expect((await sendWith(entry, name, value)).statusCode).toBe(400)
      }),
      { numRuns: 40 },
    )
    await expectUnchanged(before)
  })
})

const user = [
  '_id',
  'admin',
  'apiKey',
  'credentials',
  'email',
  'emailVerified',
  'keyReplaceAdvised',
  'npi',
  'pendingEmail',
  'phone',
  'quotaEmails',
  'secondFactor',
  'weeklyEmails',
]

const webhook = ['createdAt', 'description', 'events', 'failingSince', 'id', 'isOn', 'oldSecretUntil', 'url']

const delivery = [
  'attemptedAt',
  'attempts',
  'body',
  'createdAt',
  'error',
  'id',
  'ms',
  'nextAttemptAt',
  'request',
  'response',
  'state',
  'status',
  'type',
]

const apiKey = [
  'callsThisMonth',
  'createdAt',
  'expiresAt',
  'id',
  'isCurrent',
  'isDefault',
  'lastUsed',
  'mode',
  'name',
  'networks',
  'prefix',
  'scopes',
]

const verification = [
  'approvedAt',
  'by',
  'checks',
  'claim',
  'code',
  'createdAt',
  'credentials',
  'date',
  'expiresAt',
  'from',
  'id',
  'imageUrl',
  'isExpired',
  'isReading',
  'isRevoked',
  'isWithdrawn',
  'license',
  'mode',
  'name',
  'needsReview',
  'note',
  'npi',
  'number',
  'provider',
  'rejectionReason',
  'result',
  'sentence',
  'since',
  'source',
  'state',
  'status',
  'type',
  'until',
]

/** What an admin decides by, beside the verification itself. */
const evidence = [
  'action',
  'at',
  'basis',
  'board',
  'bytes',
  'city',
  'deactivatedOn',
  'discipline',
  'earlier',
  'email',
  'expiresOn',
  'hasExif',
  'height',
  'history',
  'image',
  'kind',
  'licenses',
  'list',
  'profession',
  'registry',
  'software',
  'specialties',
  'submitter',
  'verdict',
  'verification',
  'width',
]

const exportFile = [
  'bytes',
  'calls',
  'createdAt',
  'error',
  'expiresAt',
  'fields',
  'finishedAt',
  'format',
  'id',
  'query',
  'registryVersion',
  'resource',
  'rows',
  'rowsWritten',
  'status',
  'url',
]

const share = [
  'createdAt',
  'credentials',
  'expiresAt',
  'id',
  'isPasscodeSet',
  'lastOpenedAt',
  'lastOpenedBy',
  'recipient',
  'showsLicense',
  'status',
  'views',
  'viewsMax',
]

const openedShare = [
  'attestation',
  'checks',
  'clinician',
  'code',
  'credential',
  'credentials',
  'date',
  'expiresAt',
  'license',
  'name',
  'npi',
  'number',
  'result',
  'sentence',
  'sharedAt',
  'source',
  'state',
  'status',
  'validUntil',
  'verifiedOn',
]

/** What answers of primary sources say of lists, and of each row. */
const ofLists = [
  'basis',
  'date',
  'hasMore',
  'isSample',
  'isStale',
  'list',
  'listsAsked',
  'listsNotLoaded',
  'name',
  'npiStatus',
  'otherNames',
  'state',
  'title',
  'verdict',
]

const suggestions = ['detail', 'kind', 'npi', 'suggestions', 'text']

const searched = ['count', 'kind', 'latitude', 'location', 'longitude', 'precision', 'query', 'radiusMiles', 'total']

const areaCounts = [
  ...searched.filter((name) => name !== 'kind'),
  'areas',
  'by',
  'code',
  'coords',
  'name',
  'state',
  'unplaced',
].sort()

const roster = ['createdAt', 'id', 'members', 'name', 'watched']

type OfProviders =
  | keyof typeof providerEndpoints
  | keyof typeof reviewEndpoints
  | keyof typeof historyEndpoints
  | 'batchProviders'

/** What each answer may hold, at most. Providers' answers come from the registry, which has no secrets. */
const shown: Record<Exclude<EndpointName, OfProviders>, readonly string[]> = {
  health: ['status'],
  ready: [
    'acceptsMedicare',
    'fault',
    'isSampleData',
    'licenseVerified',
    'listFilters',
    'registryVersion',
    'staleLists',
    'status',
  ],
  registry: ['asOf', 'doctors', 'exampleNpis', 'individuals', 'isSampleData', 'organizations', 'version'],
  serviceStatus: [
    'asOf',
    'checkedAt',
    'components',
    'date',
    'day',
    'days',
    'down',
    'isSample',
    'isSampleData',
    'isStale',
    'isUp',
    'lists',
    'name',
    'partly',
    'registry',
    'title',
    'unknown',
    'up',
    'version',
  ],
  openapi: ['openapi'],
  findSpecialty: ['code', 'label', 'specialties', 'total'],
  suggest: suggestions,
  countProviders: areaCounts,
  exploreSuggestions: suggestions,
  exploreProviders: [
    ...searched,
    'address',
    'averageRating',
    'city',
    'coords',
    'countryCode',
    'credentials',
    'date',
    'distanceMiles',
    'facilityType',
    'firstLine',
    'matchedBy',
    'name',
    'nearest',
    'npi',
    'page',
    'phone',
    'postalCode',
    'providers',
    'rating',
    'reviews',
    'secondLine',
    'source',
    'specialties',
    'stars',
    'state',
    'value',
  ].sort(),
  exploreCounts: areaCounts,
  signup: ['_id', 'email'],
  login: ['device', 'token'],
  secondFactorLogin: ['device', 'token'],
  secondFactors: [
    'arePasskeysPossible',
    'createdAt',
    'factors',
    'id',
    'isRequired',
    'kind',
    'lastUsedAt',
    'name',
    'recoveryCodesLeft',
  ],
  startTotp: ['secret', 'uri'],
  confirmTotp: ['recoveryCodes'],
  startPasskey: [
    'alg',
    'attestation',
    'authenticatorSelection',
    'challenge',
    'credProps',
    'displayName',
    'excludeCredentials',
    'extensions',
    'hints',
    'id',
    'name',
    'options',
    'pubKeyCredParams',
    'requireResidentKey',
    'residentKey',
    'rp',
    'timeout',
    'transports',
    'type',
    'user',
    'userVerification',
  ],
  addPasskey: ['recoveryCodes'],
  removeFactor: ['message'],
  newRecoveryCodes: ['recoveryCodes'],
  listSessions: ['browser', 'createdAt', 'id', 'isCurrent', 'lastUsedAt', 'sessions'],
  endSession: ['message'],
  changePassword: ['token'],
  me: user,
  changeMe: user,
  deleteMe: ['message'],
  logout: ['message'],
  forgotPassword: ['message'],
  resetPassword: ['email', 'message'],
  verifyEmail: ['email', 'message'],
  resendVerification: ['message'],
  contactSales: ['message'],
  requestSupport: ['message', 'number'],
  listInvoices: [
    'amount',
    'createdAt',
    'currency',
    'date',
    'id',
    'invoices',
    'nextCharge',
    'periodEnd',
    'periodStart',
    'state',
    'url',
  ],
  listSupportRequests: ['category', 'createdAt', 'number', 'requests', 'status'],
  lookUpNpi: ['credentials', 'isCheckDigitRight', 'kind', 'name', 'npi'],
  listBlogPosts: [
    'categories',
    'content',
    'description',
    'items',
    'link',
    'pubDate',
    'readingMinutes',
    'status',
    'thumbnail',
    'title',
  ],
  submitVerification: ['callbackSecret', ...verification].sort(),
  listVerifications: [
    'limit',
    'needReview',
    'page',
    'total',
    'usualWaitHours',
    'verifications',
    ...verification,
  ].sort(),
  getVerification: verification,
  decideVerification: ['next', ...evidence, ...verification].sort(),
  withdrawVerification: verification,
  rejectVerifications: ['code', 'error', 'failures', 'id', 'rejected'],
  claimVerification: verification,
  reviewVerification: [...evidence, ...verification].sort(),
  createShare: ['isCutToApproval', 'share', 'shlink', 'token', 'url', ...share].sort(),
  listShares: ['isEmailedOnOpening', 'shares', ...share].sort(),
  setShareEmails: ['isEmailedOnOpening'],
  listShareViews: ['browser', 'network', 'openedAt', 'recipient', 'views', 'way'],
  revokeShare: ['message'],
  openShare: openedShare,
  importShare: openedShare,
  shareManifest: ['contentType', 'embedded', 'fhirVersion', 'files', 'lastUpdated', 'location', 'status'],
  jwks: ['alg', 'crv', 'keys', 'kid', 'kty', 'use', 'x', 'y'],
  listRosters: ['rosters', ...roster].sort(),
  createRoster: roster,
  getRoster: roster,
  renameRoster: roster,
  deleteRoster: ['message'],
  changeMembers: ['added', 'removed', 'roster', ...roster].sort(),
  listMembers: ['addedAt', 'licenseExpiresOn', 'members', 'next', 'npi', 'reference', 'state'],
  listEvents: ['at', 'data', 'events', 'hasMore', 'id', 'next', 'npi', 'rosterIds', 'type'],
  searchLicenses: [
    'discipline',
    'disciplinedOn',
    'expiresOn',
    'issuedOn',
    'licenses',
    'npi',
    'number',
    'profession',
    'status',
    'statusText',
    'wholeRollOf',
    ...ofLists,
  ].sort(),
  searchExclusions: [
    'city',
    'exclusions',
    'grounds',
    'isInForce',
    'licenseNumbers',
    'npis',
    'organization',
    'since',
    'until',
    'waiverState',
    ...ofLists,
  ].sort(),
  listPlans: ['cta', 'description', 'features', 'id', 'mostPopular', 'name', 'plans', 'price', 'priceId'],
  subscription: ['expiryDate', 'pendingDowngrade', 'tier'],
  checkout: ['url'],
  replaceKey: ['apiKey'],
  listApiKeys: ['apiKeys', ...apiKey].sort(),
  createApiKey: ['apiKey', 'key', ...apiKey].sort(),
  rotateApiKey: ['apiKey', 'key', ...apiKey].sort(),
  changeApiKey: ['apiKey', ...apiKey].sort(),
  revokeApiKey: ['message'],
  reportKey: ['message'],
  usageStats: [
    'apiCalls',
    'apiCallsToday',
    'availableCalls',
    'averageResponseTime',
    'calls',
    'code',
    'dailyStats',
    'date',
    'errors',
    'failed',
    'id',
    'key',
    'keys',
    'name',
    'nextPeriodStartDate',
    'p50',
    'p95',
    'periodStartDate',
    'points',
    'start',
    'succeeded',
    'successRate',
    'totalCalls',
  ],
  recentRequests: [
    'bytes',
    'code',
    'error',
    'id',
    'key',
    'method',
    'ms',
    'name',
    'nextCursor',
    'path',
    'requests',
    'status',
    'time',
  ],
  usageFile: [],
  listWebhooks: ['webhooks', ...webhook].sort(),
  createWebhook: ['secret', 'webhook', ...webhook].sort(),
  changeWebhook: ['webhook', ...webhook].sort(),
  rotateWebhookSecret: ['secret', 'webhook', ...webhook].sort(),
  testWebhook: ['delivery', ...delivery].sort(),
  enableWebhook: ['webhook', ...webhook].sort(),
  deleteWebhook: ['message'],
  listWebhookDeliveries: ['deliveries', 'nextCursor', ...delivery].sort(),
  resendWebhookDeliveries: ['count'],
  createExport: exportFile,
  listExports: [...exportFile, 'exports'].sort(),
  getExport: exportFile,
  cancelExport: exportFile,
}

describe.each(Object.entries(shown))('A7: %s', (name, members) => {
  const entry: Endpoint =
    Object.entries<Endpoint>(api).find(([known]) => known === name)?.[1] ?? expect.unreachable(name)

  test('answers what the list of its members allows and nothing else', () => {
    expect(membersOf(entry.output)).toEqual(members)
  })
})

/** The names of all members of a schema, also of those within lists and objects, in the order of the alphabet. */
function membersOf(schema: z.ZodType): string[] {
  const names = new Set<string>()
  const walk = (node: unknown, key = ''): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [name, value] of Object.entries(node)) {
      if (key === 'properties') names.add(name)
      walk(value, key === 'properties' ? '' : name)
    }
  }
  walk(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }))
  return [...names].sort()
}
