import type { z } from 'zod'
import { api } from '#contract/api'
import { type Endpoint, errorsOf, fullDescriptionOf, headersOf } from '#contract/endpoint'
import { type ErrorCode, errors } from '#contract/errors'
import { jsonSchemaOf } from '#contract/json-schema'
import { productName, productSentence } from '#contract/product'

type Json = Record<string, unknown>

export function openApiDocument({ version, publicUrl }: { version: string; publicUrl: string }): Json {
  const paths: Record<string, Json> = {}
  for (const [name, entry] of Object.entries<Endpoint>(api)) {
    paths[entry.path] = { ...paths[entry.path], [entry.method.toLowerCase()]: operation(name, entry) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${productName} API`, version, description: productSentence },
    servers: [{ url: publicUrl }],
    tags: [...new Set(Object.values<Endpoint>(api).map((entry) => entry.group))].map((group) => ({ name: group })),
    paths,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'api-key' },
        keyAsBearer: { type: 'http', scheme: 'bearer', description: 'An API key, as Bearer.' },
        session: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Error: errorSchema },
    },
  }
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

function operation(name: string, entry: Endpoint): Json {
  const parameters = [...parametersOf('path', entry.params), ...parametersOf('query', entry.query)]
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
        content: { 'application/json': { schema: body, example: memberOf(entry.example.input, 'body') } },
      },
    }),
    responses: { [entry.status]: success(entry), ...failures(entry) },
  }
}

/** In OpenAPI an Authorization header is declared as security. */
function securityOf({ caller, scope, requestHeaders }: Endpoint): Json[] {
  if (scope !== null) return [{ key: [scope] }, { keyAsBearer: [scope] }]
  if (caller !== 'anyone') return [{ [caller]: [] }]
  return 'Authorization' in requestHeaders ? [{}, { session: [] }] : []
}

function parametersOf(place: 'path' | 'query', schema: z.ZodType): Json[] {
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

function success(entry: Endpoint): Json {
  return {
    description: 'Success.',
    headers: headerObjects(entry),
    content: { 'application/json': { schema: jsonSchemaOf(entry.output, 'output'), example: entry.example.output } },
  }
}

function failures(entry: Endpoint): Json {
  const codesByStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOf(entry)) {
    const { status } = errors[code]
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code])
  }
  const answers = [...codesByStatus].map(([status, codes]) => [
    status,
    {
      description: `Codes: ${codes.join(', ')}.`,
      headers: {
        ...headerObjects(entry),
        ...(codes.some((code) => 'retryAfterSeconds' in errors[code]) && retryAfter),
      },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ])
  return Object.fromEntries(answers)
}

function headerObjects(entry: Endpoint): Json {
  const headers = Object.entries(headersOf(entry)).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ])
  return Object.fromEntries(headers)
}

const retryAfter = {
  'Retry-After': { description: 'Seconds after which to try again.', schema: { type: 'integer' } },
}

function propertiesOf(schema: Json): Record<string, Json> {
  return isRecord(schema.properties) ? schema.properties : {}
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function isRecord(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null
}
