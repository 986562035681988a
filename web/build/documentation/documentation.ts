/** The contract as the documentation shows it, as plain data: groups with their endpoints and models. */
import { type Endpoint, errorsOf, fullDescriptionOf, type Group, headersOf } from '#contract/endpoint'
import { exampleSentenceOf } from '#contract/error-examples'
import { type ErrorCode, errors } from '#contract/errors'
import { type DocumentedGroup, documentedGroups, type FieldToCome, groupWords } from '#contract/groups'
import { type JsonSchema, jsonSchemaOf } from '#contract/json-schema'
import type {
  EndpointDocs,
  ErrorDocs,
  Field,
  GroupDocs,
  ResponseDocs,
} from '../../pages/documentation/documentation.ts'

const base = '/documentation'

export interface WholeGroup extends GroupDocs {
  endpoints: readonly WholeEndpoint[]
}

export interface WholeEndpoint extends EndpointDocs, ResponseDocs {}

export function documentationOf(api: Readonly<Record<string, Endpoint>>): WholeGroup[] {
  return documentedGroups.map((group) => groupDocs(group, api))
}

export function errorDocs(code: ErrorCode): ErrorDocs {
  return { status: errors[code].status, code, sentence: exampleSentenceOf(code) }
}

export function endpointDocs(entry: Endpoint): WholeEndpoint {
  const { method, path, group, summary, isBeta, status } = entry
  return {
    group,
    address: `${base}/${group}/${slugOf(method, path, group)}`,
    method,
    path,
    summary,
    description: fullDescriptionOf(entry),
    isBeta,
    isForAdmins: entry.offQuota === 'all',
    needsKey: entry.caller === 'key',
    request: {
      params: fieldsOf(jsonSchemaOf(entry.params, 'input')),
      query: fieldsOf(jsonSchemaOf(entry.query, 'input')),
      body: fieldsOf(jsonSchemaOf(entry.body, 'input')),
      headers: Object.entries(entry.requestHeaders).map(([name, text]) => plainField(name, 'string', text)),
    },
    example: {
      params: pairsOf(entry.example.input, 'params'),
      query: pairsOf(entry.example.input, 'query'),
      body: pairsOf(entry.example.input, 'body'),
    },
    status,
    answerExample: JSON.stringify(entry.example.output, null, 2),
    answer: fieldsOf(jsonSchemaOf(entry.output, 'output')),
    answerHeaders: Object.entries(headersOf(entry)).map(([name, text]) => ({ name, description: text })),
    errors: errorsOf(entry)
      .map(errorDocs)
      .sort((a, b) => a.status - b.status),
  }
}

function groupDocs(group: DocumentedGroup, api: Readonly<Record<string, Endpoint>>): WholeGroup {
  const { title, overview, models } = groupWords[group]
  return {
    kind: 'group',
    address: `${base}/${group}`,
    title,
    overview,
    endpoints: Object.values(api)
      .filter((entry) => entry.group === group)
      .map(endpointDocs),
    models: Object.entries(models).map(([name, { description, schema, toCome = [] }]) => ({
      name,
      description,
      fields: [...fieldsOf(jsonSchemaOf(schema, 'output')), ...toCome.map(fieldToCome)],
    })),
  }
}

/** The last part of an endpoint's address: its method, and its path below that of the group under /api: `get-npi`. */
function slugOf(method: string, path: string, group: Group): string {
  const below = path.replace(new RegExp(`^/api/(${group}/?)?`), '').replace(/[{}]/g, '')
  return [method.toLowerCase(), ...below.split('/').filter((part) => part !== '')].join('-')
}

function fieldToCome({ name, type, description }: FieldToCome): Field {
  return { ...plainField(name, type, description), isBeta: true }
}

function plainField(name: string, type: string, description: string): Field {
  return { name, type, description, isRequired: false, values: [], rules: [], fields: [] }
}

function pairsOf(input: unknown, part: string): [string, string][] {
  const member: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, part) : undefined
  return Object.entries(Object(member)).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
}

