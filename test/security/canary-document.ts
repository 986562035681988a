/**
 * A document on its way through the product: sent twice, read, looked at, approved and told of, and all that nobody
 * else may learn of it.
 */
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { review, verification } from '#contract/verifications'
import type { Database } from '#server/platform/database/database'

interface Answer {
  status: number
  text: string
}

interface Way {
  origin: string
  database: Database
  /** Calls the product, and keeps what it answers. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** What nobody may find, by what it is; this adds to it. */
  secrets: Map<string, string>
  /** What the database may know, and no log; this adds to it. */
  personal: Map<string, string>
}

/** Pixels of noise on a side. */
const noiseSide = 60

/** A name that stands nowhere else, and is easily read. */
function newName(): string {
  const pick = (letters: string) => letters[randomInt(letters.length)] ?? ''
  const syllables = Array.from({ length: 5 }, () => pick('bdfgklmnprst') + pick('aeiou')).join('')
  return syllables.charAt(0).toUpperCase() + syllables.slice(1)
}

/**
 * Waits for the reading of a document. The database is asked, since a free account may ask the product ten times a
 * minute alone.
 */
function untilRead(database: Database, id: string): Promise<void> {
  return vi.waitFor(
    async () => {
      const row = database.db.selectFrom('verifications').select('read_due_at').where('id', '=', id)
      expect((await row.executeTakeFirstOrThrow()).read_due_at).toBeNull()
    },
    { timeout: 90_000, interval: 500 },
  )
}

/**
 * Sends the document of the account whose key this is, and does with it all that one can. Words can be read on it
 * where letters can be drawn.
 */
export async function tryDocument(way: Way, key: string, isDrawn: boolean): Promise<void> {
  const { database, send, secrets, personal } = way
  const [first, last, office] = [newName(), newName(), newName()]
  const number = String(randomInt(200_000_000, 999_999_999))
  const png = await drawn([
    `State of ${office}`,
    `Name: ${first} ${last}`,
    `License No: ${number}`,
    'Expires: 12/31/2035',
  ])
  secrets.set('words of a document that say nothing of its owner', office)
  const [bytes, inBase64] = [png.subarray(-600, -540), png.toString('base64').slice(-800, -600)]
  secrets.set('the bytes of a document', bytes.toString('latin1'))
  secrets.set('the bytes of a document, in hexadecimal digits', bytes.toString('hex'))
  secrets.set('a document in base64', inBase64)
  personal.set('the name on a document', last)
  personal.set('the number on a document', number)
  const hook = randomUUID()
  personal.set('the address of a developer’s program', hook)

  const found = JSON.parse((await send('GET', '/api/individuals?limit=1', undefined, { 'api-key': key })).text)
  const [{ npi }] = z.object({ providers: z.tuple([z.object({ npi: z.int() })]) }).parse(found).providers
  const headers = { 'api-key': key, 'idempotency-key': randomUUID() }
  const callbackUrl = `https://callback.invalid/${hook}`
  const body = { npi: String(npi), credential: 'MD', image: png.toString('base64'), callbackUrl }
  const sent = await send('POST', '/api/verifications', body, headers)
  expect(sent).toMatchObject({ status: 201 })
  const { id, imageUrl, callbackSecret } = verification
    .extend({ callbackSecret: z.string(), imageUrl: z.string() })
    .parse(JSON.parse(sent.text))
  secrets.set('what callbacks are signed with', callbackSecret)
  secrets.set('the signature of a link to an image', signatureOf(imageUrl))
  expect(await send('POST', '/api/verifications', body, headers)).toEqual(sent)
  const other = { ...body, callbackUrl: `${callbackUrl}/other` }
  expect(await send('POST', '/api/verifications', other, headers)).toMatchObject({ status: 422 })
  expect(await send('POST', '/api/verifications', body, { 'api-key': key })).toMatchObject({ status: 409 })

  await untilRead(database, id)
  const read = verification.parse(
    JSON.parse((await send('GET', `/api/verifications/${id}`, undefined, { 'api-key': key })).text),
  )
  expect(read.isReading).toBe(false)
  const results = read.checks.filter(({ code }) => code.startsWith('document.')).map(({ result }) => result)
  expect(results.some((result) => result !== 'unknown')).toBe(isDrawn)

  await look(way, imageUrl)
  const admin = await newAdmin(way)
  // Refused by role, a call has the ordinary limits of the plan, which may be used up by now.
  const refused = await send('GET', `/api/verifications/${id}/review`, undefined, { 'api-key': key })
  expect([403, 429]).toContain(refused.status)
  const seen = await send('GET', `/api/verifications/${id}/review`, undefined, { 'api-key': admin })
  const { imageUrl: adminsUrl = '' } = review.parse(JSON.parse(seen.text)).verification
  secrets.set('the signature of an admin’s link to an image', signatureOf(adminsUrl))
  await look(way, adminsUrl)
  const approve = () => send('PUT', `/api/verifications/${id}`, { status: 'approved' }, { 'api-key': admin })
  expect(await approve()).toMatchObject({ status: 200 })
  expect(await approve()).toMatchObject({ status: 409 })
  const { rows } = await sql`select from webhook_deliveries where body like ${`%${id}%`}`.execute(database.db)
  expect(rows).toHaveLength(1)
}

/** The lines, with noise in the last corner: no other file has the bytes that it ends with. */
function drawn(lines: readonly string[]): Promise<Buffer> {
  const texts = lines.map((line, at) => `<text x="80" y="${110 + 90 * at}" font-size="40">${line}</text>`)
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640" font-family="sans-serif">
    <rect width="1000" height="640" fill="#fdfcf5"/>${texts.join('')}</svg>`
  const raw = { width: noiseSide, height: noiseSide, channels: 3 } as const
  const noise = { input: randomBytes(noiseSide ** 2 * 3), raw, left: 1000 - noiseSide, top: 640 - noiseSide }
  return sharp(Buffer.from(picture)).composite([noise]).png().toBuffer()
}

function signatureOf(link: string): string {
  return new URL(link).searchParams.get('signature') ?? expect.unreachable('a link without a signature')
}

/** Opens a link, and the same with another end. */
async function look({ origin, send, secrets }: Way, link: string): Promise<void> {
  const { pathname, search } = new URL(link)
  const answer = await fetch(origin + pathname + search)
  expect(answer.status).toBe(200)
  const webp = Buffer.from(await answer.arrayBuffer())
  secrets.set('the bytes of an image that is kept', webp.subarray(-200, -140).toString('latin1'))
  expect(await send('GET', `${pathname}${search}A`)).toMatchObject({ status: 404 })
  expect(await send('GET', `${pathname}/x${search}`)).toMatchObject({ status: 404 })
}

/** The key of a new admin, which is a secret, too. */
async function newAdmin({ database, send, secrets }: Way): Promise<string> {
  const [email, password] = [`${randomUUID()}@example.org`, `walk ${randomUUID()}`]
  secrets.set('the password of an admin', password)
  await send('POST', '/signup', { email, password, phone: '212-555-0101' })
  const { token } = z
    .object({ token: z.string() })
    .parse(JSON.parse((await send('POST', '/login', { email, password })).text))
  const me = await send('GET', '/me', undefined, { authorization: `Bearer ${token}` })
  const { apiKey } = z.object({ apiKey: z.string() }).parse(JSON.parse(me.text))
  secrets.set('the token of an admin', token)
  secrets.set('the key of an admin', apiKey)
  await database.asOwner((db) => sql`update accounts set is_admin = true where email = ${email}`.execute(db))
  return apiKey
}
