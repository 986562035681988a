import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import { openApiDocument } from './openapi.ts'

const facts = { version: '1.2.3', publicUrl: 'https://api.praxidex.example' }

const parameterList = z.array(z.looseObject({ name: z.string(), required: z.boolean(), schema: z.unknown() }))

test('the OpenAPI document is valid by the published schema of OpenAPI 3.1', async () => {
  const document = openApiDocument(facts)
  const result = await new Validator().validate(structuredClone(document))
  expect(result.errors).toBeUndefined()
  expect(result.valid).toBe(true)
  expect(document).toMatchObject({ servers: [{ url: 'https://api.praxidex.example' }] })
})

test('the OpenAPI document lists every endpoint of the contract', () => {
  const paths = z.record(z.string(), z.record(z.string(), z.unknown())).parse(openApiDocument(facts).paths)
  for (const entry of Object.values(api)) expect(paths[entry.path]).toHaveProperty(entry.method.toLowerCase())
})

test('a parameter that is read into a number is documented as that number with its limits', () => {
  const paths = z.record(z.string(), z.record(z.string(), z.looseObject({ parameters: z.unknown() }).partial()))
  const search = paths.parse(openApiDocument(facts).paths)['/api/doctors']?.get
  const parameters = parameterList.parse(search?.parameters)
  expect(parameters.find(({ name }) => name === 'radius')).toMatchObject({
    required: false,
    schema: { type: 'number', exclusiveMinimum: 0, maximum: 25 },
  })
  expect(parameters.find(({ name }) => name === 'npi')).toMatchObject({ schema: { type: 'array', maxItems: 100 } })
  expect(parameters.find(({ name }) => name === 'gender')).toMatchObject({ schema: { enum: ['M', 'F'] } })
})
