/** What callers are told while the store of images does not answer, and that it goes on where it stopped. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { card } from '../support/images/test-cards.ts'
import { newPicture } from '../support/test-pictures.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const submit = ({ apiKey }: TestAccount, npi: string, image: Buffer) =>
  server.post('/api/verifications', { npi, credential: 'MD', image: image.toString('base64') }, { 'api-key': apiKey })

/** Does the work while a file is in the place of the folder of images. */
async function whileAway<T>(work: () => Promise<T>): Promise<T> {
  const [folder, aside] = [join(server.dataDir, 'files', 'images'), join(server.dataDir, 'aside')]
  renameSync(folder, aside)
  writeFileSync(folder, '')
  try {
    return await work()
  } finally {
    rmSync(folder)
    renameSync(aside, folder)
  }
}

const away = {
  status: 503,
  headers: { 'retry-after': expect.any(String) },
  body: { code: 'not_ready', error: expect.stringContaining('the store of images') },
}

test('requests and links are answered with 503 while the store of images is away, and work again afterwards', async () => {
  const [account, other] = await Promise.all([server.signUp(), server.signUp()])
  const image = await card({ layout: 0, name: 'Ada Example' })
  const made = await submit(account, '1000000004', image)
  const { imageUrl } = z.object({ imageUrl: z.string() }).parse(made.body)
  const { pathname, search } = new URL(imageUrl)
  // One that would be compared with the stored one, and one like no other.
  const alike = await sharp(image).jpeg({ quality: 40 }).toBuffer()
  const fresh = await newPicture().png().toBuffer()
  await whileAway(async () => {
    expect(await server.get(`${pathname}${search}`)).toMatchObject(away)
    expect(await submit(other, '1000000012', alike)).toMatchObject(away)
    expect(await submit(other, '1000000020', fresh)).toMatchObject(away)
  })
  expect((await server.app.inject({ url: `${pathname}${search}` })).statusCode).toBe(200)
  expect(await submit(other, '1000000012', alike)).toMatchObject({ status: 201 })
  expect(await submit(other, '1000000020', fresh)).toMatchObject({ status: 201 })
  const shown = await server.get('/api/verifications', { 'api-key': other.apiKey })
  expect(shown.body).toMatchObject({ total: 2 })
})
