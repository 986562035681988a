/** Whole searches as files: made in the background, counted once, fetched by a link. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bulkEndpoints, type ExportFile } from '#contract/bulk-endpoints'
import { exportsMax } from '#contract/limits'
import { plans } from '#contract/plans'
import { claimExport, noteDone, noteProgress, noteUndone } from '#server/exports/export-store'
import { openFiles } from '#server/platform/files/files'
import { uuidv7 } from '#server/platform/uuid'
import { eventually } from '../support/eventually.ts'
import { startExporting, startHeldBucket } from '../support/exports.ts'
import { startTestDatabase } from '../support/platform/test-database.ts'
import { startTestBucket } from '../support/test-bucket.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

const path = '/api/exports'
const shape = bulkEndpoints.getExport.output

let server: TestServer
let exporting: ReturnType<typeof startExporting>
beforeAll(async () => {
  server = await startTestServer(startTestDatabase, {}, { ...plans, enterprise: unlimited, developer: small })
  exporting = startExporting(server)
})
afterAll(async () => {
  await exporting.close()
  await server.close()
})

const unlimited = { callsPerMonth: null, requestsPerMinute: null, requestsPerDay: null }
const small = { callsPerMonth: 20, requestsPerMinute: null, requestsPerDay: null }

async function accountOn(tier: 'free' | 'developer' | 'enterprise'): Promise<TestAccount> {
  const account = await server.signUp()
  if (tier === 'free') return account
  const [start, end] = [Date.now() - 86_400_000, Date.now() + 86_400_000]
  await server.database.db
    .insertInto('subscriptions')
    .values({ account_id: account.accountId, tier, period_start: new Date(start), period_end: new Date(end) })
    .execute()
  return withNewKey(account)
}

/** Whose plan is not remembered. */
async function withNewKey(account: TestAccount): Promise<TestAccount> {
  await server.post('/me/api-key', {}, account.headers)
  const { body } = await server.get('/me', account.headers)
  return { ...account, apiKey: String(Object(body).apiKey) }
}

const keyOf = ({ apiKey }: TestAccount) => ({ 'api-key': apiKey })
const create = (account: TestAccount, body: object) => server.post(path, body, keyOf(account))
const get = async (account: TestAccount, id: string) =>
  shape.parse((await server.get(`${path}/${id}`, keyOf(account))).body)

async function cancel(account: TestAccount, id: string) {
  const answer = await server.app.inject({ method: 'DELETE', url: `${path}/${id}`, headers: keyOf(account) })
  return { status: answer.statusCode, body: answer.json() }
}

