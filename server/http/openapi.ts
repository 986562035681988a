/** The contract as OpenAPI 3.1 documents. What several calls share is written once, under `components`. */
import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'
import { api } from '#contract/api'
import {
  cachingHeaders,
  callerErrors,
  type Endpoint,
  errorsOf,
  fullDescriptionOf,
  type Group,
  headersOf,
  meteringHeaders,
} from '#contract/endpoint'
import { type ErrorCode, errors } from '#contract/errors'
import { documentedGroups, groupSentences } from '#contract/groups'
import { jsonSchemaOf } from '#contract/json-schema'
import { npiRegistryEndpoints } from '#contract/npi-registry-endpoints'
import { productName, productSentence } from '#contract/product'
import { webhookHeaders, webhooks } from '#contract/webhooks'
import { isRecord, type Json, type NamedSchemas, nameSchemas } from './openapi-schemas.ts'

interface DocumentOf {
  version: string
  publicUrl: string
  /** Behind the product's name. */
  title: string
  groups: readonly Group[]
}

/** Of the calls of some groups. */
export function openApiDocument({ version, publicUrl, title, groups }: DocumentOf): Json {
  const all = { ...api, ...npiRegistryEndpoints }
  const entries = Object.entries<Endpoint>(all).filter(([, { group }]) => groups.includes(group))
  const errorForm = entries.find(([, entry]) => entry.errorForm !== null)?.[1].errorForm
  const components = openComponents(entries.map(([, entry]) => entry))
  const paths: Record<string, Json> = {}
  for (const [name, entry] of entries) {
    paths[entry.path] = { ...paths[entry.path], [entry.method.toLowerCase()]: operation(name, entry, components) }
  }
  const sent = webhooks.filter(({ group }) => groups.includes(group))
  const hooks = sent.length > 0 && {
    webhooks: Object.fromEntries(sent.map((one) => [one.event, { post: webhook(one, components) }])),
  }
  const { parameters, headers, responses } = components
  const used = { paths, ...hooks, components: { parameters, responses } }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} ${title}`,
      version,
      description: productSentence,
      contact: { name: productName, url: `${publicUrl}/documentation` },
      license: { name: 'Proprietary', identifier: `LicenseRef-${productName}` },
    },
    servers: [{ url: publicUrl }],
    tags: groups.map((name) => ({ name, description: groupSentences[name] })),
    paths,
    ...hooks,
    components: {
      securitySchemes: schemesOf(entries.map(([, entry]) => entry)),
      schemas: namedIn(used, {
        Error: errorForm ? jsonSchemaOf(errorForm, 'output') : errorSchema,
        ...components.schemas,
      }),
      parameters,
      headers,
      responses,
    },
  }
}

function schemesOf(entries: readonly Endpoint[]): Json {
  const used = new Set(entries.flatMap(securityOf).flatMap((one) => Object.keys(one)))
  const all = {
    key: { type: 'apiKey', in: 'header', name: 'api-key' },
    keyAsBearer: { type: 'http', scheme: 'bearer', description: 'An API key, as Bearer.' },
    session: { type: 'http', scheme: 'bearer' },
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)))
}

/** Those schemas that are named there, or in one of these, in their order. */
function namedIn(value: unknown, schemas: Json, found = new Set<string>()): Json {
  for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue
    found.add(name)
    namedIn(schemas[name], schemas, found)
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)))
}

/** What several calls have alike. */
function openComponents(entries: readonly Endpoint[]): Components {
  const headers: Json = {}
  return {
    ...nameSchemas(),
    headers,
    parameters: repeated(entries.flatMap(parametersOf).map(({ name, parameter }) => [name, parameter])),
    responses: repeated(
      entries
        .flatMap((entry) => [...failures(entry, headers), ...notModified(entry, headers)])
        .map(({ name, response }) => [name, response]),
    ),
  }
}

function repeated(all: readonly (readonly [name: string, value: Json])[]): Json {
  const texts = all.map(([, value]) => JSON.stringify(value))
  const shared: Json = {}
  for (const [index, [name, value]] of all.entries()) {
    const text = texts[index] ?? ''
    if (texts.indexOf(text) !== index || texts.lastIndexOf(text) === index) continue
    let free = name
    for (let number = 2; free in shared; number++) free = `${name}_${number}`
    shared[free] = value
  }
  return shared
}

function reference(kind: 'parameters' | 'responses', value: Json, components: Components): Json {
  const text = JSON.stringify(value)
  const name = Object.entries(components[kind]).find(([, one]) => JSON.stringify(one) === text)?.[0]
  return name === undefined ? value : { $ref: `#/components/${kind}/${name}` }
}

