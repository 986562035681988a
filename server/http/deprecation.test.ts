import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api'
import { type Deprecation, deprecationHeaders } from '#contract/deprecation'
import { type Endpoint, fullDescriptionOf } from '#contract/endpoint'
import { openApiDocuments } from '#contract/openapi-documents'
import { startTestServer, type TestServer } from '../../test/support/test-server.ts'
import { openApiDocument } from './openapi.ts'

const deprecation: Deprecation = {
  since: '2026-11-28',
  sunset: '2027-06-01',
  instead: 'Call GET /api/individuals instead.',
}
/** One for each way that calls are mounted: with a key, of the registry, and without a key. */
const ending: Endpoint[] = [api.searchLicenses, api.searchDoctors, api.jwks]

let server: TestServer
beforeAll(async () => {
  // No endpoint of the contract ends: these do, in this test.
  for (const entry of ending) entry.deprecation = deprecation
  server = await startTestServer()
})
afterAll(async () => {
  await server.close()
  for (const entry of ending) entry.deprecation = null
})

const announced = {
  deprecation: '@1795824000',
  sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
  link: '</documentation/deprecation>; rel="deprecation"; type="text/html"',
}

test.each([
  ['an answer of the registry', '/api/doctors?name=smith', 200],
  ['a refusal of the registry', '/api/doctors?limit=0', 400],
  ['an answer without a key', '/.well-known/jwks.json', 200],
  ['a refusal of a call with a key', '/api/licenses?npi=1', 400],
])('%s says when the call ends', async (_, path, status) => {
  expect(await server.get(path)).toMatchObject({ status, headers: announced })
})

test('a call that a body is refused for says it too, and one without a key', async () => {
  expect(await server.get('/api/licenses', {})).toMatchObject({ status: 401, headers: announced })
  expect(await server.get('/api/doctors', {})).toMatchObject({ status: 401, headers: announced })
})

test('no other call has the headers', async () => {
  const { headers } = await server.get('/api/organizations?name=smith')
  for (const name of Object.keys(announced)) expect(headers).not.toHaveProperty(name)
})

test('OpenAPI marks the call, declares the headers, and says what to call instead', () => {
  const { paths } = openApiDocument({ version: '1.0.0', publicUrl: 'http://localhost:3000', ...openApiDocuments.api })
  const operation: unknown = Reflect.get(Object(Reflect.get(Object(paths), '/api/doctors')), 'get')
  expect(operation).toMatchObject({
    deprecated: true,
    description: expect.stringMatching(
      /^Deprecated since 2026-11-28; it ends on 2027-06-01\. Call GET \/api\/individuals instead\. /,
    ),
    responses: { 200: { headers: { Deprecation: {}, Sunset: {}, Link: {} } } },
  })
  expect(fullDescriptionOf(api.searchOrganizations)).not.toContain('Deprecated')
})

test('an end that comes sooner than the policy allows is refused, and so is a day that is none', () => {
  for (const sunset of ['2027-05-26', '2026-11-27', '2027-02-30x', '']) {
    expect(() => deprecationHeaders({ ...deprecation, sunset })).toThrow(
      `Expected a sunset 180 days or more after 2026-11-28; got ${sunset}`,
    )
  }
  expect(deprecationHeaders({ ...deprecation, sunset: '2027-05-27' }).Sunset).toBe('Thu, 27 May 2027 00:00:00 GMT')
})
