import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabase } from '../../../test/support/platform/test-database.ts'
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts'
import { makeMetrics } from './metrics.ts'

const token = 'a token of the operator’s'.replaceAll(/[^a-z]/g, '-')

let server: TestServer
let port: number
beforeAll(async () => {
  server = await startTestServer(undefined, { metricsToken: token })
  port = await server.listen()
})
afterAll(() => server.close())

async function metrics(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  return answer.text()
}

/** The value of a measurement, with its labels as they are written. */
async function measured(name: string): Promise<number | undefined> {
  const line = (await metrics()).split('\n').find((text) => text.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

test.each([{}, { authorization: token }, { authorization: 'Bearer a-token-of-somebody' }, { 'api-key': token }])(
  'without the token (%j) there is no such route',
  async (headers) => {
    expect(await server.get('/metrics', { ...headers })).toMatchObject({
      status: 404,
      body: { code: 'no_such_route' },
    })
  },
)

test('every answer is counted by its route, its method and its status, never by its path', async () => {
  const name = 'praxidex_http_answers_total{route="/api/doctors/:npi",method="GET",status="404"}'
  const before = (await measured(name)) ?? 0
  for (const npi of [1_234_567_893, 1_000_000_004]) {
    expect(await server.get(`/api/doctors/${npi}`)).toMatchObject({ status: 404 })
  }
  // An answer is counted once it is out.
  await expect.poll(() => measured(name)).toBe(before + 2)
  const seconds = 'praxidex_http_answer_seconds_count{route="/api/doctors/:npi",method="GET"}'
  expect(await measured(seconds)).toBe(before + 2)
  await server.get('/canary')
  expect(await metrics()).not.toMatch(/1234567893|canary/)
  expect(await measured('praxidex_http_answers_total{route="none",method="GET",status="404"}')).toBeGreaterThan(0)
})

test('they cover the registry, the database, emails, the audit log and the event loop', async () => {
  const text = await metrics()
  expect(text).toMatch(/^praxidex_registry_loaded\{version="[\w-]+",sample="true"\} 1$/m)
  expect(text).toMatch(/^praxidex_registry_age_days -?\d/m)
  expect(text).toMatch(/^praxidex_database_up 1$/m)
  expect(text).toMatch(/^praxidex_database_connections\{state="idle"\} [1-9]/m)
  expect(text).toMatch(/^praxidex_letters\{state="waiting"\} \d+$/m)
  expect(text).toMatch(/^praxidex_audit_alarm 0$/m)
  expect(text).toMatch(/^praxidex_audit_unsealed_seconds \d/m)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
})

test('they answer without what only the database knows when it does not answer', async () => {
  const database = await startTestDatabase()
  const registry = { current: () => undefined, damages: () => 3, overlayFault: () => undefined, close: async () => {} }
  const watched = makeMetrics({ database, registry, images: { damages: () => 2 }, isAuditAlarmed: () => true })
  await database.close()
  const text = await watched.text()
  expect(text).toMatch(/^praxidex_database_up 0$/m)
  expect(text).toMatch(/^praxidex_audit_alarm 1$/m)
  expect(text).toMatch(/^praxidex_images_damaged 2$/m)
  expect(text).toMatch(/^praxidex_registry_damaged 3$/m)
  expect(text).not.toMatch(/^praxidex_(letters|audit_unsealed_seconds|registry_loaded|registry_age_days)\b/m)
})
