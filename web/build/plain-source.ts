/** Plain data as the source of a module. What occurs several times is written once: compression does not look far enough back for it. */

/** Characters from which on a repeated piece is worth a name. */
const namedFrom = 120

/** A module that exports the members of a record, which hold nothing but what JSON can write. */
export function plainSource(data: Readonly<Record<string, unknown>>): string {
  const counts = new Map<string, number>()
  for (const value of Object.values(data)) count(value, counts)
  const names = new Map<string, string>()
  const lines: string[] = []

  function written(value: unknown): string {
    const json = JSON.stringify(value) ?? 'undefined'
    if (typeof value !== 'object' || value === null) return json
    const known = names.get(json)
    if (known !== undefined) return known
    const text = Array.isArray(value)
      ? `[${value.map(written).join(',')}]`
      : `{${Object.entries(value)
          .filter(([, member]) => member !== undefined)
          .map(([name, member]) => `${keyOf(name)}:${written(member)}`)
          .join(',')}}`
    if (json.length < namedFrom || (counts.get(json) ?? 0) < 2) return text
    const name = `part${names.size}`
    names.set(json, name)
    lines.push(`const ${name}=${text}`)
    return name
  }

  for (const [name, value] of Object.entries(data)) lines.push(`export const ${name}=${written(value)}`)
  return lines.join('\n')
}

function count(value: unknown, counts: Map<string, number>): void {
  if (typeof value !== 'object' || value === null) return
  const json = JSON.stringify(value)
  const before = counts.get(json) ?? 0
  counts.set(json, before + 1)
  // What is within a piece that occurs again is counted with it.
  if (before === 0) for (const member of Object.values(value)) count(member, counts)
}

/** Written plainly, this one name would set what an object inherits from. */
function keyOf(name: string): string {
  return name === '__proto__' ? '["__proto__"]' : JSON.stringify(name)
}
