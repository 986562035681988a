/**
 * FHIR R4 at /fhir: the directory as Practitioner, PractitionerRole, Organization, Location and Endpoint, the caller's
 * verifications as VerificationResult, and $export. Keys, rates, quota, test mode and logs are those of any call;
 * refusals are OperationOutcomes. GET /fhir/metadata takes no key.
 */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cachingHeaders, type Endpoint, endpoint } from '#contract/endpoint'
import { type DirectoryType, directoryTypes, fhirMediaType, fhirPath } from '#contract/fhir'
import { otherPlansWith, plans } from '#contract/plans'
import type { Scope } from '#contract/scopes'
import type { RegistrySource } from '#registry/search/follow'
import type { Registry } from '#registry/search/query'
import { Downloads } from '../exports/downloads.ts'
import { asApiError } from '../http/error-answer.ts'
import type { KeyCaller, NamedEntry, Route } from '../http/keyed-call.ts'
import { earlyFailureHandler } from '../http/mount.ts'
import { readBody } from '../http/read-body.ts'
import { cacheControls, compressed, keptBy, variesByCaller } from '../http/representations.ts'
import { headerText } from '../http/request-input.ts'
import { type MountOptions, runMetered } from '../http/run-call.ts'
import { type ApiError, apiError, type Caller, fail, type Verb } from '../http/verb.ts'
import { shown, shownName } from '../platform/shown.ts'
import { registryHeaders } from '../providers/found.ts'
import { capabilityStatement } from './capability-statement.ts'
import { exportManifest, exportPart, exportRequestIn, requireVersion, statusUrl } from './export.ts'
import { errorOutcome } from './outcome.ts'
import { type Pairs, searchText } from './search.ts'
import { StoredResources } from './stored-resources.ts'
import { readVerification, searchVerifications } from './verification-results.ts'

const formType = 'application/x-www-form-urlencoded'

interface FhirParts {
  publicUrl: string
  registry: RegistrySource
  /** What test keys are answered from. */
  sample: Pick<RegistrySource, 'current'>
  options: MountOptions
}

type FhirVerb = (call: Call, registry: Registry) => Promise<Answered>

/** For live keys, and for test keys where these may call it. */
interface FhirVerbs {
  live: FhirVerb
  test: FhirVerb | undefined
}

/** Which reads nothing but the registry that it is given. */
function forBoth(verb: FhirVerb): FhirVerbs {
  return { live: verb, test: verb }
}

interface Call {
  params: Readonly<Record<string, string>>
  pairs: Pairs
  isStrict: boolean
  caller: Caller<'key'>
}

interface Answered {
  json: Buffer
  headers: Readonly<Record<string, string>>
}

const registryAnswer = {
  'X-Registry-Version': 'The version of the registry.',
  'X-Registry-Source-Date': 'The day of its newest file.',
}

/** Beside the contract's table: its verbs answer the JSON of FHIR, not of the API. */
function entryOf(scope: Scope, answerHeaders: Readonly<Record<string, string>>) {
  return endpoint({
    method: 'GET',
    path: fhirPath,
    group: 'individuals',
    summary: 'FHIR R4',
    description: 'A resource, or a search.',
    caller: 'key',
    scope,
    output: z.unknown(),
    answerHeaders,
    example: { input: {}, output: {} },
  })
}

const entries = {
  read: entryOf('providers:read', { ...registryAnswer, ...cachingHeaders }),
  verifications: entryOf('verifications:read', {}),
  export: entryOf('exports', registryAnswer),
}

export function serveFhir(app: FastifyInstance, parts: FhirParts): void {
  void app.register(
    async (fhir) => {
      fhir.setErrorHandler((error, request, reply) => sendFailure(reply, failureOf(error, request)))
      fhir.addContentTypeParser(formType, async (request: FastifyRequest, body: Readable) =>
        (await readBody(request, body)).toString('utf8'),
      )
      serveAll(fhir, parts)
    },
    { prefix: fhirPath },
  )
}

/** The API's own sentence asks for JSON. */
function failureOf(error: unknown, request: FastifyRequest): ApiError {
  const failure = asApiError(error, request)
  if (failure.code !== 'unsupported_media_type') return failure
  const got = shown(request.headers['content-type'])
  return apiError('fhir_value', { parameter: 'Content-Type', expected: formType, got })
}

function serveAll(app: FastifyInstance, parts: FhirParts): void {
  const base = `${parts.publicUrl}${fhirPath}`
  const stored = new WeakMap<Registry, StoredResources>()
  const resourcesOf = (registry: Registry) => {
    const known = stored.get(registry) ?? new StoredResources(registry, base)
    stored.set(registry, known)
    return known
  }
  app.get('/metadata', async (request, reply) => {
    requireJson(request)
    const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    return send(request, reply, jsonOf(capabilityStatement({ base, date: registry.sourceDate })))
  })
  for (const type of directoryTypes) {
    const search: FhirVerb = async ({ pairs, isStrict }, registry) => {
      const json = Buffer.from(await searchText(registry, resourcesOf(registry), { type, pairs, isStrict }))
      return { json, headers: keptBy(registry, pairs, json, cacheControls.minutes) }
    }
    const read: FhirVerb = async ({ params }, registry) => readResource(resourcesOf(registry), registry, type, params)
    const ofSearch = handlers(parts, { entry: entries.read, name: 'fhirSearch', verbs: forBoth(search) })
    const ofRead = handlers(parts, { entry: entries.read, name: 'fhirRead', verbs: forBoth(read) })
    app.get(`/${type}`, ofSearch)
    app.post(`/${type}/_search`, ofSearch)
    app.get(`/${type}/:id`, ofRead)
    app.get(`/${type}/:id/_history/:versionId`, ofRead)
  }
  serveVerificationResults(app, parts, base)
  serveExport(app, parts, base)
}

