import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import { openApiDocument } from './openapi.ts'

const facts = { version: '1.2.3', publicUrl: 'https://api.praxidex.example' }
const document = JSON.parse(JSON.stringify(openApiDocument(facts)))

const operations = z.record(
  z.string(),
  z.record(
    z.string(),
    z.looseObject({ tags: z.array(z.string()), parameters: z.array(z.record(z.string(), z.unknown())).optional() }),
  ),
)
const paths = operations.parse(document.paths)

/** What a reference of the document names; the value itself where it is none. */
function resolved(value: Record<string, unknown>): unknown {
  if (typeof value.$ref !== 'string') return value
  const names = value.$ref.slice('#/'.length).split('/')
  return names.reduce((at, name) => Reflect.get(at, name), document)
}

test('the OpenAPI document is valid by the published schema of OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  expect(document).toMatchObject({ servers: [{ url: 'https://api.praxidex.example' }] })
})

test('the OpenAPI document lists every endpoint of the contract, each under a tag that says what it is for', () => {
  const tags = z.array(z.object({ name: z.string(), description: z.string().min(20) })).parse(document.tags)
  for (const entry of Object.values(api)) {
    const operation = paths[entry.path]?.[entry.method.toLowerCase()]
    expect(tags.map(({ name }) => name)).toContain(operation?.tags[0])
  }
})

test('the OpenAPI document has less than 180 kB, and every reference in it leads somewhere', () => {
  const text = JSON.stringify(document)
  expect(Buffer.byteLength(text)).toBeLessThan(180_000)
  const references = [...text.matchAll(/"\$ref":"(#[^"]+)"/g)].map(([, $ref]) => $ref)
  expect(references.length).toBeGreaterThan(500)
  for (const $ref of new Set(references)) expect(resolved({ $ref }), $ref).toBeDefined()
})

test('the OpenAPI document names the shapes of answers, of which one extends another', () => {
  const schemaOf = (path: string) => document.paths[path].get.responses['200'].content['application/json'].schema
  expect(schemaOf('/api/doctors/{npi}')).toEqual({ $ref: '#/components/schemas/DoctorFull' })
  expect(schemaOf('/api/doctors').properties.doctors.items).toEqual({ $ref: '#/components/schemas/DoctorFound' })
  const { Doctor, DoctorFound, Error: error } = document.components.schemas
  expect(DoctorFound.allOf[0]).toEqual({ $ref: '#/components/schemas/Doctor' })
  expect(DoctorFound.allOf[1].properties).toHaveProperty('distanceMiles')
  expect(Doctor.allOf[0]).toEqual({ $ref: '#/components/schemas/Individual' })
  expect(error.required).toEqual(['error', 'code'])
})

test('the OpenAPI document has the call to the address that is told of a decision, with its signature', () => {
  const { post } = document.webhooks['verification.decided']
  const headers = post.parameters.map(({ name }: { name: string }) => name)
  expect(headers).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
  const { properties } = post.requestBody.content['application/json'].schema
  expect(properties.data.properties).toHaveProperty('status')
  expect(properties.data.properties).not.toHaveProperty('imageUrl')
})

test('a parameter that is read into a number is documented as that number with its limits', () => {
  const parameters = (paths['/api/doctors']?.get?.parameters ?? []).map(resolved)
  const named = (name: string) => parameters.find((parameter) => Reflect.get(Object(parameter), 'name') === name)
  expect(named('radius')).toMatchObject({
    required: false,
    schema: { type: 'number', exclusiveMinimum: 0, maximum: 25 },
  })
  expect(named('npi')).toMatchObject({ schema: { type: 'array', maxItems: 100 } })
  expect(named('gender')).toMatchObject({ schema: { enum: ['M', 'F'] } })
})
