/** The schemas of the contract as JSON Schema, for OpenAPI and the documentation. */
import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/**
 * One schema as sent (`input`) or answered (`output`). The metadata `override` is what callers see of a parsed text.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      const { override } = jsonSchema
      if (typeof override !== 'object' || override === null) return
      const { description } = jsonSchema
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      Object.assign(jsonSchema, override, description !== undefined && { description })
    },
  })
  return json
}
