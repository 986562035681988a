/**
 * G3: a test key reads no real row and writes none, whichever call it makes. The tables of live data are not there
 * while it calls, so that a statement that names one of them fails.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { testNpis } from '#contract/key-modes'
import { mcpTools } from '#contract/mcp'
import { decideSamples } from '#server/verifications/decide-samples'
import { verificationShower } from '#server/verifications/shown-verification'
import { eventually } from '../support/eventually.ts'
import { type ServerWithBoth, startServerWithBoth, testKeyOf } from '../support/keys/test-mode.ts'
import { newPicture } from '../support/test-pictures.ts'
import { people, physician } from '../support/test-registry.ts'
import type { TestAccount } from '../support/test-server.ts'
import { submitted } from '../support/verification-calls.ts'

const hidden = [
  'verifications',
  'images',
  'image_bands',
  'image_remains',
  'source_lists',
  'source_versions',
  'source_rows',
  'source_keys',
  'source_rechecks',
  'rosters',
  'roster_members',
  'watched_providers',
  'watched_facts',
  'watch_progress',
  'watch_events',
  'found_events',
  'shares',
  'share_views',
  'status_entries',
  'audit_events',
  'letters',
  'recent_requests',
]

let server: ServerWithBoth
let account: TestAccount
let headers: Record<string, string>
beforeAll(async () => {
  server = await startServerWithBoth()
  account = await server.signUp()
  headers = (await testKeyOf(server, account)).headers
  await submitted(server, account, { npi: people.physician })
  await server.emailTo(account.email, 'API key')
  // Writes the calls that were counted until now.
  await server.get('/me/requests', account.headers)
  // Opened before, as it is by any earlier call.
  expect((await server.get('/api/doctors', headers)).status).toBe(200)
  await rename((table) => [table, `${table}_hidden`])
})
afterAll(async () => {
  await rename((table) => [`${table}_hidden`, table])
  await server.close()
})

async function rename(names: (table: string) => [string, string]): Promise<void> {
  await server.database.asOwner(async (db) => {
    for (const [from, to] of hidden.map(names)) {
      await sql`alter table ${sql.table(from)} rename to ${sql.ref(to)}`.execute(db)
    }
  })
}

const shapeOfExample = z.looseObject({
  params: z.record(z.string(), z.string()).default({}),
  query: z.record(z.string(), z.string()).default({}),
  body: z.record(z.string(), z.unknown()).default({}),
})

/** What is not here is refused, also what is added to the contract later. */
const inTestMode = /^(search|find|get|list|count|suggest|submit|withdraw|batch|create|cancel)/
const isLiveOnly = (name: string, { group }: Endpoint) => !inTestMode.test(name) || group === 'watch'
const keyed = Object.entries<Endpoint>(api).filter(([, { caller }]) => caller === 'key')

async function call(entry: Endpoint, params: Record<string, string>) {
  const example = shapeOfExample.parse(entry.example.input)
  const url = entry.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? example.params[name] ?? '')
  const body = 'image' in example.body ? await newBody() : example.body
  return server.app.inject({
    method: entry.method,
    url,
    query: example.query,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(entry.method !== 'GET' && { payload: JSON.stringify(body) }),
  })
}

async function newBody() {
  const image = (await newPicture().png().toBuffer()).toString('base64')
  return { npi: testNpis[0].npi, image, credential: 'MD', callbackUrl: 'https://example.org/decided' }
}

function expectNothingReal(text: string): void {
  for (const real of [...Object.values(people), physician.license]) expect(text).not.toContain(real)
}

test('G3: without these tables live keys are not answered', async () => {
  expect((await server.get('/api/verifications', { 'api-key': account.apiKey })).status).toBe(500)
  expect((await server.get(`/api/exclusions?npi=${people.physician}`, { 'api-key': account.apiKey })).status).toBe(500)
})

