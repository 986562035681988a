/** Requests for verification, made and decided over the API by people of their own. */
import { randomInt } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { verificationPageSizeMax } from '../../../contract/limits.ts'
import type { CredentialType } from '../../../contract/verification-words.ts'
import { keyOf } from './keys.ts'
import type { Account } from './test.ts'

/** An NPI that nobody else here asks for; the registry does not have it. */
export function newNpi(): string {
  return `1${String(randomInt(1e9)).padStart(9, '0')}`
}

/** A picture without a word on it, which is read at once, as PNG. */
export function plainImage(): Promise<Buffer> {
  const { r, g, b } = { r: randomInt(256), g: randomInt(256), b: randomInt(256) }
  return sharp({ create: { width: 320, height: 200, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
}

interface Asked {
  npi: string
  credential?: CredentialType
  /** For oneself, as in the portal. */
  type?: 'personal'
  image?: Buffer
  licenseNumber?: string
  licenseState?: string
}

/** Submits a request; answers its id. */
export async function submit(request: APIRequestContext, account: Account, asked: Asked): Promise<string> {
  return submitBy(request, await keyOf(request, account), asked)
}

/** Decides a request as an admin. */
export async function decide(request: APIRequestContext, admin: Account, id: string, decision: object): Promise<void> {
  const headers = { 'api-key': await keyOf(request, admin) }
  const answer = await request.put(`/api/verifications/${id}`, { headers, data: decision })
  expect(answer.status()).toBe(200)
}

const types = ['MD', 'DO', 'RN'] as const

/** Submits this many requests for one NPI, three from each new account, in turn for each type of credential. */
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
    ids.push(await submitBy(request, key, { npi, credential, image }))
  }
  return { npi, ids }
}

async function submitBy(request: APIRequestContext, key: string, asked: Asked): Promise<string> {
  const image = asked.image ?? (await plainImage())
  const data = { credential: 'MD', ...asked, image: image.toString('base64') }
  const answer = await request.post('/api/verifications', { headers: { 'api-key': key }, data })
  expect(answer.status()).toBe(201)
  const { id } = await answer.json()
  return id
}

/** How many requests there are, as an account or, where the query says so, an admin is told. */
export async function countOf(
  request: APIRequestContext,
  account: Account,
  query: Record<string, string>,
): Promise<number> {
  const headers = { 'api-key': await keyOf(request, account) }
  const answer = await request.get('/api/verifications', { headers, params: query })
  const { total } = await answer.json()
  return total
}

/** Waits until the documents of all requests for an NPI are read. */
export async function waitUntilRead(request: APIRequestContext, admin: Account, npi: string): Promise<void> {
  const headers = { 'api-key': await keyOf(request, admin) }
  const query = { admin: 'true', status: 'pending', npi }
  const isReadingAt = async (page: number): Promise<boolean> => {
    const params = { ...query, limit: String(verificationPageSizeMax), page: String(page) }
    const answer = await request.get('/api/verifications', { headers, params })
    const { verifications, total } = await answer.json()
    if (verifications.some(({ isReading }: { isReading: boolean }) => isReading)) return true
    return page * verificationPageSizeMax < total && isReadingAt(page + 1)
  }
  await expect.poll(() => isReadingAt(1), { timeout: 120_000 }).toBe(false)
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
