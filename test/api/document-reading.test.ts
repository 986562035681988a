import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { verification as shape, type Verification } from '#contract/verifications'
import { stateNames } from '#registry/places/geography'
import { type DocumentReader, openDocumentReader } from '#server/documents/read-document'
import { FilesAwayError } from '#server/platform/files/away'
import { keepReading, readNext } from '#server/verifications/read-documents'
import { readRegistry } from '#server/verifications/registry-facts'
import { hasFonts, specimen } from '../support/documents/specimens.ts'
import { card } from '../support/images/test-cards.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

let server: TestServer
let npis: string[]
beforeAll(async () => {
  server = await startTestServer()
  const { body } = await server.get('/api/individuals?credential=MD&limit=25')
  const { providers } = z.object({ providers: z.array(z.object({ npi: z.int() })) }).parse(body)
  npis = providers.map(({ npi }) => String(npi))
})
afterAll(() => server.close())

/** What one test left unread must not be read by another. */
afterEach(() => server.database.db.updateTable('verifications').set({ read_due_at: null }).execute())

const unreadable: DocumentReader = { read: async () => undefined, close: () => {} }

const keyOf = ({ apiKey }: TestAccount) => ({ 'api-key': apiKey })

async function submit(account: TestAccount, npi: string, image: Buffer): Promise<Verification> {
  const request = { npi, credential: 'MD', image: image.toString('base64') }
  const answer = await server.post('/api/verifications', request, keyOf(account))
  expect(answer.status).toBe(201)
  return shape.parse(answer.body)
}

async function submitAny(account: TestAccount): Promise<Verification> {
  return submit(account, npis[0] ?? '', await card({ layout: 0, name: `Ada ${randomUUID()}` }))
}

async function shown(account: TestAccount, id: string): Promise<Verification> {
  return shape.parse((await server.get(`/api/verifications/${id}`, keyOf(account))).body)
}

const documentChecks = ({ checks }: Verification) =>
  checks.flatMap(({ code, result }) => (code.startsWith('document.') ? [`${code} ${result}`] : []))

const unknown = ['document.name unknown', 'document.license unknown', 'document.expiry unknown']

const read = (reader: DocumentReader) => readNext({ ...server, reader })

/** A document that was postponed or claimed comes due at once. */
const makeDue = (id: string) =>
  server.database.db
    .updateTable('verifications')
    .set({ read_due_at: new Date(0) })
    .where('id', '=', id)
    .execute()

test.skipIf(!(await hasFonts()))(
  'a document is read after the answer, and its checks are added within seconds',
  async () => {
    const registry = server.registry.current()
    if (registry === undefined) throw new Error('the test server has no registry')
    const [person] = npis.flatMap((npi) => {
      const { facts } = readRegistry(registry, npi)
      const license = facts?.licenses.find(({ number, state }) => number.length > 4 && state !== null)
      return facts === undefined || license === undefined ? [] : [{ npi, facts, license }]
    })
    if (person === undefined) throw new Error('the sample has no licenses')
    const { npi, facts, license } = person
    const fields = { name: facts.name, license: license.number, state: stateNames.get(license.state ?? '') ?? '' }
    const account = await server.signUp()
    const { id, isReading } = await submit(
      account,
      npi,
      await specimen('card', 'none', { ...fields, expires: '12/31/2035' }),
    )
    expect(isReading).toBe(true)
    const reader = openDocumentReader()
    const reading = keepReading({ ...server, reader, warn: () => {} })
    try {
      const done = await vi.waitFor(async () => {
        const verification = await shown(account, id)
        expect(verification.isReading).toBe(false)
        return verification
      }, 50_000)
      expect(documentChecks(done)).toEqual([
        'document.name passed',
        'document.license passed',
        'document.expiry passed',
      ])
    } finally {
      reader.close()
      await reading.close()
    }
  },
)

test('a document that cannot be read is tried three times, then unknown', async () => {
  const account = await server.signUp()
  const { id } = await submitAny(account)
  for (const attempt of [1, 2]) {
    expect(await read(unreadable), `attempt ${attempt}`).toBe(true)
    expect(await shown(account, id)).toMatchObject({ isReading: true })
    // It waits a little before the next attempt.
    expect(await read(unreadable)).toBe(false)
    await makeDue(id)
  }
  expect(await read(unreadable)).toBe(true)
  const done = await shown(account, id)
  expect({ checks: documentChecks(done), isReading: done.isReading }).toEqual({ checks: unknown, isReading: false })
  expect(await read(unreadable)).toBe(false)
})

test('a document whose readers died three times is not tried again, but unknown', async () => {
  const account = await server.signUp()
  const { id } = await submitAny(account)
  await server.database.db.updateTable('verifications').set({ read_attempts: 3 }).where('id', '=', id).execute()
  const asked = vi.fn(unreadable.read)
  expect(await read({ ...unreadable, read: asked })).toBe(true)
  expect(asked).not.toHaveBeenCalled()
  expect(documentChecks(await shown(account, id))).toEqual(unknown)
})

test('a document waits while the store of images is away, however often it is tried', async () => {
  const account = await server.signUp()
  const { id } = await submitAny(account)
  const away = { ...server.images, read: () => Promise.reject(new FilesAwayError('reading', 'no answer')) }
  for (let tries = 0; tries < 5; tries++) {
    await expect(readNext({ ...server, images: away, reader: unreadable })).rejects.toThrow(FilesAwayError)
    expect(await shown(account, id)).toMatchObject({ isReading: true })
    await makeDue(id)
  }
  expect(await read(unreadable)).toBe(true)
  expect(await shown(account, id)).toMatchObject({ isReading: true })
})

test('a document whose image is gone is unknown', async () => {
  const account = await server.signUp()
  const { id } = await submitAny(account)
  await server.database.db
    .updateTable('images')
    .set({ wrapped_key: null })
    .where('account_id', '=', account.accountId)
    .execute()
  expect(await read(unreadable)).toBe(true)
  expect(documentChecks(await shown(account, id))).toEqual(unknown)
})

test('a verification that is decided while its document is read is left as it is', async () => {
  const account = await server.signUp()
  const { id } = await submitAny(account)
  const deciding: DocumentReader = {
    ...unreadable,
    async read() {
      await server.database.db
        .updateTable('verifications')
        .set({ status: 'rejected', read_due_at: null })
        .where('id', '=', id)
        .execute()
      return { lines: [] }
    },
  }
  expect(await read(deciding)).toBe(true)
  expect(documentChecks(await shown(account, id))).toEqual([])
})

test('a document is read by one process at a time, and its checks are added once', async () => {
  const account = await server.signUp()
  const { id } = await submitAny(account)
  let readers = 0
  const counting: DocumentReader = {
    ...unreadable,
    async read() {
      readers++
      return { lines: [] }
    },
  }
  const outcomes = await Promise.all([read(counting), read(counting), read(counting)])
  expect({ readers, found: outcomes.filter(Boolean).length }).toEqual({ readers: 1, found: 1 })
  expect(documentChecks(await shown(account, id))).toHaveLength(3)
})
