/** Schemas for the members that came: finding a search's other parameters absent took half of the parsing. */
import { z } from 'zod'

/** One bit each in a number. */
const membersMax = 32

/** Callers use few combinations. */
const combinationsMax = 64

/** A smaller schema that reads the value alike; `schema` itself unless strict, of optional and known members. */
export function narrowed(schema: z.ZodType): (value: unknown) => z.ZodType {
  if (!isOfOptionalMembers(schema)) return () => schema
  const { shape } = schema
  const places = new Map(Object.keys(shape).map((name, place) => [name, place]))
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
    // The schema's order decides which of several mistakes is reported.
    const members = Object.entries(shape).filter(([name]) => Object.hasOwn(value, name))
    const made = z.strictObject(Object.fromEntries(members))
    combinations.set(came, made)
    return made
  }
}

function isNothingWithout(member: z.ZodType): boolean {
  const { success, data } = member.safeParse(undefined)
  return success && data === undefined
}

/** Without refinements over several members. */
function isOfOptionalMembers(schema: z.ZodType): schema is z.ZodObject {
  return (
    schema instanceof z.ZodObject &&
    schema.def.catchall instanceof z.ZodNever &&
    (schema.def.checks ?? []).length === 0 &&
    Object.keys(schema.shape).length <= membersMax &&
    Object.values(schema.shape).every((member) => member instanceof z.ZodOptional && isNothingWithout(member))
  )
}