/** The members of an object, or of the objects of a list, from JSON Schema. */
function fieldsOf(schema: JsonSchema): Field[] {
  const object = objectIn(schema)
  if (object === undefined) return []
  const required = Array.isArray(object.required) ? object.required : []
  return Object.entries(recordOf(object.properties)).map(([name, property]) => {
    const kinds = kindsOf(recordOf(property))
    return {
      name,
      type: typeOf(recordOf(property)),
      isRequired: required.includes(name),
      description: textOf(recordOf(property).description) ?? kinds.map(descriptionOf).join(' '),
      values: kinds.flatMap(valuesOf),
      rules: kinds.flatMap(rulesOf),
      ...(kinds.some(({ contentEncoding }) => contentEncoding === 'base64') && { isFile: true }),
      fields: fieldsOf(recordOf(property)),
    }
  })
}

/** In words: `string or null`, `array of objects`, `[number, number]`. */
function typeOf(schema: JsonSchema): string {
  return [...new Set(kindsOf(schema).map(kindText))].join(' or ')
}

function kindText(schema: JsonSchema): string {
  const { type, format, items, prefixItems } = schema
  if (Array.isArray(prefixItems)) return `[${prefixItems.map((item) => typeOf(recordOf(item))).join(', ')}]`
  if (type === 'array') return `array of ${plural(typeOf(recordOf(items)))}`
  if (Array.isArray(type)) return type.join(' or ')
  if (format === 'date-time' || format === 'date' || format === 'uri') return `string (${format})`
  return textOf(type) ?? (schema.const !== undefined || schema.enum !== undefined ? 'string' : 'anything')
}

function plural(type: string): string {
  return type.includes(' ') || type.startsWith('[') ? type : `${type}s`
}

function descriptionOf(schema: JsonSchema): string {
  return textOf(schema.description) ?? ''
}

function kindsOf(schema: JsonSchema): JsonSchema[] {
  const choices = schema.anyOf ?? schema.oneOf
  return Array.isArray(choices) ? choices.flatMap((choice) => kindsOf(recordOf(choice))) : [schema]
}

function objectIn(schema: JsonSchema): JsonSchema | undefined {
  for (const kind of kindsOf(schema)) {
    if (kind.properties !== undefined) return kind
    const listed = kind.type === 'array' ? objectIn(recordOf(kind.items)) : undefined
    if (listed !== undefined) return listed
  }
  return undefined
}

function valuesOf(schema: JsonSchema): string[] {
  if (schema.const !== undefined) return [String(schema.const)]
  const listed = schema.type === 'array' ? recordOf(schema.items).enum : schema.enum
  return Array.isArray(listed) ? listed.map(String) : []
}

function rulesOf(schema: JsonSchema): string[] {
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, minItems, maxItems, prefixItems } = schema
  const low = numberText(minimum)
  const high = numberText(maximum)
  return [
    low !== undefined && high !== undefined ? `from ${low} to ${high}` : undefined,
    // None has fewer than nothing.
    low !== undefined && low !== '0' && high === undefined ? `at least ${low}` : undefined,
    exclusiveMinimum !== undefined ? `above ${exclusiveMinimum}` : undefined,
    low === undefined && high !== undefined ? `at most ${high}` : undefined,
    minLength !== undefined && maxLength === minLength ? `${maxLength} characters` : undefined,
    minLength !== undefined && maxLength !== undefined && maxLength !== minLength
      ? `${minLength} to ${maxLength} characters`
      : undefined,
    minLength === undefined && maxLength !== undefined ? `at most ${maxLength} characters` : undefined,
    // The type of a pair says how many it has.
    minItems !== undefined && minItems === maxItems && prefixItems === undefined ? `exactly ${minItems}` : undefined,
    maxItems !== undefined && minItems !== maxItems ? `at most ${maxItems}` : undefined,
    schema.default !== undefined ? `default ${schema.default}` : undefined,
  ].filter((rule) => rule !== undefined)
}

/** Undefined for numbers that are no real limits: the largest integers, and identifiers. */
function numberText(limit: unknown): string | undefined {
  return typeof limit === 'number' && Math.abs(limit) < 1_000_000_000 ? limit.toLocaleString('en-US') : undefined
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function recordOf(value: unknown): JsonSchema {
  // Whatever is an object in JSON can be read by names; anything else has none.
  return typeof value === 'object' && value !== null ? (value as JsonSchema) : {}
}
