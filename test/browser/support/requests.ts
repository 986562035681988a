/** Requests for verification, made over the API by people of their own. */
import { randomInt } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import type { CredentialType } from '../../../contract/verification-words.ts'
import type { Account } from './test.ts'

/** An NPI that nobody else here asks for; the registry does not have it. */
export function newNpi(): string {
  return `1${String(randomInt(1e9)).padStart(9, '0')}`
}

/** A picture without a word on it, which is read at once. */
async function plainImage(): Promise<string> {
  const { r, g, b } = { r: randomInt(256), g: randomInt(256), b: randomInt(256) }
  const picture = sharp({ create: { width: 240, height: 150, channels: 3, background: { r, g, b } } })
  return (await picture.png().toBuffer()).toString('base64')
}

/** The API key of an account. */
export async function keyOf(request: APIRequestContext, { token }: Account): Promise<string> {
  const me = await request.get('/me', { headers: { authorization: `Bearer ${token}` } })
  const { apiKey } = await me.json()
  return apiKey
}

/** Submits a request with a key; answers its id. */
export async function submit(
  request: APIRequestContext,
  key: string,
  body: { npi: string; credential?: CredentialType; image?: string },
): Promise<string> {
  const data = { credential: 'MD', ...body, image: body.image ?? (await plainImage()) }
  const answer = await request.post('/api/verifications', { headers: { 'api-key': key }, data })
  expect(answer.status()).toBe(201)
  const { id } = await answer.json()
  return id
}

/** Decides a request with an admin's key. */
export async function decide(request: APIRequestContext, key: string, id: string, data: object): Promise<void> {
  const answer = await request.put(`/api/verifications/${id}`, { headers: { 'api-key': key }, data })
  expect(answer.status()).toBe(200)
}

const types = ['MD', 'DO', 'RN'] as const

/** Submits so many requests for one NPI, three from each new account. */
export async function submitMany(
  request: APIRequestContext,
  newAccount: () => Promise<Account>,
  count: number,
): Promise<{ npi: string; ids: string[] }> {
  const npi = newNpi()
  const ids: string[] = []
  let key = ''
  const image = await plainImage()
  while (ids.length < count) {
    const credential = types[ids.length % types.length] ?? 'MD'
    if (credential === 'MD') key = await keyOf(request, await newAccount())
    ids.push(await submit(request, key, { npi, credential, image }))
  }
  return { npi, ids }
}

/** Waits until the documents of all requests for an NPI are read, asking with an admin's key. */
export async function waitUntilRead(request: APIRequestContext, adminKey: string, npi: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const query = { admin: 'true', status: 'pending', npi, limit: '50' }
        const answer = await request.get('/api/verifications', { headers: { 'api-key': adminKey }, params: query })
        const { verifications } = await answer.json()
        return verifications.filter(({ isReading }: { isReading: boolean }) => isReading).length
      },
      { timeout: 120_000 },
    )
    .toBe(0)
}

/** Notes the calls that the page makes to these addresses. */
export function noteCalls(page: Page, paths: RegExp): string[] {
  const calls: string[] = []
  page.on('request', (sent) => {
    const { pathname, search } = new URL(sent.url())
    if (paths.test(pathname)) calls.push(`${sent.method()} ${pathname}${search}`)
  })
  return calls
}
