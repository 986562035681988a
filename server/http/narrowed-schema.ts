/**
 * Schemas of the members that came. An object's schema reads every member it has, also those that did not come; a
 * search has nineteen, of which five come, and to find that the others did not took half of the time of reading them.
 */
import { z } from 'zod'

/** One bit for each stands in a number. */
const membersMax = 32

/** Schemas are kept for so many combinations of members; programs ask with few. */
const combinationsMax = 64

/**
 * Chooses, for what came, a schema that reads it as `schema` does. That is `schema` itself where it is no object that
 * refuses members it does not know and leaves every one to the caller, or where something came that it refuses.
 */
export function narrowed(schema: z.ZodType): (value: unknown) => z.ZodType {
  if (!isOfOptionalMembers(schema)) return () => schema
  const { shape } = schema
  const places = new Map(Object.keys(shape).map((name, place) => [name, place]))
  /** By a bit for each member that came. */
  const combinations = new Map<number, z.ZodType>()
  return (value) => {
    if (typeof value !== 'object' || value === null) return schema
    let came = 0
    for (const name in value) {
      const place = places.get(name)
      if (place === undefined) return schema
      came |= 1 << place
    }
    const known = combinations.get(came)
    if (known !== undefined || combinations.size === combinationsMax) return known ?? schema
    // In the order of the schema, which decides of several mistakes which is told.
    const members = Object.entries(shape).filter(([name]) => Object.hasOwn(value, name))
    const made = z.strictObject(Object.fromEntries(members))
    combinations.set(came, made)
    return made
  }
}

/** A member that did not come may have a value all the same. */
function isNothingWithout(member: z.ZodType): boolean {
  const { success, data } = member.safeParse(undefined)
  return success && data === undefined
}

/** Without rules about several members together, which a part of the schema would not have. */
function isOfOptionalMembers(schema: z.ZodType): schema is z.ZodObject {
  return (
    schema instanceof z.ZodObject &&
    schema.def.catchall instanceof z.ZodNever &&
    (schema.def.checks ?? []).length === 0 &&
    Object.keys(schema.shape).length <= membersMax &&
    Object.values(schema.shape).every((member) => member instanceof z.ZodOptional && isNothingWithout(member))
  )
}