function readResource(
  resources: StoredResources,
  registry: Registry,
  type: DirectoryType,
  { id = '', versionId }: Readonly<Record<string, string>>,
): Answered {
  const { version } = resources
  const isOfVersion = versionId === undefined || versionId === version.versionId
  const reference = `${type}/${shownName(id)}${versionId === undefined ? '' : `/_history/${shownName(versionId)}`}`
  const [, npiText] = /^([12]\d{9})(?:-\d{1,5})?$/.exec(id) ?? []
  const npi = Number(npiText ?? 0)
  const found = registry.get(npi)
  if (found.kind === 'deactivated') {
    const { deactivatedOn, replacementNpi } = found
    return fail('provider_deactivated', { npi, deactivatedOn, replacementNpi }, registryHeaders(registry))
  }
  const one = isOfVersion ? resources.of(npi).find(({ key }) => key === `${type}/${id}`) : undefined
  if (one === undefined) return fail('fhir_not_found', { reference }, registryHeaders(registry))
  return {
    json: Buffer.from(one.json),
    headers: {
      ETag: `W/"${version.versionId}"`,
      'Last-Modified': new Date(version.lastUpdated).toUTCString(),
      'Cache-Control': cacheControls.minutes,
    },
  }
}

function serveVerificationResults(app: FastifyInstance, parts: FhirParts, base: string): void {
  const { verbs, testMode } = parts.options
  const live = { list: verbs.listVerifications, get: verbs.getVerification }
  const { listVerifications, getVerification } = testMode.verbs
  const isInTest = listVerifications !== undefined && getVerification !== undefined
  const inTest = isInTest ? { list: listVerifications, get: getVerification } : undefined
  const ofBoth = (verb: (of: typeof live) => FhirVerb) => ({
    live: verb(live),
    test: inTest === undefined ? undefined : verb(inTest),
  })
  const search = ofBoth((of) => async ({ pairs, isStrict, caller }) => ({
    json: jsonOf(await searchVerifications(of, pairs, { caller, base, isStrict })),
    headers: {},
  }))
  const read = ofBoth((of) => async ({ params: { id = '' }, caller }) => ({
    json: jsonOf(await readVerification(of, id, { caller, base })),
    headers: {},
  }))
  const call = { entry: entries.verifications, name: 'fhirVerifications' }
  const ofSearch = handlers(parts, { ...call, verbs: search })
  app.get('/VerificationResult', ofSearch)
  app.post('/VerificationResult/_search', ofSearch)
  app.get('/VerificationResult/:id', handlers(parts, { ...call, verbs: read }))
}

const noContent = { json: Buffer.alloc(0), headers: {} }

function serveExport(app: FastifyInstance, parts: FhirParts, base: string): void {
  const exporting = { entry: entries.export, name: 'fhirExport' }
  const errorHandler = earlyFailures(parts, exporting)
  app.get('/$export', { errorHandler }, async (request, reply) => {
    let location = ''
    const start: FhirVerb = async ({ pairs }, registry) => {
      const prefer = headerText(request.headers.prefer)
      if (!/\brespond-async\b/.test(prefer ?? '')) {
        fail('fhir_value', { parameter: 'Prefer', expected: 'respond-async', got: shown(prefer) })
      }
      location = statusUrl(base, registry, exportRequestIn(pairs))
      return noContent
    }
    const outcome = await called(parts, { ...exporting, verbs: forBoth(start) }, request)
    reply.headers(outcome.headers)
    if (outcome.failure !== undefined) return sendFailure(reply, outcome.failure)
    return reply
      .code(202)
      .headers({ ...outcome.content.headers, 'content-location': location })
      .send()
  })
  const manifest: FhirVerb = async ({ params: { version = '' }, pairs }, registry) => {
    requireVersion(registry, version)
    return { json: jsonOf(exportManifest(registry, base, exportRequestIn(pairs))), headers: {} }
  }
  const mediaType = 'application/json'
  app.get('/$export/:version', handlers(parts, { ...exporting, verbs: forBoth(manifest), mediaType }))
  const downloads = new Downloads()
  // For HEAD, the lines would be made from the first to the last.
  app.get('/$export/:version/:type/:part', { errorHandler, exposeHeadRoute: false }, async (request, reply) => {
    let lines: Readable | undefined
    const open: FhirVerb = async ({ params: { version = '', type = '', part = '' }, caller }, registry) => {
      requireVersion(registry, version)
      lines = downloads.begin(caller.accountId, () => exportPart(registry, base, { type, part }))
      return noContent
    }
    const outcome = await called(parts, { ...exporting, verbs: forBoth(open) }, request)
    reply.headers(outcome.headers)
    if (outcome.failure !== undefined) {
      lines?.destroy()
      return sendFailure(reply, outcome.failure)
    }
    return reply.headers(outcome.content.headers).type('application/fhir+ndjson').send(lines)
  })
}