interface Components extends NamedSchemas {
  parameters: Json
  headers: Json
  responses: Json
}

/** Of every refusal: some codes have members of their own. */
export const errorSchema = {
  type: 'object',
  required: ['error', 'code'],
  properties: {
    error: { type: 'string', description: 'A sentence for people.' },
    code: { type: 'string', enum: Object.keys(errors), description: 'A stable word for programs.' },
    deactivatedOn: {
      type: 'string',
      format: 'date',
      description: 'With provider_deactivated: the day, as yyyy-mm-dd.',
    },
    replacementNpi: {
      type: ['integer', 'null'],
      description: 'With provider_deactivated: the NPI that replaces the deactivated one; null where CMS names none.',
    },
    positions: {
      type: 'array',
      items: { type: 'integer' },
      description: 'With npis_malformed: which of npis are wrong, from 0.',
    },
    callsNeeded: { type: 'integer', description: 'With quota_short: how many calls it takes.' },
    callsLeft: { type: 'integer', description: 'With quota_short: how many calls are left.' },
    challenge: { type: 'string', description: 'With second_factor_required: goes into POST /login/second-factor.' },
    methods: {
      type: 'array',
      items: { type: 'string', enum: ['code', 'passkey', 'recoveryCode'] },
      description: 'With second_factor_required: how the second step may be taken.',
    },
    passkey: { type: 'object', description: 'With the method passkey: what the browser asks one with.' },
  },
}

function operation(name: string, entry: Endpoint, components: Components): Json {
  const parameters = parametersOf(entry).map(({ parameter }) => reference('parameters', parameter, components))
  const body = jsonSchemaOf(entry.body, 'input')
  const hasBody = Object.keys(propertiesOf(body)).length > 0
  return {
    operationId: name,
    tags: [entry.group],
    ...(entry.deprecation !== null && { deprecated: true }),
    summary: entry.summary,
    description: fullDescriptionOf(entry),
    security: securityOf(entry),
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, ...exampleOf(entry, memberOf(entry.example.input, 'body')) } },
      },
    }),
    responses: {
      [entry.status]: success(entry, components),
      ...Object.fromEntries(
        [...notModified(entry, components.headers), ...failures(entry, components.headers)].map(
          ({ status, response }) => [status, reference('responses', response, components)],
        ),
      ),
    },
  }
}

function webhook(
  { group, event, summary, description, body }: (typeof webhooks)[number],
  { answerOf }: Components,
): Json {
  return {
    operationId: event.replace(/[._](.)/g, (_, letter: string) => letter.toUpperCase()),
    tags: [group],
    summary,
    description,
    security: [],
    parameters: Object.entries(webhookHeaders).map(([name, text]) => headerParameter(name, text, true)),
    requestBody: { required: true, content: { 'application/json': { schema: answerOf(body) } } },
    responses: { '2XX': { description: 'It was received.' }, '4XX': { description: 'It is sent again later.' } },
  }
}

/** In OpenAPI an Authorization header is declared as security. */
function securityOf({ caller, scope, requestHeaders }: Endpoint): Json[] {
  if (scope !== null) return [{ key: [] }, { keyAsBearer: [] }]
  if (caller !== 'anyone') return [{ [caller]: [] }]
  return 'Authorization' in requestHeaders ? [{}, { session: [] }] : []
}

