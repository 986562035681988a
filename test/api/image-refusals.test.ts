/**
 * What whoever sends an image that is not taken is told, over HTTP: the sentences of docs/verifications.md, which the
 * portal shows.
 */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageBytesMax, imageSideMax, imageSideMin, imagesPerHourMax, imagesStoredMax } from '#contract/limits'
import { type KnownRoutes, knownRoutes } from '#server/http/known-routes'
import { openImages } from '#server/images/images'
import { openSecrets } from '#server/platform/secrets'
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

const isKind = (kind: string) => `The image must be a JPEG, PNG or WebP picture; this is ${kind}.`

test.each<[what: string, make: () => Buffer | Promise<Buffer>, sentence: string]>([
  ['a PDF', () => Buffer.from('%PDF-1.7\n'), isKind('a PDF document')],
  ['a GIF', () => Buffer.from('GIF89a'), isKind('a GIF image')],
  ['a photograph of an iPhone', () => Buffer.from('\0\0\0\x18ftypheic', 'latin1'), isKind('a HEIC image')],
  ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), isKind('an SVG drawing')],
  ['a text', () => Buffer.from('my license'), isKind('a file of another kind')],
  ['too many bytes', () => Buffer.alloc(imageBytesMax + 1), 'The image may have at most 10 MB; this one has 10.1 MB.'],
  [
    'too many pixels',
    () => flat(imageSideMax + 1, 10),
    'The image may have at most 12,000 pixels on a side and 50 million in all; this one has 12,001 by 10.',
  ],
  [
    'too few pixels on one side',
    () => flat(1_000, imageSideMin - 1),
    'The image has to have at least 200 pixels on each side; this one has 1,000 by 199.',
  ],
  ['a picture that moves', moving, 'The image must be a single picture; this one has 2 frames.'],
  ['half a photograph', cutInHalf, 'This JPEG picture is damaged and cannot be read; send another photograph or scan.'],
])('C2, C3: an image that is %s is refused in words', async (_, make, sentence) => {
  const answer = await submit(await server.signUp(), (await make()).toString('base64'))
  expect(answer).toMatchObject({ status: 400, body: { error: sentence, code: 'image_unusable' } })
  expect(page).toContain(formOnPage(sentence))
})

test.each<[what: string, make: () => Buffer | Promise<Buffer>, kind: string]>([
  ['a GIF', () => newPicture().gif().toBuffer(), 'a GIF image'],
  ['a TIFF', () => newPicture().tiff().toBuffer(), 'a TIFF image'],
  ['an AVIF', () => newPicture().avif({ effort: 0 }).toBuffer(), 'an AVIF image'],
  ['a HEIC', heic, 'a HEIC image'],
  ['a BMP', bmp, 'a BMP image'],
  ['an icon', icon, 'an icon'],
  ['an SVG', drawing, 'an SVG drawing'],
])('C2: a whole picture that is %s is refused with what it is', async (_, make, kind) => {
  const answer = await submit(await server.signUp(), (await make()).toString('base64'))
  expect(answer).toMatchObject({ status: 400, body: { error: isKind(kind), code: 'image_unusable' } })
})

function drawing(): Buffer {
  return Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="20" height="20"/></svg>',
  )
}

/** A still picture of High Efficiency's container, by the brand that iPhones write. */
async function heic(): Promise<Buffer> {
  const bytes = await newPicture().avif({ effort: 0 }).toBuffer()
  bytes.write('heic', 8, 'latin1')
  return bytes
}

/** 4 by 4 pixels of 24 bits: 14 bytes of the file's header, 40 of the picture's. */
function bmp(): Buffer {
  const bytes = Buffer.alloc(54 + 4 * 4 * 3, 120)
  bytes.fill(0, 0, 54)
  bytes.write('BM', 'latin1')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(4, 18)
  bytes.writeInt32LE(4, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(24, 28)
  return bytes
}

/** An icon that holds one picture, a PNG. */
async function icon(): Promise<Buffer> {
  const png = await newPicture().resize(32, 32).png().toBuffer()
  const head = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0])
  head.writeUInt32LE(png.length, 14)
  return Buffer.concat([head, png])
}

test('C1: base64 is taken in its one exact form; the same picture written otherwise is no image, and nothing of it is kept', async () => {
  const account = await server.signUp()
  const png = await newPicture().png().toBuffer()
  // What stands behind the end of a picture changes nothing of it: by this many bytes its base64 ends with two signs of
  // padding.
  const exact = Buffer.concat([png, Buffer.alloc(3 + ((4 - (png.length % 3)) % 3))]).toString('base64')
  expect(exact).toMatch(/[+/].*A==$/)
  const half = Math.floor(exact.length / 8) * 4
  const otherwise = {
    'a line end': `${exact.slice(0, half)}\n${exact.slice(half)}`,
    'lines of 76 characters': exact.replace(/.{76}/g, '$&\r\n'),
    'four blanks': `${exact.slice(0, half)}    ${exact.slice(half)}`,
    'the alphabet of URLs': exact.replaceAll('+', '-').replaceAll('/', '_'),
    'no padding': exact.replace(/=+$/, ''),
    'spare bits': exact.replace(/A==$/, 'B=='),
    'padding inside': `${exact.slice(0, half)}====${exact.slice(half)}`,
    'more behind its padding': `${exact}AAAA`,
    'a prefix': `data:image/png;base64,${exact}`,
  }
  for (const [what, image] of Object.entries(otherwise)) {
    const error = 'Invalid body parameters: image (string) and npi (string) are required'
    expect({ what, ...(await submit(account, image)) }).toMatchObject({ what, status: 400, body: { error } })
  }
  const images = () =>
    server.database.db.selectFrom('images').select('id').where('account_id', '=', account.accountId).execute()
  expect(await images()).toEqual([])
  expect(await submit(account, exact)).toMatchObject({ status: 201 })
  expect(await images()).toHaveLength(1)
})

test('C1: no call but those with a file, and news of payments, may be larger than 64 KB', () => {
  expect(server.app.initialConfig.bodyLimit).toBe(64 * 1024)
  const routes = server.app.getDecorator<KnownRoutes>(knownRoutes).all()
  const large = routes.filter(({ bodyLimit = 0 }) => bodyLimit > 64 * 1024)
  expect(large.map(({ method, url, bodyLimit }) => [method, url, bodyLimit])).toEqual([
    ['POST', '/me/support', 14 * 1024 ** 2],
    ['POST', '/api/verifications', 14 * 1024 ** 2],
    ['POST', '/webhooks/payments', 1024 ** 2],
  ])
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
  const sentence = 'Too many images are being processed; try again in a few seconds.'
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
