import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { npiRegistryQuery } from '#contract/npi-registry-endpoints'
import { openApiDocuments } from '#contract/openapi-documents'
import { openApiDocument } from './openapi.ts'
import { serveOpenApi } from './serve-openapi.ts'
import { apiError } from './verb.ts'

const facts = { version: '1.2.3', publicUrl: 'https://api.praxidex.example' }
const app = Fastify()
serveOpenApi(app, facts)
const document = JSON.parse(JSON.stringify(openApiDocument({ ...facts, ...openApiDocuments.api })))

test('GET /openapi-account.json and its YAML are the document of the calls of accounts', async () => {
  const answer = await app.inject('/openapi-account.json')
  expect(answer.json()).toMatchObject({ info: { title: 'Praxidex account API' }, paths: { '/me/api-keys': {} } })
  expect(parse((await app.inject('/openapi-account.yaml')).body)).toEqual(answer.json())
})

test('GET /openapi-npi.json has the calls of the NPI Registry form, with its own errors and every parameter', async () => {
  const { paths, components } = (await app.inject('/openapi-npi.json')).json()
  expect(Object.keys(paths)).toEqual(['/npi/api', '/npi/{key}/api'])
  expect(paths['/npi/api'].get.security).toEqual([{ key: [] }, { keyAsBearer: [] }])
  expect(paths['/npi/{key}/api'].get.parameters).toHaveLength(1 + Object.keys(npiRegistryQuery.shape).length)
  expect(components.schemas.Error.properties.Errors.items.required).toEqual(['description', 'field', 'number'])
  const described = Object.values<{ description: string }>(components.responses).map(({ description }) => description)
  expect(described).toContain('Unauthorized.')
})

test('GET /openapi.yaml is the OpenAPI document of /openapi.json, in YAML without anchors', async () => {
  const answer = await app.inject('/openapi.yaml')
  expect(answer.headers['content-type']).toBe('application/yaml')
  expect(answer.body).not.toMatch(/: [&*]\w/)
  expect(parse(answer.body)).toEqual(document)
})

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['', undefined, (bytes: Buffer) => bytes],
])('the document is sent as a client takes it: %s', async (accepted, encoding, decode) => {
  const answer = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': accepted } })
  expect(answer.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'no-cache' })
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(JSON.parse(String(decode(answer.rawPayload)))).toEqual(document)
})

test('the document is not sent again to a client that has it', async () => {
  const { headers } = await app.inject('/openapi.json')
  const again = await app.inject({ url: '/openapi.json', headers: { 'if-none-match': String(headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const other = await app.inject({ url: '/openapi.json', headers: { 'if-none-match': '"another"' } })
  expect(other.statusCode).toBe(200)
})

test('the answer to an unknown path names every document that there is', async () => {
  const { message } = apiError('no_such_route', { method: 'GET', path: '/nowhere' })
  for (const { path } of Object.values(openApiDocuments)) {
    expect(message).toMatch(RegExp(` ${path}\\.json(,| )`))
    expect((await app.inject(`${path}.json`)).statusCode).toBe(200)
  }
})
