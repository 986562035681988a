import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { openApiDocuments } from '#contract/openapi-documents'
import { openApiDocument } from './openapi.ts'

const facts = { version: '1.2.3', publicUrl: 'https://api.praxidex.example' }
const documents = Object.values(openApiDocuments).map((one) =>
  JSON.parse(JSON.stringify(openApiDocument({ ...facts, ...one }))),
)
const [document, bulk, account] = documents

const operations = z.record(
  z.string(),
  z.record(
    z.string(),
    z.looseObject({ tags: z.array(z.string()), parameters: z.array(z.record(z.string(), z.unknown())).optional() }),
  ),
)
const paths = operations.parse(document.paths)

/** What a reference of a document names; the value itself where it is none. */
function resolved(value: Record<string, unknown>, inDocument = document): unknown {
  if (typeof value.$ref !== 'string') return value
  const names = value.$ref.slice('#/'.length).split('/')
  return names.reduce((at, name) => Reflect.get(at, name), inDocument)
}

test('each OpenAPI document is valid by the published schema of OpenAPI 3.1', async () => {
  for (const one of documents) {
    const result = await new Validator().validate(structuredClone(one))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
    expect(one).toMatchObject({ servers: [{ url: 'https://api.praxidex.example' }] })
  }
})

test('the OpenAPI documents list every endpoint of the contract once, under a tag that says what it is for', () => {
  for (const entry of Object.values(api)) {
    const found = documents.flatMap((one) => {
      const operation = operations.parse(one.paths)[entry.path]?.[entry.method.toLowerCase()]
      return operation === undefined ? [] : [{ one, tag: operation.tags[0] }]
    })
    expect(found).toHaveLength(1)
    const tags = z.array(z.object({ name: z.string(), description: z.string().min(20) })).parse(found[0]?.one.tags)
    expect(tags.map(({ name }) => name)).toContain(found[0]?.tag)
  }
})

test('calls with a key are in the document of the API, calls with a session in that of accounts', () => {
  for (const { caller, path } of Object.values<Endpoint>(api)) {
    const found = caller === 'key' ? { ...document.paths, ...bulk.paths } : account.paths
    if (caller !== 'anyone') expect(found, path).toHaveProperty([path])
  }
  expect(Object.keys(account.components.securitySchemes)).toEqual(['session'])
})

test('each OpenAPI document has less than 150 kB, and every reference in it leads somewhere', () => {
  for (const one of documents) {
    const text = JSON.stringify(one)
    expect(Buffer.byteLength(text)).toBeLessThan(150_000)
    const references = [...text.matchAll(/"\$ref":"(#[^"]+)"/g)].map(([, $ref]) => $ref)
    expect(references.length).toBeGreaterThan(10)
    for (const $ref of new Set(references)) expect(resolved({ $ref }, one), $ref).toBeDefined()
    const unused = Object.keys(one.components.schemas).filter(
      (name) => !references.includes(`#/components/schemas/${name}`),
    )
    expect(unused).toEqual([])
  }
})

test('an answer that a client may keep is documented with its tag, and as one that it has', () => {
  const { responses } = document.paths['/api/doctors'].get
  expect(responses['200'].headers).toMatchObject({ ETag: { $ref: '#/components/headers/ETag' } })
  expect(responses['304']).toEqual({ $ref: '#/components/responses/not_modified' })
  expect(document.components.responses.not_modified).not.toHaveProperty('content')
  expect(document.paths['/api/specialties'].get.responses).not.toHaveProperty('304')
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

test('the OpenAPI document has the calls to the address of a program, each with its signature', () => {
  const propertiesOf = (event: string) => {
    const { post } = document.webhooks[event]
    const headers = post.parameters.map(({ name }: { name: string }) => name)
    expect(headers).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    return post.requestBody.content['application/json'].schema.properties.data.properties
  }
  expect(Object.keys(document.webhooks)).toEqual(['verification.decided', 'verification.needs_review'])
  expect(Object.keys(bulk.webhooks)).toEqual(['event'])
  expect(propertiesOf('verification.decided')).toHaveProperty('status')
  expect(propertiesOf('verification.decided')).not.toHaveProperty('imageUrl')
  expect(Object.keys(propertiesOf('verification.needs_review'))).toEqual(['id', 'npi', 'checks'])
})

test('a parameter that is read into a number is documented as that number with its limits', () => {
  const parameters = (paths['/api/doctors']?.get?.parameters ?? []).map((one) => resolved(one))
  const named = (name: string) => parameters.find((parameter) => Reflect.get(Object(parameter), 'name') === name)
  expect(named('radius')).toMatchObject({
    required: false,
    schema: { type: 'number', exclusiveMinimum: 0, maximum: 25 },
  })
  expect(named('npi')).toMatchObject({ schema: { type: 'array', maxItems: 100 } })
  expect(named('gender')).toMatchObject({ schema: { enum: ['M', 'F'] } })
})
