/** The schemas of the contract as JSON Schema, for OpenAPI and the documentation. */
import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/**
 * One schema, as what is sent (`input`) or answered (`output`). Parameters read from text into numbers carry the schema
 * that callers see as the metadata `override`.
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
