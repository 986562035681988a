/**
 * Schemas of the members that came. An object's schema reads every member it has, also those that did not come; a search has
 * nineteen, of which five come, and to find that the others did not took half of the time of reading them.
 */
import { z } from 'zod'

/** Schemas are kept for so many combinations of members; programs ask with few. */
const combinationsMax = 64

/**
 * Chooses, for what came, a schema that reads it as `schema` does. That is `schema` itself where it is no object that refuses members it does
 * not know and leaves every one to the caller, or where something came that it refuses.
 */
export function narrowed(schema: z.ZodType): (value: unknown) => z.ZodType {
  if (!isOfOptionalMembers(schema)) return () => schema
  const { shape } = schema
  const combinations = new Map<string, z.ZodType>()
  return (value) => {
    if (typeof value !== 'object' || value === null) return schema
    let key = ''
    for (const name in value) {
      if (!Object.hasOwn(shape, name)) return schema
      key += `${name} `
    }
    const known = combinations.get(key)
    if (known !== undefined || combinations.size === combinationsMax) return known ?? schema
    // In the order of the schema, which decides of several mistakes which is told.
    const members = Object.entries(shape).filter(([name]) => Object.hasOwn(value, name))
    const made = z.strictObject(Object.fromEntries(members))
    combinations.set(key, made)
    return made
  }
}

/** Without rules about several members together, which a part of the schema would not have. */
function isOfOptionalMembers(schema: z.ZodType): schema is z.ZodObject {
  return (
    schema instanceof z.ZodObject &&
    schema.def.catchall instanceof z.ZodNever &&
    (schema.def.checks ?? []).length === 0 &&
    Object.values(schema.shape).every((member) => member instanceof z.ZodOptional)
  )
}
