import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { history } from '#contract/history-endpoints'
import { doctorFound } from '#contract/providers'
import { buildIn } from '../support/registry/test-build.ts'
import {
  deactivated,
  mainCsv,
  npiOf,
  organization,
  person,
  type Row,
  writeFiles,
} from '../support/registry/test-files.ts'
import { testPages } from '../support/test-pages.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

const phone = 'Provider Business Practice Location Address Telephone Number'
const [ada, bea, clinic] = [npiOf(1), npiOf(2), npiOf(3)]

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-history-'))
  const build = (day: string, rows: readonly Row[]) => {
    const files = writeFiles(folder, { [`npidata_pfile_20050523-${day}.csv`]: mainCsv(rows) })
    return buildIn(join(folder, 'registry'), files, { allowCountChange: true }).finally(() => rmSync(files[0] ?? ''))
  }
  const license = { 'Provider License Number_1': '12345', 'Provider License Number State Code_1': 'NY' }
  await build('20260608', [person(ada, license), person(bea), organization(clinic)])
  await build('20260615', [person(ada, { ...license, [phone]: '2125550199' }), person(bea), organization(clinic)])
  await build('20260622', [person(ada, { ...license, [phone]: '2125550199' }), deactivated(bea, '06/20/2026')])
  const settings = { registryDir: join(folder, 'registry') }
  server = await startTestServer(undefined, settings, undefined, undefined, { pages: testPages })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

describe('the history of a provider', () => {
  test('has what was filed otherwise, version by version, the newest first', async () => {
    const { status, body } = await server.get(`/api/doctors/${ada}/history`)
    expect(status).toBe(200)
    expect(history.parse(body)).toMatchObject({
      npi: Number(ada),
      knownSince: '2026-06-08',
      changes: [
        { sourceDate: '2026-06-15', changes: [{ field: 'phone', before: '+12125550101', after: '+12125550199' }] },
      ],
    })
  })

  test('is there for one that was deactivated or is gone, and for nobody unknown or of another kind', async () => {
    expect((await server.get(`/api/doctors/${bea}/history`)).body).toMatchObject({
      changes: [
        {
          changes: [
            { field: 'status', before: 'active', after: 'deactivated' },
            { field: 'deactivatedOn', before: null, after: '2026-06-20' },
          ],
        },
      ],
    })
    expect((await server.get(`/api/organizations/${clinic}/history`)).body).toMatchObject({
      changes: [{ changes: [{ field: 'status', before: 'active', after: 'unknown' }] }],
    })
    expect((await server.get(`/api/organizations/${ada}/history`)).status).toBe(404)
    expect((await server.get(`/api/doctors/${npiOf(9)}/history`)).status).toBe(404)
  })
})

describe('the page of a provider', () => {
  const historyOnPage = async (npi: string) => {
    const { body } = await server.app.inject(`/providers/${npi}`)
    const [, data = ''] = /id="provider">([^<]*)</.exec(body) ?? []
    return JSON.parse(data).history
  }

  test('has the changes of its history, since the same day', async () => {
    const { knownSince, changes } = history.parse((await server.get(`/api/doctors/${ada}/history`)).body)
    expect(changes).toHaveLength(1)
    expect(await historyOnPage(ada)).toEqual({ knownSince, changes, hasOlder: false })
  })
})

describe('a look-up as of a day', () => {
  const on = (kind: string, npi: string, day: string) => server.get(`/api/${kind}/${npi}?asOf=${day}`)

  test('answers what was filed then, and nothing that others publish', async () => {
    const then = await on('doctors', ada, '2026-06-14')
    expect(then).toMatchObject({ status: 200, headers: { 'x-registry-source-date': '2026-06-08' } })
    expect(doctorFound.parse(then.body)).toMatchObject({
      phone: '+12125550101',
      medicare: { enrolled: null, asOf: null },
      affiliations: null,
      licenses: [{ state: 'NY', number: '12345', verified: null }],
      organizationIds: [],
    })
    expect((await on('doctors', ada, '2026-06-15')).body).toMatchObject({ phone: '+12125550199' })
    expect((await on('organizations', clinic, '2026-06-20')).body).toMatchObject({ npi: Number(clinic) })
    expect((await on('organizations', clinic, '2026-06-22')).status).toBe(404)
    expect((await on('doctors', bea, '2026-06-21')).status).toBe(200)
    expect(await on('doctors', bea, '2026-06-22')).toMatchObject({
      status: 410,
      body: { deactivatedOn: '2026-06-20' },
    })
  })

  test('refuses days that are not known or to come, and what it has no answer for', async () => {
    expect(await on('doctors', ada, '2026-06-07')).toMatchObject({
      status: 400,
      body: {
        code: 'day_not_known',
        error: 'asOf: expected a day from 2026-06-08, since when this server knows what was filed; got 2026-06-07.',
      },
    })
    expect(await on('doctors', ada, '2999-01-01')).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(await on('doctors', ada, '2026-02-30')).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
    expect(await on('doctors', ada, '2026-06-14&provenance=1')).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    })
  })
})
