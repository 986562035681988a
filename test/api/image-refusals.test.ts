/** What whoever sends an image that is not taken is told, over HTTP: the sentences of docs/verifications.md, which the portal shows. */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageBytesMax, imageSideMax, imagesPerHourMax, imagesStoredMax } from '#contract/limits'
import { openImages } from '#server/images/images'
import { openSecrets } from '#server/parts/secrets'
import { newPhoto, newPicture } from '../support/test-pictures.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

const page = readFileSync(new URL('../../docs/verifications.md', import.meta.url), 'utf8')

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

let numbers = 1_000_000_000

function submit({ apiKey }: TestAccount, image: string) {
  return server.post('/api/verifications', { npi: String(numbers++), credential: 'MD', image }, { 'api-key': apiKey })
}

const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#abc' } })
    .png()
    .toBuffer()

async function moving(): Promise<Buffer> {
  const frames = Buffer.concat([Buffer.alloc(40 * 40 * 3, 90), Buffer.alloc(40 * 40 * 3, 200)])
  const strip = { width: 40, height: 80, channels: 3, pageHeight: 40 } as const
  return sharp(frames, { raw: strip }).webp().toBuffer()
}

async function cutInHalf(): Promise<Buffer> {
  const photo = await newPhoto()
  return photo.subarray(0, photo.length / 2)
}

const isKind = (kind: string) => `The image has to be a JPEG, PNG or WebP picture; this is ${kind}.`

test.each<[what: string, make: () => Buffer | Promise<Buffer>, sentence: string]>([
  ['nothing', () => Buffer.alloc(0), isKind('an empty file')],
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), isKind('a PDF document')],
  ['a GIF', () => Buffer.from('GIF89a'), isKind('a GIF image')],
  ['a photograph of an iPhone', () => Buffer.from('\0\0\0\x18ftypheic', 'latin1'), isKind('a HEIC image')],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), isKind('an SVG drawing')],
  ['a text', () => Buffer.from('my licence'), isKind('a file of another kind')],
  ['too many bytes', () => Buffer.alloc(imageBytesMax + 1), 'The image may have at most 10 MB; this one has 10.1 MB.'],
  [
    'too many pixels',
    () => flat(imageSideMax + 1, 10),
    'The image may have at most 12,000 pixels on a side and 50 million in all; this one has 12,001 by 10.',
  ],
  ['a picture that moves', moving, 'The image has to be a single picture; this one has 2 frames.'],
  ['half a photograph', cutInHalf, 'This JPEG picture is damaged and cannot be read; send another photograph or scan.'],
])('C2, C3: an image that is %s is refused in words', async (_, make, sentence) => {
  const answer = await submit(await server.signUp(), (await make()).toString('base64'))
  expect(answer).toMatchObject({ status: 400, body: { error: sentence, code: 'image_unusable' } })
  expect(page).toContain(formOnPage(sentence))
})

test('C3: an image that takes too long or too much memory is refused in words', async () => {
  const decoder = { prepare: async () => 'lost' as const, areAlike: async () => 'lost' as const, close: () => {} }
  const files = { put: async () => {}, get: async () => undefined, remove: async () => {}, close: () => {} }
  const secrets = openSecrets(Buffer.alloc(32, 1))
  const images = openImages({ database: server.database, files, secrets, decoder, onDamage: () => {} })
  const sentence = 'The image takes more time or memory to read than there is for one; send a smaller one.'
  expect(await images.prepare('')).toMatchObject({ ok: false, sentence })
  expect(page).toContain(sentence)
})

test('C1: a call that is larger than any image may be is refused in words', async () => {
  const sentence = 'The body may have at most 14 MB.'
  const answer = await submit(await server.signUp(), 'A'.repeat(14 * 1024 ** 2))
  expect(answer).toMatchObject({ status: 413, body: { error: sentence } })
  expect(page).toContain(sentence)
})

test(`C1: the image after the ${imagesPerHourMax}th of an hour is refused in words, and so is one after ${imagesStoredMax} that are stored`, async () => {
  const account = await server.signUp()
  const image = (await newPicture().png().toBuffer()).toString('base64')
  for (let count = 0; count < imagesPerHourMax; count++)
    expect(await submit(account, image)).toMatchObject({ status: 201 })
  const hourly = await submit(account, image)
  expect(hourly).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
  const other = await server.signUp()
  await server.database.db
    .updateTable('images')
    .set({ account_id: other.accountId })
    .where('account_id', '=', account.accountId)
    .execute()
  const stored = await submit(other, image)
  expect(stored).toMatchObject({ status: 409, body: { code: 'images_full' } })
  for (const { body } of [hourly, stored]) {
    expect(page).toContain(formOnPage(JSON.parse(JSON.stringify(body)).error))
  }
})

test('an image more than are read and may wait at a time is refused in words, and taken when it is sent again', async () => {
  const account = await server.signUp()
  const image = (await newPicture().png().toBuffer()).toString('base64')
  const { images } = server
  const prepare = images.prepare
  // What the decoder answers then (server/images/decoder/decoder-pool.test.ts).
  images.prepare = async () => 'busy'
  const refused = await submit(account, image).finally(() => {
    images.prepare = prepare
  })
  const sentence = 'Too many images are being read; try again in a few seconds.'
  const body = { error: sentence, code: 'decoder_busy' }
  expect(refused).toMatchObject({ status: 503, headers: { 'retry-after': '5' }, body })
  expect(page).toContain(sentence)
  expect(await submit(account, image)).toMatchObject({ status: 201 })
})

/** The page says {…} for what was found, as these do. */
function formOnPage(sentence: string): string {
  return sentence
    .replace(/this is .+\./, 'this is {kind}.')
    .replace(/this one has .+\./, 'this one has {what it has}.')
    .replace('JPEG picture', '{kind} picture')
    .replace(/in \d+ minutes/, 'in {number} minutes')
}
