/**
 * The columns of a record in CSV and Parquet, by the contract's schema: a member each, and a column for each part of an
 * address or a name. Lists of texts are joined by semicolons, other lists are JSON. Every column may be empty.
 */
import { recordsOf } from '#contract/bulk-endpoints'
import { type JsonSchema, jsonSchemaOf } from '#contract/json-schema'
import type { Resource } from '#registry/search/query'

export type Value = string | number | boolean | undefined

export interface Column {
  name: string
  type: 'text' | 'whole' | 'number' | 'flag'
  /** Undefined where the record has none. */
  read(record: unknown): Value
}

/** All columns of a resource, or `npi` and those of these fields. */
export function columnsOf(resource: Resource, fields: readonly string[] | null): Column[] {
  const members = Object.entries(propertiesOf(jsonSchemaOf(recordsOf[resource], 'output')))
  const kept = members.filter(([name]) => fields === null || name === 'npi' || fields.includes(name))
  return kept.flatMap(([name, schema]) => columnsAt([name], schema))
}

function columnsAt(path: readonly string[], nullable: JsonSchema): Column[] {
  const schema = withoutNull(nullable)
  switch (schema.type) {
    case 'object':
      return Object.entries(propertiesOf(schema)).flatMap(([name, one]) => columnsAt([...path, name], one))
    case 'array':
      return schema.prefixItems === undefined ? [listColumn(path, schema)] : coordinates(path)
    case 'integer':
      return [column(path, 'whole', (value) => (typeof value === 'number' ? value : undefined))]
    case 'number':
      return [column(path, 'number', (value) => (typeof value === 'number' ? value : undefined))]
    case 'boolean':
      return [column(path, 'flag', (value) => (typeof value === 'boolean' ? value : undefined))]
    default:
      return [column(path, 'text', textOf)]
  }
}

function listColumn(path: readonly string[], { items }: JsonSchema): Column {
  const isOfTexts = isRecord(items) && items.type === 'string'
  return column(path, 'text', (value) => {
    if (!Array.isArray(value) || value.length === 0) return undefined
    return isOfTexts ? value.join('; ') : JSON.stringify(value)
  })
}

/** The only pairs in records. */
function coordinates(path: readonly string[]): Column[] {
  const place = path.slice(0, -1)
  return ['longitude', 'latitude'].map((name, index) => {
    const { read } = column(path, 'number', (pair) => (Array.isArray(pair) ? Number(pair[index]) : undefined))
    return { name: [...place, name].join('.'), type: 'number', read }
  })
}

function column(path: readonly string[], type: Column['type'], convert: (value: unknown) => Value): Column {
  const read = (record: unknown) => {
    let value = record
    for (const name of path) value = isRecord(value) ? value[name] : undefined
    return convert(value)
  }
  return { name: path.join('.'), type, read }
}

function textOf(value: unknown): Value {
  return value === undefined || value === null ? undefined : String(value)
}

function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, type } = schema
  if (Array.isArray(type)) return { ...schema, type: type.find((one) => one !== 'null') }
  const other = Array.isArray(anyOf) ? anyOf.find((one) => isRecord(one) && one.type !== 'null') : undefined
  return isRecord(other) ? other : schema
}

function propertiesOf({ properties }: JsonSchema): Record<string, JsonSchema> {
  return isRecord(properties) ? Object.fromEntries(Object.entries(properties).filter(isMember)) : {}
}

function isMember(member: [string, unknown]): member is [string, JsonSchema] {
  return isRecord(member[1])
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
