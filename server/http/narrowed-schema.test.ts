import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import { narrowed } from './narrowed-schema.ts'

const schemas = Object.entries(api).map(([name, { query }]): [string, z.ZodType] => [name, query])

/** What reading a value comes to, with its first mistake. */
function readBy(schema: z.ZodType, value: unknown) {
  const { data, error } = schema.safeParse(value)
  const [issue] = error?.issues ?? []
  return { data, issue: issue && { code: issue.code, path: issue.path, message: issue.message } }
}

describe('what came is read by a part of its schema as by the whole of it', () => {
  test.each(schemas)('in the query of %s', (_, schema) => {
    const names = 'shape' in schema && typeof schema.shape === 'object' ? Object.keys(schema.shape ?? {}) : []
    const name = fc.constantFrom(...names, 'unknown', 'toString', '__proto__')
    const value = fc.oneof(
      fc.constantFrom('1', '40.75', '-73.9', 'NY', 'M', 'cardiology', '1234567893', '', 'hospital', 'personal', 'true'),
      fc.constantFrom(['1', '2'], ['1234567893'], undefined),
    )
    const schemaFor = narrowed(schema)
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 6 }), (members) => {
        const query = Object.fromEntries(members)
        expect(readBy(schemaFor(query), query)).toEqual(readBy(schema, query))
      }),
      { numRuns: 150 },
    )
  })
})

test('rules about several members together, required members and allowed unknown ones are left to the whole schema', () => {
  const optional = z.string().optional()
  const together = z.strictObject({ a: optional, b: optional }).refine(({ a, b }) => a !== b)
  const usual = z.strictObject({ a: optional, b: z.string().default('b').optional() })
  for (const schema of [together, z.strictObject({ a: z.string() }), z.object({ a: optional }), z.string(), usual])
    expect(narrowed(schema)({ a: 'x' })).toBe(schema)
})

test('combinations of members are kept up to a limit', () => {
  const names = Array.from({ length: 8 }, (_, index) => `member${index}`)
  const schema = z.strictObject(Object.fromEntries(names.map((name) => [name, z.string().optional()])))
  const schemaFor = narrowed(schema)
  const kept = new Set<z.ZodType>()
  for (let set = 1; set < 256; set++) {
    const value = Object.fromEntries(names.filter((_, bit) => set & (1 << bit)).map((name) => [name, 'x']))
    kept.add(schemaFor(value))
    expect(schemaFor(value)).toBe(schemaFor(value))
    expect(schemaFor(value).parse(value)).toEqual(value)
  }
  expect(kept.size).toBe(64 + 1)
})
