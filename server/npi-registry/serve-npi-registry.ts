/**
 * CMS's NPI Registry API 2.1 at /npi/{key}/api/ and, with the key in a header, at /npi/api/. As there, a refused query
 * is an answer with `Errors` and the status 200; what has to do with the key, its limits and our own faults keeps its
 * status, in the same form. A page is one call of the plan; an answer with `Errors` is none. A key in the address must
 * be good for nothing but reading providers.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { modeHeader } from '#contract/key-modes'
import { npiRegistryPath, npiRegistryScope, ownErrorNumber } from '#contract/npi-registry'
import type { RegistrySource } from '#registry/search/follow'
import type { FindResult, Registry } from '#registry/search/query'
import { asApiError } from '../http/error-answer.ts'
import { keyIn, refuseKeyInAddress, refuseMisplacedKey } from '../http/key-places.ts'
import { type CallerChecks, callerBy, type KeyCaller } from '../http/keyed-call.ts'
import { compressed, variesByCaller } from '../http/representations.ts'
import { noteCaller } from '../http/request-log.ts'
import { ApiError, apiError, fail } from '../http/verb.ts'
import type { SampleData } from '../providers/sample-data.ts'
import type { Meter, MeteredCall } from '../usage/meter.ts'
import { type NpiError, type NpiQuery, readQuery } from './read-query.ts'
import { resultOf } from './result.ts'

export interface NpiRegistryParts {
  registry: RegistrySource
  samples: Pick<SampleData, 'registry' | 'open'>
  checks: CallerChecks
  meter: Meter
}

/** In statistics and lists of calls. */
const npiRegistryRoute = 'npiRegistry'

const never = 'no-cache, no-store, must-revalidate'

export function serveNpiRegistry(app: FastifyInstance, parts: NpiRegistryParts): void {
  for (const end of ['/api', '/api/']) {
    app.get(`${npiRegistryPath}/:key${end}`, (request, reply) => answer(parts, request, reply, keyOfPath(request)))
    app.get(`${npiRegistryPath}${end}`, (request, reply) => answer(parts, request, reply, undefined))
  }
}

async function answer(
  parts: NpiRegistryParts,
  request: FastifyRequest,
  reply: FastifyReply,
  pathKey: string | undefined,
): Promise<FastifyReply> {
  let call: MeteredCall | undefined
  reply.headers({ ...variesByCaller, 'cache-control': never, 'content-type': 'application/json; charset=utf-8' })
  try {
    const startedMs = performance.now()
    const caller = await callerOf(parts, request, pathKey)
    noteCaller(request, caller)
    const { account } = caller
    const { id, method, url } = request
    call = parts.meter.begin({
      account,
      route: npiRegistryRoute,
      isFirstParty: false,
      requestId: id,
      method,
      url,
      startedMs,
    })
    await call.admit()
    requireScope(caller, pathKey !== undefined)
    if (account.mode === 'test') {
      await parts.samples.open()
      reply.header(modeHeader, account.mode)
    }
    const source = account.mode === 'test' ? parts.samples.registry : parts.registry
    const registry = source.current() ?? fail('not_ready', { waitingFor: ['the provider registry'] })
    const read = readQuery(request.query)
    if ('errors' in read) return refuse(reply, call, read.errors)
    const { query } = read
    await call.reserve()
    const found = search(query, registry)
    if ('errors' in found) return refuse(reply, call, found.errors)
    const text = JSON.stringify(found, undefined, query.isPretty ? 2 : undefined)
    const { body, headers } = compressed(request.headers, Buffer.from(text))
    reply.headers({ ...headers, ...call.succeed(200, Buffer.byteLength(text)) })
    return reply.send(body)
  } catch (error) {
    const failure = asApiError(error, request)
    reply.code(failure.status).headers({ ...failure.headers, ...(await call?.fail(failure)) })
    return reply.send(JSON.stringify({ Errors: [errorOf(failure)] }))
  }
}

function keyOfPath({ params }: FastifyRequest): string {
  return String(Reflect.get(Object(params), 'key'))
}