interface FhirCall {
  entry: ReturnType<typeof entryOf>
  /** For the usage of the account. */
  name: string
  verbs: FhirVerbs
  mediaType?: string
}

function handlers(parts: FhirParts, call: FhirCall) {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const outcome = await called(parts, call, request)
    reply.headers(outcome.headers)
    if (outcome.failure !== undefined) return sendFailure(reply, outcome.failure)
    const { status, content } = outcome
    reply.headers(content.headers)
    if (status !== 200 || typeof content.body === 'string') return reply.code(status).send()
    return send(request, reply, content.body, call.mediaType)
  }
  return { handler, errorHandler: earlyFailures(parts, call) }
}

function earlyFailures({ options }: FhirParts, { name, entry }: NamedEntry) {
  return earlyFailureHandler({ name, entry }, options, new WeakSet(), failureOf)
}

/** With key, rate, scope, quota and mode as any call. */
function called({ registry, sample, options }: FhirParts, { entry, name, verbs }: FhirCall, request: FastifyRequest) {
  const isExport = entry === entries.export
  const route: Route = {
    name,
    entry,
    url: fhirPath,
    verb: verbOf(verbs.live, registry, request),
    testVerb: verbs.test && verbOf(verbs.test, sample, request),
    read: () => nothingRead,
    ...(isExport && { require: requireFreeExports }),
  }
  return runMetered(route, options, request, isExport ? undefined : requireJson)
}

/** `verbOf` reads the request itself. */
const nothingRead = { params: {}, query: {}, body: {}, headers: {} }

/** Rows cannot be counted before they are made, and an output is read again where it broke off. */
function requireFreeExports({ account: { mode, tier } }: KeyCaller): void {
  if (mode === 'test' || plans[tier].exports === 'free') return
  fail('exports_not_in_plan', { what: '$export', ...otherPlansWith(tier, 'free') })
}

function verbOf(verb: FhirVerb, source: Pick<RegistrySource, 'current'>, request: FastifyRequest): Verb<Endpoint> {
  return async ({ caller }) => {
    if (caller.kind !== 'key') return fail('key_missing', undefined)
    const registry = source.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    const call = {
      params: paramsOf(request),
      pairs: [...pairsOf(request.query), ...formOf(request)],
      isStrict: /\bhandling\s*=\s*strict\b/.test(headerText(request.headers.prefer) ?? ''),
      caller,
    }
    const { json, headers } = await verb(call, registry)
    return { json, headers: { ...registryHeaders(registry), ...headers } }
  }
}

function paramsOf({ params }: FastifyRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(Object(params)).map(([name, value]) => [name, String(value)]))
}

function pairsOf(query: unknown): [string, string][] {
  return Object.entries(Object(query)).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  )
}

function formOf({ method, body }: FastifyRequest): [string, string][] {
  if (method !== 'POST' || body === undefined || body === null) return []
  if (typeof body === 'string') return [...new URLSearchParams(body)]
  return fail('fhir_value', { parameter: 'Content-Type', expected: formType, got: 'application/json' })
}

const jsonTypes = ['application/fhir+json', 'application/json', 'text/json', 'application/*', '*/*', 'json']

/** Fails where a format other than JSON is requested, by parameter or else by header. */
function requireJson({ query, headers }: FastifyRequest): void {
  const asked = pairsOf(query).find(([name]) => name === '_format')?.[1] ?? headerText(headers.accept)
  if (asked === undefined || asked === '') return
  const types = asked.split(',').map((one) => one.split(';', 1).join('').trim().replace(' ', '+').toLowerCase())
  if (!types.some((type) => jsonTypes.includes(type))) fail('fhir_format', { got: shownName(asked) })
}

function jsonOf(value: object): Buffer {
  return Buffer.from(JSON.stringify(value))
}

function send(request: FastifyRequest, reply: FastifyReply, json: Buffer, mediaType = fhirMediaType): FastifyReply {
  const { body, headers } = compressed(request.headers, json)
  const vary = { vary: `${variesByCaller.vary}, accept, prefer` }
  return reply
    .headers({ ...vary, ...headers })
    .type(mediaType)
    .send(body)
}

/** Whether the path is of the FHIR API, for what fails before it has a route. */
export function isOfFhir({ url }: Pick<FastifyRequest, 'url'>): boolean {
  return url.startsWith(`${fhirPath}/`)
}

export function sendFailure(reply: FastifyReply, error: ApiError): FastifyReply {
  return reply
    .code(error.status)
    .headers(error.headers)
    .type(fhirMediaType)
    .send(jsonOf(errorOutcome(error)))
}