describe('G3: a test key', () => {
  test.each(keyed)(
    'that calls %s touches no live table, and is answered or refused as the contract says',
    async (name, entry) => {
      const sample = entry.path.includes('organizations') ? await anyOrganization() : testNpis[0].npi
      const answer = await call(entry, { npi: sample })
      expect(answer.headers['praxidex-mode']).toBe('test')
      if (isLiveOnly(name, entry)) {
        expect({ status: answer.statusCode, body: answer.json() }).toMatchObject({
          status: 403,
          body: { code: 'live_only' },
        })
      } else if (/^.api.(verifications|exports).\{id\}/.test(entry.path)) {
        expect(answer.statusCode).toBe(404)
      } else {
        expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: entry.status })
        expectNothingReal(answer.body)
      }
      // With the NPI of somebody real, it finds nobody.
      if (!entry.path.includes('{npi}')) return
      const real = await call(entry, { npi: people.physician })
      expect(real.statusCode).toBe(404)
    },
  )

  test.each([
    '/fhir/Practitioner?_count=100',
    '/fhir/PractitionerRole?_count=100&_include=*',
    '/fhir/Organization?_count=100',
    '/fhir/Location?address-state=NY',
    '/fhir/Endpoint?_count=100',
    `/fhir/Practitioner/${testNpis[0].npi}`,
    '/fhir/VerificationResult',
  ])('that asks %s by FHIR touches no live table, and is answered from invented data', async (url) => {
    const answer = await server.app.inject({ url, headers })
    expect(answer).toMatchObject({ statusCode: 200, headers: { 'praxidex-mode': 'test' } })
    expectNothingReal(answer.body)
  })

  test('that exports by FHIR touches no live table, and gets invented data alone', async () => {
    const started = await server.app.inject({ url: '/fhir/$export', headers: { ...headers, prefer: 'respond-async' } })
    expect(started).toMatchObject({ statusCode: 202, headers: { 'praxidex-mode': 'test' } })
    const { pathname, search } = new URL(String(started.headers['content-location']))
    const manifest = await server.app.inject({ url: pathname + search, headers })
    const { output } = z.object({ output: z.array(z.object({ url: z.string() })) }).parse(manifest.json())
    for (const { url } of output) {
      const part = await server.app.inject({ url: new URL(url).pathname, headers })
      expect(part).toMatchObject({ statusCode: 200, headers: { 'praxidex-mode': 'test' } })
      expectNothingReal(part.body)
    }
  })

  test.each(Object.keys(mcpTools))('that uses the MCP tool %s touches no live table', async (tool) => {
    const given: Record<string, object> = {
      search_providers: { kind: 'doctors' },
      get_provider: { npi: Number(testNpis[0].npi) },
      find_specialty: { specialty: 'cardiology' },
      check_exclusions: { npi: testNpis[0].npi },
      check_license: { npi: testNpis[0].npi },
      get_verification: { id: '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10' },
    }
    const params = { name: tool, arguments: given[tool] ?? {} }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const { body, headers: got } = await server.post('/mcp', message, {
      ...headers,
      accept: 'application/json, text/event-stream',
    })
    expect(got['praxidex-mode']).toBe('test')
    const text = JSON.stringify(body)
    expect(text).not.toContain('internal')
    // The feed has live events alone.
    expect(text.includes('"isError":true')).toBe(tool === 'get_verification' || tool === 'watch_events')
    expectNothingReal(text)
  })

  test('whose verifications are decided touches none either', async () => {
    const show = verificationShower({ secrets: server.secrets, publicUrl: 'https://praxidex.example' })
    await eventually(async () => {
      await decideSamples({ database: server.database, show })
      const list = api.listVerifications.output.parse((await server.get('/api/verifications', headers)).body)
      expect(list.verifications.map(({ status }) => status)).toEqual(['Approved'])
    })
  })
})

async function anyOrganization(): Promise<string> {
  const { body } = await server.get('/api/organizations?limit=1', headers)
  return String(z.object({ organizations: z.array(z.object({ npi: z.number() })) }).parse(body).organizations[0]?.npi)
}