function callerOf({ checks }: NpiRegistryParts, request: FastifyRequest, pathKey: string | undefined) {
  refuseKeyInAddress({ url: '', query: request.query })
  if (pathKey !== undefined) return callerBy(pathKey, request, checks)
  const key = keyIn(request.headers)
  if (key === undefined || key === '') refuseMisplacedKey(request)
  return callerBy(key, request, checks)
}

function requireScope({ account: { scopes } }: KeyCaller, isInPath: boolean): void {
  const isMissing = scopes !== null && !scopes.includes(npiRegistryScope)
  if (isMissing) fail('scope_missing', { scope: npiRegistryScope, scopes })
  if (isInPath && (scopes === null || scopes.length > 1)) throw new WideKeyError()
}

/** An address is kept in logs and histories on its way, which a key of more use must not be. */
class WideKeyError extends ApiError {
  constructor() {
    super(
      'scope_missing',
      `In the address, expected a key whose only scope is ${npiRegistryScope}; got one with more. Make one in the dashboard, or send this one in the api-key header to ${npiRegistryPath}/api/.`,
    )
  }
}

type Found = { result_count: number; results: object[]; total_count?: number }

function search(query: NpiQuery, registry: Registry): Found | { errors: NpiError[] } {
  const { number, kinds, filed, taxonomy, place, skip, limit } = query
  const npi = Number(number)
  const deactivated = number !== undefined && registry.get(npi).kind === 'deactivated'
  if (deactivated) return { errors: [{ description: deactivatedWords(number), field: 'number', number: '15' }] }
  const taxonomyCodes = taxonomy === undefined ? undefined : codesOf(taxonomy, registry)
  if (taxonomyCodes?.length === 0) {
    const description = 'No taxonomy codes found with entered description'
    return { errors: [{ description, field: 'taxonomy_description', number: '14' }] }
  }
  const filters = {
    filed,
    ...(number !== undefined && { npis: [npi] }),
    ...(taxonomyCodes !== undefined && { taxonomyCodes }),
    ...(place !== undefined && { place }),
  }
  const queries = kinds.map((resource) => ({ resource, ...filters }))
  const found = findWithinReach(registry, queries, { offset: skip, limit, order: orderOf(query) })
  if (found === undefined) {
    const description = 'The search means too many providers: add a state or a name'
    return { errors: [{ description, field: 'generic', number: ownErrorNumber }] }
  }
  const results = found.hits.flatMap((hit) => {
    const provider = registry.filedOf(hit.npi)
    return provider === undefined ? [] : [resultOf(provider, registry)]
  })
  return { result_count: results.length, results, ...(query.hasTotal && { total_count: found.total }) }
}

/** Undefined where it would read too many records. A fault in writing the results is none of the caller's. */
function findWithinReach(registry: Registry, ...asked: Parameters<Registry['findFiled']>): FindResult | undefined {
  try {
    return registry.findFiled(...asked)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** CMS knows single terms, not codes and not what it prints itself, "Classification, Specialization". */
function codesOf({ text, isPrefix }: NonNullable<NpiQuery['taxonomy']>, registry: Registry): string[] {
  return text.includes(',') ? [] : registry.taxonomiesNamed(text, isPrefix)
}

function orderOf({ isNearestFirst, filed }: NpiQuery): 'distance' | 'person' | 'organization' | undefined {
  if (isNearestFirst) return 'distance'
  if (filed.organization !== undefined) return 'organization'
  return filed.first === undefined && filed.last === undefined ? undefined : 'person'
}

function deactivatedWords(number: string): string {
  return `CMS deactivated NPI ${number}. The provider can no longer use this NPI. Our public registry does not display provider information about NPIs that are not in service.`
}

/** Refused queries have the status 200, and no place in the quota. */
async function refuse(reply: FastifyReply, call: MeteredCall, errors: readonly NpiError[]): Promise<FastifyReply> {
  const [first] = errors
  const got = first?.field ?? ''
  const failure = apiError('invalid_input', {
    parameter: got,
    expected: first?.description ?? '',
    got: 'another value',
  })
  reply.headers(await call.fail(failure))
  return reply.send(JSON.stringify({ Errors: errors }))
}

/** The key's own faults name the key. */
function errorOf({ status, message }: ApiError): NpiError {
  return { description: message, field: status === 401 || status === 403 ? 'key' : 'generic', number: ownErrorNumber }
}
