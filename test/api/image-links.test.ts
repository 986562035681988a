/**
 * Links to images over HTTP: for how long, for whom and for which bytes they work. All that do not are answered alike.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { review, type Verification } from '#contract/verifications'
import { setAdmin } from '#server/accounts/admin-role'
import { linkTo } from '#server/images/image-link'
import { openImages } from '#server/images/images'
import { openFiles } from '#server/platform/files/files'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { imageIdOf, keyOf, newAdmin, opened, submitted } from '../support/verification-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

async function request(): Promise<{ account: TestAccount; made: Verification; imageId: string }> {
  const account = await server.signUp()
  const made = await submitted(server, account)
  return { account, made, imageId: imageIdOf(made.imageUrl) }
}

/** A link to the image that was made so long ago. */
function agedLink({ accountId: viewerId }: TestAccount, imageId: string, ageMs: number): string {
  return linkTo('https://example.org', server.secrets, { imageId, viewerId }, Date.now() - ageMs)
}

/** What a link is answered that nobody signed. */
function forged(imageId: string) {
  return opened(server, `https://example.org/images/${imageId}?viewer=x&expires=1&signature=${'A'.repeat(43)}`)
}

async function viewersOf({ id }: Verification): Promise<(string | null)[]> {
  const rows = await server.database.db
    .selectFrom('audit_events')
    .select('actor')
    .where('subject', '=', id)
    .where('action', '=', 'image.viewed')
    .orderBy('at')
    .execute()
  return rows.map(({ actor }) => actor)
}

test('A5: a link of 290 seconds shows the image, one of 300 is answered as an unsigned one', async () => {
  const { account, imageId, made } = await request()
  expect(await opened(server, agedLink(account, imageId, 290_000))).toMatchObject({ status: 200 })
  const refused = await forged(imageId)
  expect(refused).toMatchObject({ status: 404 })
  expect(await opened(server, agedLink(account, imageId, 300_000))).toEqual(refused)
  expect(await viewersOf(made)).toEqual([account.accountId])
})

test('A5, A9: an admin’s look is recorded under the admin’s id; a link outlives no role that was taken', async () => {
  const { account, imageId, made } = await request()
  const admin = await newAdmin(server)
  const { body } = await server.get(`/api/verifications/${made.id}/review`, keyOf(admin))
  const link = review.parse(body).verification.imageUrl
  expect(await opened(server, link)).toMatchObject({ status: 200 })
  expect(await viewersOf(made)).toEqual([admin.accountId])

  const operator = { ...server, publicUrl: 'https://example.org' }
  expect(await setAdmin(operator, { email: admin.email, isAdmin: false })).toBe('changed')
  expect(await opened(server, link)).toEqual(await forged(imageId))
  expect(await viewersOf(made)).toEqual([admin.accountId])
  expect(await opened(server, made.imageUrl)).toMatchObject({ status: 200 })
  expect(await viewersOf(made)).toEqual([admin.accountId, account.accountId])
})

test('A5: a link that was rightly signed for somebody who may not see the image is answered as one that nobody signed', async () => {
  const { imageId, made } = await request()
  const stranger = await server.signUp()
  expect(await opened(server, agedLink(stranger, imageId, 0))).toEqual(await forged(imageId))
  expect(await viewersOf(made)).toEqual([])
})

test('C7: an image whose bytes were changed in the store is answered as one that never was, and somebody is told', async () => {
  const { imageId, made } = await request()
  const dir = join(server.dataDir, 'files')
  const path = join(dir, 'images', imageId.slice(-2), imageId)
  const bytes = readFileSync(path)
  bytes[bytes.length - 1] ^= 1
  writeFileSync(path, bytes)

  const told: string[] = []
  const decoder = { prepare: async () => 'lost' as const, areAlike: async () => 'lost' as const, close: () => {} }
  const files = openFiles({ kind: 'disk', dir })
  const images = openImages({ ...server, files, decoder, onDamage: (sentence) => told.push(sentence) })
  const { read } = server.images
  server.images.read = images.read
  const answer = await opened(server, made.imageUrl).finally(() => {
    server.images.read = read
    files.close()
  })
  expect(answer).toEqual(await forged(imageId))
  expect(answer.status).toBe(404)
  expect(told).toEqual([expect.stringMatching(`^Image ${imageId} cannot be opened: `)])
  expect(images.damages()).toBe(1)
  expect(await viewersOf(made)).toEqual([])
})