function parametersOf({ params, query, requestHeaders }: Endpoint): { name: string; parameter: Json }[] {
  const headers = Object.entries(requestHeaders).filter(([name]) => name !== 'Authorization')
  const all = [
    ...parametersIn('path', params),
    ...parametersIn('query', query),
    ...headers.map(([name, text]) => headerParameter(name, text, false)),
  ]
  return all.map((parameter) => ({
    name: parameter.in === 'path' ? `${parameter.name}_in_path` : String(parameter.name),
    parameter,
  }))
}

function parametersIn(place: 'path' | 'query', schema: z.ZodType): Json[] {
  const whole = jsonSchemaOf(schema, 'input')
  const required = Array.isArray(whole.required) ? whole.required : []
  return Object.entries(propertiesOf(whole)).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: property,
  }))
}

function headerParameter(name: string, description: string, required: boolean): Json {
  return { name, in: 'header', required, description, schema: { type: 'string' } }
}

function success(entry: Endpoint, components: Components): Json {
  return {
    description: 'Success.',
    ...(Object.keys(headersOf(entry)).length > 0 && { headers: headerObjects(headersOf(entry), components.headers) }),
    content: {
      [entry.mediaType]: { schema: components.answerOf(entry.output), ...exampleOf(entry, entry.example.output) },
      ...(entry.isAlsoNdjson && { 'application/x-ndjson': { schema: { type: 'string' } } }),
    },
  }
}

function notModified({ answerHeaders }: Endpoint, shared: Json): NamedResponse[] {
  if (!('ETag' in answerHeaders)) return []
  const headers = headerObjects(cachingHeaders, shared)
  return [{ status: '304', name: 'not_modified', response: { description: 'The client has this answer.', headers } }]
}

/** Of the calls that developers make; the web app's would make a tenth of the document. */
function exampleOf({ group }: Endpoint, example: unknown): Json {
  const isShown = group === 'npiRegistry' || documentedGroups.some((one) => one === group)
  return isShown ? { example } : {}
}

/** What a request of any kind may be answered with, under `default`; a session's too with what checks it. */
const codesOfEveryCall: readonly ErrorCode[] = [
  'body_too_large',
  'headers_too_large',
  'internal',
  'path_too_long',
  'request_timeout',
  'unsupported_content_encoding',
  'unsupported_media_type',
]

interface NamedResponse {
  status: string
  name: string
  response: Json
}

function failures(entry: Endpoint, headers: Json): NamedResponse[] {
  const isForSession = entry.caller === 'session'
  const common: readonly ErrorCode[] = isForSession
    ? [...codesOfEveryCall, ...callerErrors.session, 'second_factor_not_set']
    : codesOfEveryCall
  const codesByStatus = new Map<string, readonly ErrorCode[]>()
  for (const code of errorsOf(entry)) {
    const status = String(errors[code].status)
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code])
  }
  const own = [...codesByStatus].filter(([, codes]) => codes.some((code) => !common.includes(code)))
  return [...own, ['default', common] as const].map(([status, codes]) => {
    const isLimit = codes.includes('rate_limited')
    const isTemporary = isLimit || codes.some((code) => 'retryAfterSeconds' in errors[code])
    const response = {
      description:
        entry.errorForm === null
          ? `Codes: ${[...codes].sort().join(', ')}.`
          : `${STATUS_CODES[status] ?? 'Another fault'}.`,
      ...(isTemporary && { headers: headerObjects({ ...(isLimit && meteringHeaders), ...retryAfter }, headers) }),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
    const name = isForSession ? 'default_session' : status
    return { status, name: status === 'default' ? name : (codes.at(-1) ?? status), response }
  })
}

const retryAfter = { 'Retry-After': 'Seconds after which to try again.' }

/** A header says the same wherever it is. */
function headerObjects(headers: Readonly<Record<string, string>>, shared: Json): Json {
  const references = Object.entries(headers).map(([name, description]) => {
    shared[name] ??= { description, schema: { type: name === 'Retry-After' ? 'integer' : 'string' } }
    return [name, { $ref: `#/components/headers/${name}` }]
  })
  return Object.fromEntries(references)
}

function propertiesOf(schema: Json): Record<string, Json> {
  return isRecord(schema.properties) ? schema.properties : {}
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}
