import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import { type Endpoint, errorsOf } from './endpoint.ts'
import { errors } from './errors.ts'
import { fhirErrors } from './fhir-errors.ts'

const entries = Object.entries<Endpoint>(api)

describe('the contract', () => {
  test('gives every endpoint a method and path of its own', () => {
    const calls = entries.map(([, entry]) => `${entry.method} ${entry.path}`)
    expect(new Set(calls).size).toBe(calls.length)
  })

  test.each(entries)('shows an example of %s that its schemas accept', (_name, entry) => {
    const input = z.looseObject({ params: z.any(), query: z.any(), body: z.any() }).partial().parse(entry.example.input)
    expect(entry.params.safeParse(input.params ?? {}).error).toBeUndefined()
    expect(entry.query.safeParse(input.query ?? {}).error).toBeUndefined()
    expect(entry.body.safeParse(input.body ?? {}).error).toBeUndefined()
    expect(entry.output.safeParse(entry.example.output).error).toBeUndefined()
  })

  test.each(entries)('names in the path of %s exactly the parameters its schema reads', (_name, entry) => {
    const inPath = [...entry.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const { properties = {} } = z.toJSONSchema(entry.params, { io: 'input', unrepresentable: 'any' })
    expect(inPath).toEqual(Object.keys(properties))
  })

  test.each(entries)('refuses a parameter that %s does not know', (_name, entry) => {
    for (const schema of [entry.query, entry.body]) {
      expect(schema.safeParse({ notAParameter: '1' }).success).toBe(false)
    }
  })

  test('gives every error a status of 400 or more and a code that some endpoint or the server can answer with', () => {
    const answered = new Set([
      'no_such_route',
      'wrong_method',
      'image_not_found',
      'export_link_invalid',
      'downloads_busy',
      'event_unsigned',
      'origin_refused',
      ...Object.keys(fhirErrors),
      ...entries.flatMap(([, entry]) => errorsOf(entry)),
    ])
    expect(Object.keys(errors).filter((code) => !answered.has(code))).toEqual([])
    for (const { status } of Object.values(errors)) expect(status).toBeGreaterThanOrEqual(400)
  })
})