async function made(account: TestAccount, body: object): Promise<ExportFile> {
  const answer = await create(account, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(202)
  const { id } = shape.parse(answer.body)
  return eventually(async () => {
    const found = await get(account, id)
    expect(found.error).toBeNull()
    expect(found.status).toBe('done')
    return found
  })
}

const addressOf = ({ url }: ExportFile) => (url ?? expect.unreachable('it has no url')).replace(/^https?:\/\/[^/]+/, '')

async function fileOf(found: ExportFile, headers: Record<string, string> = {}) {
  return server.app.inject({ method: 'GET', url: addressOf(found), headers })
}

const callsOf = async ({ accountId }: TestAccount) => {
  const row = await server.database.db
    .selectFrom('quota_periods')
    .select('calls')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return Number(row?.calls ?? 0)
}

describe('an export', () => {
  test('has every match of a search as the record of a look-up, in order of NPI', async () => {
    const account = await accountOn('enterprise')
    const found = await made(account, { resource: 'doctors', query: { state: 'CA' }, format: 'ndjson' })
    const { headers, body } = await fileOf(found)
    const lines = body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const { body: counted } = await server.get('/api/doctors?state=CA&limit=1', keyOf(account))
    expect(lines).toHaveLength(Object(counted).total)
    expect(lines.length).toBeGreaterThan(25)
    expect(found).toMatchObject({
      rows: lines.length,
      rowsWritten: lines.length,
      bytes: Buffer.byteLength(body),
      calls: 0,
    })
    expect(found.registryVersion).toBe(server.registry.current()?.version)
    const npis = lines.map(({ npi }) => npi)
    expect(npis).toEqual([...npis].sort((a, b) => a - b))
    const { medicare, affiliations, licenses, ...looked } = Object(
      (await server.get(`/api/doctors/${npis[7]}`, keyOf(account))).body,
    )
    expect(lines[7]).toEqual(looked)
    expect(headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="doctors-\d{4}-\d{2}-\d{2}\.ndjson"$/),
      'cache-control': 'private, no-store',
    })
  })

  test.each([
    ['individuals', {}],
    ['organizations', { city: 'Houston', state: 'TX' }],
    ['individuals', { latitude: 40.75, longitude: -73.99, radius: 25 }],
    ['doctors', { specialty: 'cardiology', gender: 'F' }],
    ['individuals', { name: 'mar', credential: 'RN' }],
    ['organizations', { facilityType: 'pharmacy' }],
    ['individuals', { licensedIn: 'NY', state: 'NY' }],
    ['doctors', { postalCode: '10001', name: 'zzz' }],
  ])('of %s with %j has as many rows as the search finds', async (resource, query) => {
    const account = await accountOn('enterprise')
    const found = await made(account, { resource, query, format: 'ndjson', fields: ['name'] })
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    const { body } = await server.get(`/api/${resource}?${search}`, keyOf(account))
    expect(found.rowsWritten).toBe(Object(body).total)
    const lines = (await fileOf(found)).body.split('\n').slice(0, -1)
    expect(lines).toHaveLength(Object(body).total)
    for (const line of lines.slice(0, 3)) expect(Object.keys(JSON.parse(line)).sort()).toEqual(['name', 'npi'])
  })

  test('G6: in CSV has a column for each field and part of an address, and no cell that is a formula', async () => {
    const account = await accountOn('enterprise')
    const fields = ['name', 'address', 'phone', 'credentials', 'taxonomies', 'isSoleProprietor']
    const found = await made(account, { resource: 'doctors', query: { state: 'NY' }, format: 'csv', fields })
    const { body, headers } = await fileOf(found)
    const [head, ...rows] = body.split('\r\n')
    expect(head).toBe(
      'npi,name,phone,address.firstLine,address.secondLine,address.city,address.state,address.countryCode,address.postalCode,address.longitude,address.latitude,credentials,taxonomies,isSoleProprietor',
    )
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(rows.at(-1)).toBe('')
    expect(rows).toHaveLength(found.rows + 1)
    // Phone numbers begin with a plus; longitudes are numbers.
    expect(rows[0]).toMatch(/^2\d{9},[^,]+,('\+1\d{10})?,.*,NY,US,[\d-]+,-7\d\.\d+,4\d\.\d+,/)
    for (const cell of body.split(/[,\r\n]+/)) expect(cell).not.toMatch(/^[=+@\t]/)
  })

  test('in Parquet has the values of the same columns', async () => {
    const account = await accountOn('enterprise')
    const body = {
      resource: 'organizations',
      query: { state: 'FL' },
      fields: ['name', 'address', 'isSubpart', 'specialties'],
    }
    const [parquet, lines] = [
      await made(account, { ...body, format: 'parquet' }),
      await made(account, { ...body, format: 'ndjson' }),
    ]
    const bytes = (await fileOf(parquet)).rawPayload
    const rows = await parquetReadObjects({ file: new Uint8Array(bytes).buffer })
    const records = (await fileOf(lines)).body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(rows).toHaveLength(records.length)
    expect(rows.slice(0, 20)).toEqual(
      records.slice(0, 20).map(({ npi, name, address, isSubpart, specialties }) => ({
        npi: BigInt(npi),
        name,
        'address.firstLine': address.firstLine,
        'address.secondLine': address.secondLine ?? null,
        'address.city': address.city,
        'address.state': address.state,
        'address.countryCode': address.countryCode,
        'address.postalCode': address.postalCode,
        'address.longitude': address.coords?.[0] ?? null,
        'address.latitude': address.coords?.[1] ?? null,
        specialties: specialties.length === 0 ? null : specialties.join('; '),
        isSubpart: isSubpart ?? null,
      })),
    )
  })

  test('in Parquet has all columns of a record', async () => {
    const account = await accountOn('enterprise')
    const found = await made(account, { resource: 'individuals', query: { state: 'WY' }, format: 'parquet' })
    const rows = await parquetReadObjects({ file: new Uint8Array((await fileOf(found)).rawPayload).buffer })
    expect(rows).toHaveLength(found.rows)
    expect(rows[0]).toMatchObject({
      'nameParts.last': expect.any(String),
      taxonomies: expect.stringMatching(/^\[\{"code"/),
    })
  })
})

describe('G6: a download', () => {
  let found: ExportFile
  let account: TestAccount
  beforeAll(async () => {
    account = await accountOn('enterprise')
    found = await made(account, { resource: 'doctors', query: { state: 'TX' }, format: 'csv' })
  })

  test('goes on from a byte', async () => {
    const whole = await fileOf(found)
    const rest = await fileOf(found, { range: 'bytes=1000-' })
    expect(rest.statusCode).toBe(206)
    expect(rest.headers['content-range']).toBe(`bytes 1000-${found.bytes - 1}/${found.bytes}`)
    expect(rest.rawPayload.equals(whole.rawPayload.subarray(1000))).toBe(true)
    for (const range of ['bytes=0-', 'bytes=-5', 'lines=3-', `bytes=${found.bytes}-`, 'bytes=1-2']) {
      expect((await fileOf(found, { range })).statusCode).toBe(200)
    }
  })

  test('takes a link that is signed for this export, and none that was changed', async () => {
    const address = addressOf(found)
    const other = addressOf(await made(account, { resource: 'doctors', query: { state: 'VT' }, format: 'csv' }))
    const [ofOther, query] = [other.split('?')[0], address.split('?')[1]]
    const expires = /expires=(\d+)/.exec(address)?.[1] ?? ''
    const changed = [
      `${ofOther}?${query}`,
      address.replace(expires, String(Number(expires) + 60)),
      address.replace(/signature=./, 'signature=~'),
      address.split('?')[0] ?? '',
      `/exports/${uuidv7()}?${query}`,
      `/exports/..%2F..%2Fsecrets?${query}`,
    ]
    for (const url of changed) {
      const answer = await server.app.inject({ method: 'GET', url })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'export_link_invalid'])
    }
    expect(Number(expires) - Date.now() / 1000).toBeLessThanOrEqual(3600)
    expect(address).not.toContain(account.accountId)
  })

  test('has ended for everybody once the export is deleted, which is done still, and its files are gone', async () => {
    const deleted = await made(account, { resource: 'doctors', query: { state: 'AK' }, format: 'csv' })
    const { calls } = deleted
    expect(await cancel(account, deleted.id)).toMatchObject({ status: 200, body: { status: 'done', calls, url: null } })
    expect((await fileOf(deleted)).statusCode).toBe(404)
    await eventually(() => expect(filesOf(deleted.id)).toEqual([]))
    expect(await cancel(account, deleted.id)).toMatchObject({ status: 404, body: { code: 'export_not_found' } })
  })
})

const filesOf = (id: string) => {
  const dir = join(server.dataDir, 'files', 'exports', id)
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

describe('the owner of an export', () => {
  test('alone sees and cancels it', async () => {
    const [owner, other] = [await accountOn('enterprise'), await accountOn('enterprise')]
    const { id } = await made(owner, { resource: 'doctors', query: { state: 'VT' }, format: 'csv' })
    expect((await server.get(`${path}/${id}`, keyOf(other))).status).toBe(404)
    expect((await cancel(other, id)).status).toBe(404)
    expect((await server.get(path, keyOf(other))).body).toEqual({ exports: [] })
    expect((await server.get(path, keyOf(owner))).body).toMatchObject({ exports: [{ id }] })
  })

  test('that is deleted leaves no files', async () => {
    const owner = await accountOn('enterprise')
    const found = await made(owner, { resource: 'doctors', query: { state: 'VT' }, format: 'csv' })
    expect(filesOf(found.id)).toHaveLength(1)
    await server.database.db.deleteFrom('accounts').where('id', '=', owner.accountId).execute()
    expect((await fileOf(found)).statusCode).toBe(404)
    await eventually(async () => {
      expect(filesOf(found.id)).toEqual([])
      expect(await server.database.db.selectFrom('exports').select('id').where('id', '=', found.id).execute()).toEqual(
        [],
      )
    })
  })

  test('finds it gone a day after it was made', async () => {
    const owner = await accountOn('enterprise')
    const found = await made(owner, { resource: 'doctors', query: { state: 'VT' }, format: 'csv' })
    const hours = (Date.parse(found.expiresAt ?? '') - Date.parse(found.finishedAt ?? '')) / 3_600_000
    expect(hours).toBe(24)
    await sql`update exports set expires_at = now() where id = ${found.id}`.execute(server.database.db)
    expect((await server.get(`${path}/${found.id}`, keyOf(owner))).status).toBe(404)
    expect((await fileOf(found)).statusCode).toBe(404)
    await eventually(() => expect(filesOf(found.id)).toEqual([]))
  })
})

describe('the plan', () => {
  test('Free has no exports, and says which plans do', async () => {
    const account = await accountOn('free')
    const answer = await create(account, { resource: 'doctors', query: { state: 'VT' }, format: 'csv' })
    expect(answer).toMatchObject({
      status: 403,
      body: {
        code: 'exports_not_in_plan',
        error: 'An export takes the Developer or Enterprise plan; this account is on Free.',
      },
    })
  })

  test('Developer counts a call for each hundred rows begun, once', async () => {
    const account = await accountOn('developer')
    const found = await made(account, { resource: 'doctors', query: { state: 'TX' }, format: 'csv' })
    const calls = Math.ceil(found.rows / 100)
    expect(calls).toBeGreaterThanOrEqual(1)
    expect(found.calls).toBe(calls)
    expect(await callsOf(account)).toBe(calls)
    await server.get(path, keyOf(account))
    expect(await callsOf(account)).toBe(calls)
  })

  test('Developer is refused before it starts where its calls do not reach, with the count', async () => {
    const account = await accountOn('developer')
    const answer = await create(account, { resource: 'individuals', format: 'csv' })
    expect(answer).toMatchObject({ status: 402, body: { code: 'quota_short', callsLeft: 20 } })
    const { total } = Object((await server.get('/api/individuals?limit=1', keyOf(account))).body)
    expect(Object(answer.body).callsNeeded).toBe(Math.ceil(total / 100))
    expect((await server.get(path, keyOf(account))).body).toEqual({ exports: [] })
    expect(await callsOf(account)).toBe(1)
  })

  test('Enterprise counts none', async () => {
    const account = await accountOn('enterprise')
    await made(account, { resource: 'doctors', query: { state: 'TX' }, format: 'csv' })
    await server.get('/me/requests', account.headers)
    expect(await callsOf(account)).toBe(0)
  })
})

describe('what an export costs', () => {
  test('is taken in the transaction that makes it', async () => {
    const account = await accountOn('developer')
    await exporting.close()
    const { id, calls } = shape.parse(
      (await create(account, { resource: 'doctors', query: { state: 'TX' }, format: 'csv' })).body,
    )
    expect(calls).toBeGreaterThan(0)
    const { rows } = await sql`select e.xmin::text = q.xmin::text as "isSame" from exports e
      join quota_periods q on q.account_id = e.account_id where e.id = ${id}`.execute(server.database.db)
    expect(rows).toEqual([{ isSame: true }])
    expect(await callsOf(account)).toBe(calls)
    exporting = startExporting(server)
  })

  test('is that of the plan it was made on, whatever the plan is when it is downloaded', async () => {
    const account = await accountOn('enterprise')
    const body = { resource: 'doctors', query: { state: 'TX' }, format: 'csv' }
    const found = await made(account, body)
    const change = (tier: 'developer' | 'enterprise') =>
      sql`update subscriptions set tier = ${tier} where account_id = ${account.accountId}`.execute(server.database.db)
    await change('developer')
    const smaller = await withNewKey(account)
    const again = await get(smaller, found.id)
    expect((await fileOf(again)).statusCode).toBe(200)
    expect([again.calls, await callsOf(account)]).toEqual([0, 0])
    const counted = await made(smaller, body)
    expect(counted.calls).toBe(Math.ceil(counted.rows / 100))
    await change('enterprise')
    expect((await fileOf(counted)).statusCode).toBe(200)
    expect(await callsOf(account)).toBe(counted.calls)
  })
})

describe('the limits', () => {
  test.each([
    [
      { resource: 'nurses', format: 'csv' },
      'invalid_input',
      /^resource: expected one of doctors, organizations, individuals/,
    ],
    [{ resource: 'doctors', format: 'xlsx' }, 'invalid_input', /^format: expected one of ndjson, csv, parquet/],
    [{ resource: 'doctors', format: 'csv', query: { stat: 'TX' } }, 'unknown_parameter', /nearest known one is state/],
    [{ resource: 'doctors', format: 'csv', query: { page: 2 } }, 'unknown_parameter', /page/],
    [
      { resource: 'doctors', format: 'csv', query: { radius: 40, state: 'TX' } },
      'invalid_input',
      /^radius: .*at most 25/,
    ],
    [{ resource: 'doctors', format: 'csv', query: { specialty: 'cardiologie' } }, 'specialty_unknown', /nearest to/],
    [{ resource: 'doctors', format: 'csv', query: { city: 'Atlantis', state: 'TX' } }, 'place_not_found', /Atlantis/],
    [{ resource: 'doctors', format: 'csv', query: 'state=TX' }, 'invalid_input', /^query: expected an object/],
    [
      { resource: 'doctors', format: 'csv', query: { state: { of: 'TX' } } },
      'invalid_input',
      /^query: expected an object/,
    ],
    [
      { resource: 'doctors', format: 'csv', fields: ['facilityType'] },
      'invalid_input',
      /^fields: .*got "facilityType"/,
    ],
    [{ resource: 'doctors', format: 'csv', fields: ['../../etc'] }, 'invalid_input', /^fields: /],
  ])('refuse %j with a sentence', async (body, code, sentence) => {
    const answer = await create(await accountOn('enterprise'), body)
    expect(answer).toMatchObject({ status: 400, body: { code, error: expect.stringMatching(sentence) } })
  })

  test('hold for exports of an account, in progress and in all, also when many come at once', async () => {
    const account = await accountOn('developer')
    await exporting.close()
    const body = { resource: 'doctors', query: { state: 'VT' }, format: 'csv' }
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(account, body)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
    await eventually(async () => expect(await callsOf(account)).toBe(2))
    exporting = startExporting(server)
    const [first] = answers.filter(({ status }) => status === 202)
    const { id } = shape.parse(first?.body)
    await eventually(async () => expect((await get(account, id)).status).toBe('done'))
    await sql`insert into exports (id, account_id, mode, resource, query, filters, format, status, rows_total, calls, expires_at, due_at)
      select gen_random_uuid()::text, account_id, mode, resource, query, filters, format, 'done', 0, 0, now() + interval '1 hour', now()
      from exports, generate_series(1, ${exportsMax}) where id = ${id}`.execute(server.database.db)
    await eventually(async () => {
      expect(await create(account, body)).toMatchObject({ status: 409, body: { code: 'exports_full' } })
    })
  })
})

describe('an export that is not to be', () => {
  test('is canceled before it begins, and counts as no call', async () => {
    const account = await accountOn('developer')
    await exporting.close()
    const answer = await create(account, { resource: 'doctors', query: { state: 'TX' }, format: 'csv' })
    const { id, calls } = shape.parse(answer.body)
    expect(await callsOf(account)).toBe(calls)
    expect(await cancel(account, id)).toMatchObject({ status: 200, body: { status: 'canceled', calls: 0 } })
    expect(await callsOf(account)).toBe(0)
    expect((await server.get(`${path}/${id}`, keyOf(account))).status).toBe(404)
    exporting = startExporting(server)
    await eventually(async () => {
      expect(await server.database.db.selectFrom('exports').select('id').where('id', '=', id).execute()).toEqual([])
    })
  })

  test('fails after three runs with a reason, without files, counts as no call, and says nothing of the machine', async () => {
    const account = await accountOn('developer')
    await exporting.close()
    const broken = startExporting(server, { store: { kind: 'disk', dir: '/proc/nowhere' } })
    const answer = await create(account, { resource: 'doctors', query: { state: 'TX' }, format: 'csv' })
    const { id } = shape.parse(answer.body)
    await exporting.files.put(`exports/${id}/1-0`, Buffer.from('what the first run wrote'))
    await eventually(async () => {
      await sql`update exports set due_at = now() where id = ${id} and status = 'queued'`.execute(server.database.db)
      expect((await get(account, id)).status).toBe('failed')
    })
    await broken.close()
    exporting = startExporting(server)
    expect(await get(account, id)).toMatchObject({
      calls: 0,
      url: null,
      error: 'We couldn’t write the file, and the export counts as no call. Start it again.',
    })
    expect(await callsOf(account)).toBe(0)
    await eventually(() => expect(filesOf(id)).toEqual([]))
    expect(await cancel(account, id)).toMatchObject({ status: 200, body: { status: 'failed' } })
    const ofThis = broken.warnings.filter((warning) => warning.includes(id))
    expect(ofThis).toEqual([1, 2, 3].map((run) => expect.stringContaining(`in run ${run} of 3`)))
  })

  test('is taken over when its process is gone, and counts once', async () => {
    const account = await accountOn('developer')
    await exporting.close()
    const answer = await create(account, { resource: 'doctors', query: { state: 'TX' }, format: 'csv' })
    const { id, calls } = shape.parse(answer.body)
    // As a process leaves it that was killed.
    await sql`update exports set status = 'running', attempts = 1, run = 1, rows_written = 7, parts = 3, due_at = now() + interval '1 minute'
      where id = ${id}`.execute(server.database.db)
    await exporting.files.put(`exports/${id}/1-2`, Buffer.from('of the run before'))
    exporting = startExporting(server)
    await sql`select pg_sleep(0.2)`.execute(server.database.db)
    expect((await get(account, id)).status).toBe('running')
    await sql`update exports set due_at = now() where id = ${id}`.execute(server.database.db)
    const found = await eventually(async () => {
      const one = await get(account, id)
      expect(one.status).toBe('done')
      return one
    })
    expect(filesOf(id)).toEqual(['2-0'])
    expect(found.rowsWritten).toBe(found.rows)
    expect(await callsOf(account)).toBe(calls)
  })

  test('is the work of the run that has it, whatever another writes that was paused past its lease', async () => {
    const bucket = await startTestBucket()
    const held = await startHeldBucket(bucket)
    const account = await accountOn('developer')
    await exporting.close()
    const files = openFiles(bucket.choice)
    const answer = await create(account, { resource: 'doctors', query: { state: 'TX' }, format: 'csv' })
    const { id, calls } = shape.parse(answer.body)
    const paused = startExporting(server, { store: held.choice, files })
    await held.arrived
    const next = startExporting(server, { store: bucket.choice, files })
    const done = await eventually(async () => {
      await sql`update exports set due_at = now() where id = ${id} and run = 1`.execute(server.database.db)
      const found = await get(account, id)
      expect(found.status).toBe('done')
      return found
    })
    const written = await files.get(`exports/${id}/2-0`)
    expect(written).toHaveLength(done.bytes)
    await held.release()
    await paused.close()
    expect(await files.get(`exports/${id}/2-0`)).toEqual(written)
    expect(await get(account, id)).toEqual({ ...done, url: expect.any(String) })
    expect(await callsOf(account)).toBe(calls)
    await cancel(account, id)
    await eventually(async () => {
      for (const run of [1, 2]) expect(await files.get(`exports/${id}/${run}-0`)).toBeUndefined()
    })
    await next.close()
    held.close()
    files.close()
    await bucket.close()
    exporting = startExporting(server)
  })

  test('is not ended by a run that was given back and counts for nothing', async () => {
    const { db } = server.database
    const account = await accountOn('developer')
    await exporting.close()
    const answer = await create(account, { resource: 'doctors', query: { state: 'TX' }, format: 'csv' })
    const { id } = shape.parse(answer.body)
    const claimed = async () => (await claimExport(db)) ?? expect.unreachable('there is none')
    const first = await claimed()
    await noteUndone(db, first, { isCounted: false, pauseSeconds: 0 })
    const second = await claimed()
    expect([first.id, second.id, second.attempts]).toEqual([id, id, 1])
    const progress = { rows: 1, bytes: 1, parts: 1 }
    expect(await noteProgress(db, first, progress, 'a version')).toBe(false)
    expect(await noteDone(db, first, progress)).toBe(false)
    expect((await get(account, id)).status).toBe('running')
    expect(await noteDone(db, second, progress)).toBe(true)
    exporting = startExporting(server)
  })

  test('is none while there is no registry, so that its files are few to remove', async () => {
    const { db } = server.database
    const account = await accountOn('developer')
    await exporting.close()
    const answer = await create(account, { resource: 'doctors', query: { state: 'TX' }, format: 'csv' })
    const { id } = shape.parse(answer.body)
    const waiting = startExporting(server, {
      registryOf: async () => ({ ...server.registry, current: () => undefined }),
    })
    const row = await eventually(async () => {
      const { rows } =
        await sql`select run, status, due_at > now() as "isPaused" from exports where id = ${id}`.execute(db)
      expect(rows).toMatchObject([{ status: 'queued', isPaused: true }])
      return rows
    })
    expect(row).toMatchObject([{ run: 0 }])
    await waiting.close()
    exporting = startExporting(server)
    await cancel(account, id)
  })
})
