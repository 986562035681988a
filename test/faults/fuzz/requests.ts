/**
 * Requests by chance: made from what the contract says of each endpoint, and then wrong in as many places as chance
 * has it.
 */
import * as fc from 'fast-check'
import { api, type EndpointName } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { type JsonSchema, jsonSchemaOf } from '#contract/json-schema'
import { hostileTexts } from './hostile-texts.ts'

export interface FuzzRequest {
  name: string
  method: string
  /** With its query. */
  url: string
  /** Of calls that are no GET. */
  body: string | undefined
  contentType: string
}

/** What takes no input but answers from outside tells nothing here. */
const leftOut: readonly EndpointName[] = ['listBlogPosts']

const entries = Object.entries<Endpoint>(api).filter(([name]) => !leftOut.some((one) => one === name))

const hostile = fc.constantFrom(...hostileTexts)

/** Requests whose members are mostly of the right form. */
export function fromSchemas(): fc.Arbitrary<FuzzRequest> {
  return ofEveryEndpoint((schema) =>
    fc.oneof({ weight: 6, arbitrary: valueFor(schema) }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) }),
  )
}

/** Requests whose members are hostile texts, and more of them, in one another, cut and repeated. */
export function fromCorpora(): fc.Arbitrary<FuzzRequest> {
  return ofEveryEndpoint((schema) =>
    fc.oneof(
      { weight: 4, arbitrary: hostile },
      { weight: 2, arbitrary: fc.tuple(hostile, hostile).map((texts) => texts.join('')) },
      { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
      { weight: 1, arbitrary: valueFor(schema) },
      { weight: 1, arbitrary: fc.array(hostile, { maxLength: 3 }) },
      { weight: 1, arbitrary: fc.dictionary(hostile, hostile, { maxKeys: 2 }) },
    ),
  )
}

/** Each endpoint's is made once: that takes far longer than to draw from it. */
function ofEveryEndpoint(make: ValueMaker): fc.Arbitrary<FuzzRequest> {
  return fc.oneof(...entries.map(([name, entry]) => requestOf(name, entry, make)))
}

type ValueMaker = (schema: JsonSchema) => fc.Arbitrary<unknown>

function requestOf(name: string, entry: Endpoint, make: ValueMaker): fc.Arbitrary<FuzzRequest> {
  const membersOf = (schema: Endpoint['body']) => memberArbitrary(propertiesOf(jsonSchemaOf(schema, 'input')), make)
  return fc
    .record({
      params: fc.record(mapped(propertiesOf(jsonSchemaOf(entry.params, 'input')), make)),
      query: membersOf(entry.query),
      body: membersOf(entry.body),
      form: fc.nat(39),
      rest: hostile,
    })
    .map(({ params, query, body, form, rest }) => ({
      name,
      method: entry.method,
      url: `${pathOf(entry.path, params)}${queryOf(query)}`,
      body: entry.method === 'GET' ? undefined : bodyText(body, form, rest),
      contentType: form === 0 ? 'text/plain' : 'application/json',
    }))
}

/** Some of the members there are, and now and then one that there is not. */
function memberArbitrary(
  properties: Record<string, JsonSchema>,
  make: ValueMaker,
): fc.Arbitrary<Record<string, unknown>> {
  const known = fc.record(mapped(properties, make), { requiredKeys: [] })
  const more = fc.dictionary(hostile, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 1 })
  return fc.oneof(
    { weight: 8, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, more).map(([one, other]) => ({ ...one, ...other })) },
  )
}

function mapped(properties: Record<string, JsonSchema>, make: ValueMaker): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, make(schema)]))
}

function propertiesOf(schema: unknown): Record<string, JsonSchema> {
  const properties: unknown = Object(schema).properties
  return Object.fromEntries(Object.entries(Object(properties)).map(([name, property]) => [name, Object(property)]))
}

/** A value that this schema takes, or nearly. */
function valueFor(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { anyOf, items, pattern, minimum, maximum } = schema
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom<unknown[]>(...schema.enum)
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one) => valueFor(Object(one))))
  if (schema.type === 'integer' || schema.type === 'number') {
    const [min, max] = [typeof minimum === 'number' ? minimum : -1_000, typeof maximum === 'number' ? maximum : 1_000]
    return fc.oneof(fc.integer({ min: Math.ceil(min), max: Math.floor(max) }), fc.double(), fc.maxSafeInteger())
  }
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'array') return fc.array(valueFor(Object(items)), { maxLength: 5 })
  if (schema.type === 'object') return memberArbitrary(propertiesOf(schema), valueFor)
  const text = fc.string({ unit: 'grapheme', maxLength: 40 })
  return typeof pattern === 'string' ? fc.oneof(matching(pattern), text) : fc.oneof(text, fc.emailAddress())
}

/** Texts that match; those of patterns that cannot be turned round, or that name classes of all of Unicode, are any. */
function matching(pattern: string): fc.Arbitrary<string> {
  if (/\\p\{/i.test(pattern)) return fc.string({ unit: 'grapheme', maxLength: 40 })
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { size: '-1' })
  } catch {
    return fc.string({ maxLength: 40 })
  }
}

function pathOf(path: string, params: Record<string, unknown>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => escaped(params[name]))
}

function queryOf(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${escaped(name)}=${escaped(one)}`),
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

/** Lone surrogates have no escape; they are sent as the character that stands for what is none. */
function escaped(value: unknown): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  return encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/gu, '\ufffd'))
}

/** Mostly JSON as it should be; now and then cut, repeated, or something else. */
function bodyText(body: object, form: number, rest: string): string {
  const text = JSON.stringify(body)
  if (form === 1) return text.slice(0, -1)
  if (form === 2) return text + text
  if (form === 3) return rest
  if (form === 4) return `[${text}]`
  return text
}
