/** JSON Schema to what the documentation shows of it: names, types in words, limits, and the fields within fields. */
import type { JsonSchema } from '#contract/json-schema'
import type { Field } from '../../pages/documentation/documentation.ts'

/** The members of an object, or of the objects of a list. */
export function fieldsOf(schema: JsonSchema): Field[] {
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

/** The type in words: `string or null`, `array of objects`, `[number, number]`. */
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

/** The schemas of which one has to fit. */
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
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, minItems, maxItems } = schema
  const low = numberText(minimum)
  const high = numberText(maximum)
  return [
    low !== undefined && high !== undefined ? `from ${low} to ${high}` : undefined,
    low !== undefined && high === undefined ? `at least ${low}` : undefined,
    exclusiveMinimum !== undefined ? `above ${exclusiveMinimum}` : undefined,
    low === undefined && high !== undefined ? `at most ${high}` : undefined,
    minLength !== undefined && maxLength !== undefined ? `${minLength} to ${maxLength} characters` : undefined,
    minLength === undefined && maxLength !== undefined ? `at most ${maxLength} characters` : undefined,
    minItems !== undefined && minItems === maxItems ? `exactly ${minItems}` : undefined,
    maxItems !== undefined && minItems !== maxItems ? `at most ${maxItems}` : undefined,
    schema.default !== undefined ? `default ${schema.default}` : undefined,
  ].filter((rule) => rule !== undefined)
}

/** Whole numbers carry the largest that a computer counts to, and identifiers no thousands separators: neither is a limit to tell. */
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
