/** The schemas of the contract as JSON Schema, for OpenAPI and the documentation. */
import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/**
 * One schema, as what is sent (`input`) or what is answered (`output`). Parameters that arrive as text and are read
 * into numbers carry, as the metadata `override`, the schema that a caller should know of.
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
