/** The contract as an OpenAPI 3.1 document. What several calls share is written once, under `components`. */
import type { z } from 'zod'
import { api } from '#contract/api'
import {
  callerErrors,
  type Endpoint,
  errorsOf,
  fullDescriptionOf,
  headersOf,
  meteringHeaders,
} from '#contract/endpoint'
import { type ErrorCode, errors } from '#contract/errors'
import { documentedGroups, groupSentences } from '#contract/groups'
import { jsonSchemaOf } from '#contract/json-schema'
import { productName, productSentence } from '#contract/product'
import { verificationDecided, webhookHeaders } from '#contract/webhooks'
import { isRecord, type Json, type NamedSchemas, nameSchemas } from './openapi-schemas.ts'

export function openApiDocument({ version, publicUrl }: { version: string; publicUrl: string }): Json {
  const components = openComponents()
  const paths: Record<string, Json> = {}
  for (const [name, entry] of Object.entries<Endpoint>(api)) {
    paths[entry.path] = { ...paths[entry.path], [entry.method.toLowerCase()]: operation(name, entry, components) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${productName} API`,
      version,
      description: productSentence,
      contact: { name: productName, url: `${publicUrl}/documentation` },
      license: { name: 'Proprietary', identifier: `LicenseRef-${productName}` },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(groupSentences).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: { [verificationDecided.event]: { post: webhook(components) } },
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'api-key' },
        keyAsBearer: { type: 'http', scheme: 'bearer', description: 'An API key, as Bearer.' },
        session: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Error: errorSchema, ...components.schemas },
      parameters: components.parameters,
      headers: components.headers,
      responses: components.responses,
    },
  }
}

/** What several calls have alike. */
function openComponents(): Components {
  const entries = Object.values<Endpoint>(api)
  const headers: Json = {}
  return {
    ...nameSchemas(),
    headers,
    parameters: repeated(entries.flatMap(parametersOf).map(({ name, parameter }) => [name, parameter])),
    responses: repeated(
      entries.flatMap((entry) => failures(entry, headers)).map(({ name, response }) => [name, response]),
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

const errorSchema = {
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
        failures(entry, components.headers).map(({ status, response }) => [
          status,
          reference('responses', response, components),
        ]),
      ),
    },
  }
}

function webhook({ answerOf }: Components): Json {
  const { event, summary, description, body } = verificationDecided
  return {
    operationId: event.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase()),
    tags: ['verifications'],
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
      'application/json': { schema: components.answerOf(entry.output), ...exampleOf(entry, entry.example.output) },
    },
  }
}

/** Of the calls that developers make; the web app's would make a tenth of the document. */
function exampleOf({ group }: Endpoint, example: unknown): Json {
  return documentedGroups.some((one) => one === group) ? { example } : {}
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

function failures(entry: Endpoint, headers: Json): { status: string; name: string; response: Json }[] {
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
      description: `Codes: ${[...codes].sort().join(', ')}.`,
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
