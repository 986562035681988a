/** Many NPIs in one call: an answer for each, in place, and what it counts as. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bulkEndpoints } from '#contract/bulk-endpoints'
import { plans } from '#contract/plans'
import { npiOf } from '#registry/sample/providers'
import { startTestDatabase } from '../support/platform/test-database.ts'
import { buildIn } from '../support/registry/test-build.ts'
import {
  endpointCsv,
  longEndpoints,
  mainCsv,
  organization,
  npiOf as testNpi,
  writeFiles,
} from '../support/registry/test-files.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

const path = '/api/providers/batch'
const { output } = bulkEndpoints.batchProviders

let server: TestServer
let account: TestAccount
beforeAll(async () => {
  const small = { callsPerMonth: 12, requestsPerMinute: null, requestsPerDay: null }
  server = await startTestServer(startTestDatabase, {}, { ...plans, free: small })
  account = await server.signUp()
})
afterAll(() => server.close())

const keyOf = ({ apiKey }: TestAccount) => ({ 'api-key': apiKey })

async function batch(body: object, headers: Record<string, string> = {}, of = account) {
  return server.post(path, body, { ...keyOf(of), ...headers })
}

const known = Array.from({ length: 1_000 }, (_, index) => Number(npiOf(index, 1)))

describe('a batch', () => {
  test('answers each NPI in its place, repeats and those without a record too', async () => {
    const unknown = 1999999999
    const { deactivatedNpi } = server
    const npis = [known[3], deactivatedNpi, unknown, String(known[0]), known[3]]
    const { status, body } = await batch({ npis })
    expect(status).toBe(200)
    const { providers } = output.parse(body)
    expect(providers.map(({ npi }) => npi)).toEqual(npis.map(Number))
    expect(providers.map((one) => one.status)).toEqual(['active', 'deactivated', 'unknown', 'active', 'active'])
    expect(providers[4]).toEqual(providers[0])
    expect(providers[1]).toMatchObject({
      reason: expect.stringMatching(/was deactivated on \d{4}-\d{2}-\d{2} and replaced by NPI \d{10}\.$/),
      deactivatedOn: expect.any(String),
      replacementNpi: expect.any(Number),
    })
    expect(providers[2]).toEqual({ status: 'unknown', npi: unknown, reason: 'No provider has NPI 1999999999.' })
  })

  test('has the record of a look-up but for what lists of primary sources say', async () => {
    const other = await server.signUp()
    const { body } = await batch({ npis: known.slice(0, 40) }, {}, other)
    const { providers } = z.object({ providers: z.array(z.record(z.string(), z.unknown())) }).parse(body)
    const person = providers.find(({ kind, organizationIds }) => kind === 'individual' && organizationIds !== undefined)
    const group = providers.find(({ kind }) => kind === 'organization')
    for (const [found, resource] of [
      [person, 'doctors'],
      [group, 'organizations'],
    ] as const) {
      const { status, kind, ...record } = found ?? expect.unreachable(resource)
      const looked = z.record(z.string(), z.unknown()).parse((await server.get(`/api/${resource}/${record.npi}`)).body)
      const { medicare, affiliations, licenses, ...ofRegistry } = looked
      expect(record).toEqual(ofRegistry)
    }
  })

  test('has the fields that are asked for, and npi, in each record', async () => {
    const other = await server.signUp()
    const { body } = await batch({ npis: [known[0], 1999999999], fields: ['name', 'address', 'sexCode'] }, {}, other)
    const [first, second] = output.parse(body).providers
    const allowed = ['address', 'kind', 'name', 'npi', 'sexCode', 'status']
    expect(allowed).toEqual(expect.arrayContaining(Object.keys(first ?? {})))
    expect(first).toMatchObject({ npi: known[0], name: expect.any(String), address: expect.any(Object) })
    expect(second?.status).toBe('unknown')
  })

  test('is a line of JSON for each NPI when the client accepts application/x-ndjson', async () => {
    const other = await server.signUp()
    const request = { method: 'POST', url: path, headers: { ...keyOf(other), accept: 'application/x-ndjson' } } as const
    const npis = [known[0], 1999999999, known[1]]
    const answer = await server.app.inject({ ...request, payload: { npis } })
    expect(answer.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    expect(answer.body.endsWith('\n')).toBe(true)
    const lines = answer.body.trimEnd().split('\n')
    const list = output.parse((await batch({ npis }, {}, other)).body)
    expect(lines.map((line) => JSON.parse(line))).toEqual(list.providers)
  })

  test('names its registry version', async () => {
    const { headers } = await batch({ npis: [known[0]] }, {}, await server.signUp())
    expect(headers['x-registry-version']).toBe(server.registry.current()?.version)
  })

  test.each([
    [
      { npis: [known[0], '123', known[1], 2.5, 'abc'] },
      'npis_malformed',
      /^npis\[1\]: .* got "123"\. Also wrong: npis\[3\], npis\[4\]\.$/,
    ],
    [{ npis: [] }, 'invalid_input', /^npis: expected 1 to 1,000 NPIs; got \[\]\.$/],
    [{ npis: Array(1_001).fill(known[0]) }, 'invalid_input', /^npis: expected 1 to 1,000 NPIs; got 1001 values\.$/],
    [{ npis: '1234567893' }, 'invalid_input', /^npis: expected a list of 1 to 1,000 NPIs; got/],
    [{ npis: [null] }, 'invalid_input', /^npis: expected NPIs; got/],
    [{ npis: [known[0]], fields: ['nmae'] }, 'invalid_input', /^fields: .* such as name; got "nmae"\.$/],
    [{ npis: [known[0]], fields: [] }, 'invalid_input', /^fields: expected at least one name/],
    [{ npis: [known[0]], field: ['name'] }, 'unknown_parameter', /nearest known one is fields/],
  ])('is refused whole when something in it is wrong, and counts as no call: %#', async (body, code, sentence) => {
    const other = await server.signUp()
    const answer = await batch(body, {}, other)
    expect(answer).toMatchObject({ status: 400, body: { code, error: expect.stringMatching(sentence) } })
    expect(answer.headers['x-quota-remaining']).toBe('12')
  })

  test('says which NPIs are wrong for programs, too', async () => {
    const { body } = await batch({ npis: ['x', known[0], 'y'] })
    expect(body).toMatchObject({ positions: [0, 2] })
  })

  test('counts as a call for each hundred NPIs begun', async () => {
    const other = await server.signUp()
    const left = async (npis: number[]) => (await batch({ npis }, {}, other)).headers['x-quota-remaining']
    expect(await left(known.slice(0, 100))).toBe('11')
    expect(await left(known.slice(0, 101))).toBe('9')
    expect(await left(known.slice(0, 1))).toBe('8')
    const { body } = await server.get('/me/api-keys', other.headers)
    expect(body).toMatchObject({ apiKeys: [{ callsThisMonth: 4 }] })
  })

  test('is not answered in part where the quota has fewer calls left, and then counts as none', async () => {
    const other = await server.signUp()
    await batch({ npis: known.slice(0, 800) }, {}, other)
    const answer = await batch({ npis: known.slice(0, 401) }, {}, other)
    expect(answer).toMatchObject({
      status: 402,
      body: {
        code: 'quota_short',
        error: expect.stringMatching(/^This takes 5 calls .* 4 calls left/),
        callsNeeded: 5,
        callsLeft: 4,
      },
    })
    expect((await batch({ npis: known.slice(0, 400) }, {}, other)).headers['x-quota-remaining']).toBe('0')
    expect(await batch({ npis: known.slice(0, 200) }, {}, other)).toMatchObject({
      status: 429,
      body: { code: 'quota_exceeded' },
    })
  })

  test('counts exactly when many come at once', async () => {
    const other = await server.signUp()
    const answers = await Promise.all(Array.from({ length: 12 }, () => batch({ npis: known.slice(0, 250) }, {}, other)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(answers.filter(({ status }) => status === 402 || status === 429)).toHaveLength(8)
    const [row] = await server.database.db
      .selectFrom('quota_periods')
      .select('calls')
      .where('account_id', '=', other.accountId)
      .execute()
    expect(Number(row?.calls)).toBe(12)
  })
})

describe('a batch of very large records', () => {
  const npi = testNpi(1)
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-batch-'))
  let large: TestServer
  beforeAll(async () => {
    const registryDir = join(folder, 'registry')
    const files = writeFiles(folder, {
      'npidata_pfile_20050523-20261108.csv': mainCsv([organization(npi)]),
      'endpoint_pfile_20050523-20261108.csv': endpointCsv(longEndpoints(npi, 60)),
    })
    await buildIn(registryDir, files)
    large = await startTestServer(startTestDatabase, { registryDir }, plans)
  })
  afterAll(async () => {
    await large.close()
    rmSync(folder, { recursive: true })
  })

  test('G9: is refused as soon as its answer is too large, and then counts as none', async () => {
    const { apiKey } = await large.signUp()
    const ask = (count: number) => large.post(path, { npis: Array(count).fill(npi) }, { 'api-key': apiKey })
    expect(await ask(200)).toMatchObject({
      status: 400,
      headers: { 'x-quota-remaining': '100' },
      body: {
        code: 'invalid_input',
        error: expect.stringMatching(
          /expected NPIs whose records have at most 32 MB together.*more in the first 1\d\d/,
        ),
      },
    })
    expect(await ask(100)).toMatchObject({ status: 200, headers: { 'x-quota-remaining': '99' } })
  })
})
