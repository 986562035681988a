/** B11: which pages of other origins may read what, and which methods a path takes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const appOrigin = 'https://app.example.org'
const otherOrigin = 'https://elsewhere.example.org'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(undefined, { publicUrl: appOrigin })
})
afterAll(() => server.close())

/** All that a call of the contract may bear, and nothing else. */
const sentHeaders = 'api-key, authorization, content-type, idempotency-key, if-none-match'

const endpoints = Object.entries<Endpoint>(api)
const pathOf = ({ path }: Endpoint) => path.replace(/\{\w+\}/g, '1234567893')
const isOpen = ({ caller, method, path }: Endpoint) =>
  caller === 'key' || (caller === 'anyone' && (method === 'GET' || path.startsWith('/shares/')))

function ask({ method, path }: { method: string; path: string }, headers: Record<string, string>) {
  return server.app.inject({ method: asMethod(method), url: path, headers })
}

function preflight(entry: Endpoint, origin: string) {
  const headers = { origin, 'access-control-request-method': entry.method }
  return ask({ method: 'OPTIONS', path: pathOf(entry) }, headers)
}

describe.each(endpoints)('B11: %s', (_, entry) => {
  test.each([appOrigin, otherOrigin])('may be called from %s exactly when it should', async (origin) => {
    const asked = await preflight(entry, origin)
    const expected = isOpen(entry) ? '*' : origin === appOrigin ? appOrigin : undefined
    expect(asked.statusCode).toBe(204)
    expect(asked.headers['access-control-allow-origin']).toBe(expected)
    expect(asked.headers['access-control-allow-methods']).toBe(expected === undefined ? undefined : entry.method)
    expect(asked.headers['access-control-allow-headers']).toBe(expected === undefined ? undefined : sentHeaders)
    const answer = await ask({ method: entry.method, path: pathOf(entry) }, { origin })
    expect(answer.headers['access-control-allow-origin']).toBe(expected)
    for (const { headers } of [asked, answer]) {
      expect(headers['access-control-allow-credentials']).toBeUndefined()
      expect(headers['set-cookie']).toBeUndefined()
      if (expected !== '*') expect(headers.vary).toMatch(/origin/)
    }
  })
})

test.each(['/fhir/metadata', '/fhir/Practitioner', '/npi/api/'])(
  'B11: %s may be called from any origin',
  async (path) => {
    const headers = { origin: otherOrigin, 'access-control-request-method': 'GET' }
    const asked = await ask({ method: 'OPTIONS', path }, headers)
    expect(asked.statusCode).toBe(204)
    expect(asked.headers['access-control-allow-origin']).toBe('*')
    expect(asked.headers['access-control-allow-methods']).toBe('GET, POST')
    expect(asked.headers['access-control-allow-headers']).toBe(`${sentHeaders}, prefer`)
    const answer = await ask({ method: 'GET', path }, { origin: otherOrigin })
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  },
)

test('B11: an answer to the app itself, which names no origin, has nothing of all this', async () => {
  const { headers } = await server.app.inject({ method: 'GET', url: '/api/doctors' })
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control') || name === 'set-cookie')).toEqual([])
})

test('B11: an origin that only begins like the app’s is another one', async () => {
  for (const origin of [`${appOrigin}.evil.example`, 'null', 'http://app.example.org', `${appOrigin}:8443`]) {
    const { headers } = await ask({ method: 'GET', path: '/me' }, { origin })
    expect(headers['access-control-allow-origin']).toBeUndefined()
  }
})

test('B11: a page may not ask to call what there is none of', async () => {
  const headers = { origin: appOrigin, 'access-control-request-method': 'DELETE' }
  const { statusCode, headers: answered } = await ask({ method: 'OPTIONS', path: '/me' }, headers)
  expect(statusCode).toBe(405)
  expect(answered['access-control-allow-origin']).toBeUndefined()
})

test.each(endpoints)('%s answers another method with 405 and those that it takes', async (_, entry) => {
  const path = pathOf(entry)
  const answer = await ask({ method: 'PATCH', path }, { 'api-key': server.apiKey })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toMatch(new RegExp(`\\b${entry.method}\\b`))
  expect(answer.json()).toEqual({
    code: 'wrong_method',
    error: `${path} takes ${answer.headers.allow}; got PATCH.`,
  })
})

test('a path that nothing is known of is answered with 404, whatever the method', async () => {
  for (const method of ['GET', 'DELETE', 'OPTIONS']) {
    expect((await ask({ method, path: '/api/nowhere' }, {})).statusCode).toBe(404)
  }
})

function asMethod(method: string) {
  const known = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
  return known.find((name) => name === method) ?? 'GET'
}
