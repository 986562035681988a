/** References to the named schemas of the contract in place of their shapes, in OpenAPI's form. */
import type { z } from 'zod'
import { jsonSchemaOf } from '#contract/json-schema'
import { schemaNames } from '#contract/schema-names'

export type Json = Record<string, unknown>

/** A smaller shape that another one extends is not worth a reference. */
const extendedMembersMin = 4

export interface NamedSchemas {
  /** By name, for `components`. */
  schemas: Json
  answerOf(schema: z.ZodType): unknown
}

export function nameSchemas(): NamedSchemas {
  const shapes = Object.entries(schemaNames).map(([name, schema]) => ({ name, shape: shapeOf(schema) }))
  // The largest first: it leaves the least to say of what extends it.
  const named = shapes
    .map(({ name, shape }) => ({ name, shape, text: shapeText(shape), members: memberTexts(shape) }))
    .sort((a, b) => b.members.size - a.members.size)

  function withNames(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withNames)
    if (!isRecord(value)) return value
    const text = shapeText(value)
    const same = named.find((one) => one.text === text)
    if (same === undefined) return withoutName(value)
    const { description } = value
    return {
      ...referenceTo(same.name),
      ...(description !== undefined && description !== same.shape.description && { description }),
    }
  }

  function withoutName(shape: Json): Json {
    const base = baseOf(shape)
    if (base === undefined) return mapMembers(shape, withNames)
    const { type, properties, required, ...rest } = shape
    const own = Object.entries(Object(properties)).filter(([name]) => !base.members.has(name))
    const ownRequired = own.map(([name]) => name).filter((name) => isIn(required, name))
    return {
      ...rest,
      allOf: [
        referenceTo(base.name),
        {
          type,
          properties: mapMembers(Object.fromEntries(own), withNames),
          ...(ownRequired.length > 0 && { required: ownRequired }),
        },
      ],
    }
  }

  function baseOf(shape: Json) {
    const members = memberTexts(shape)
    return named.find(
      (one) =>
        one.members.size >= extendedMembersMin &&
        one.members.size < members.size &&
        [...one.members].every(([name, text]) => members.get(name) === text),
    )
  }

  const schemas = Object.fromEntries(shapes.map(({ name, shape }) => [name, withoutName(shape)]))
  return { schemas, answerOf: (schema) => withNames(shapeOf(schema)) }
}

/** Answers may get further members, so none is excluded; a format says what its long pattern does. */
function shapeOf(schema: z.ZodType): Json {
  return Object(shortened(jsonSchemaOf(schema, 'output')))
}

function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortened)
  if (!isRecord(value)) return value
  const { additionalProperties, pattern, maximum, minimum, ...rest } = value
  return {
    ...mapMembers(rest, shortened),
    ...(isMeant(additionalProperties, false) && { additionalProperties }),
    ...(pattern !== undefined && rest.format === undefined && { pattern }),
    ...(isMeant(maximum, Number.MAX_SAFE_INTEGER) && { maximum }),
    ...(isMeant(minimum, Number.MIN_SAFE_INTEGER) && { minimum }),
    ...(Array.isArray(rest.prefixItems) && { items: { type: 'number' } }),
  }
}

function isMeant(value: unknown, implied: unknown): boolean {
  return value !== undefined && value !== implied
}

/** Without the description, which may differ from place to place. */
function shapeText({ description: _, ...shape }: Json): string {
  return JSON.stringify(shape)
}

/** Each with whether it is required. */
function memberTexts({ properties, required }: Json): Map<string, string> {
  const members = Object.entries(isRecord(properties) ? properties : {})
  return new Map(members.map(([name, member]) => [name, `${isIn(required, name)} ${JSON.stringify(member)}`]))
}

function isIn(list: unknown, name: string): boolean {
  return Array.isArray(list) && list.includes(name)
}

function mapMembers(record: Json, change: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}

function referenceTo(name: string): Json {
  return { $ref: `#/components/schemas/${name}` }
}

export function isRecord(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null
}
