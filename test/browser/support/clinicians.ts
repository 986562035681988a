/** What the tests of the portal need beside the page: people of the registry, images, and requests made and decided by the API. */
import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { card } from '../../../server/images/test-cards.ts'
import type { Account } from './test.ts'

export interface Person {
  npi: string
  name: string
}

/** How many people one test may ask for, and how many tests of one worker may ask before people come again. */
const peopleMax = 11
const callsMax = 30

let calls = 0

/** People of the sample registry with this credential, others for each test: an NPI is verified for one account alone. */
export async function peopleWith(
  request: APIRequestContext,
  account: Account,
  credential: string,
  count: number,
): Promise<Person[]> {
  const page = 1 + (test.info().workerIndex % 4) * callsMax + (calls % callsMax)
  calls += 1
  const answer = await request.get(`/api/individuals?credential=${credential}&limit=${peopleMax}&page=${page}`, {
    headers: { 'api-key': await keyOf(request, account) },
  })
  expect(answer.status()).toBe(200)
  const { providers }: { providers: { npi: number; name: string }[] } = await answer.json()
  expect(providers).toHaveLength(peopleMax)
  return providers.slice(0, count).map(({ npi, name }) => ({ npi: String(npi), name }))
}

/** The API key of an account. */
export async function keyOf(request: APIRequestContext, { token }: Account): Promise<string> {
  const me = await request.get('/me', { headers: { authorization: `Bearer ${token}` } })
  const { apiKey } = await me.json()
  return apiKey
}

/** An image of a card that nobody has sent before, as PNG. */
export function newCard(name: string = randomUUID()): Promise<Buffer> {
  return card({ layout: 0, name })
}

interface Asked {
  npi: string
  credential: string
}

/** Submits a request of one's own; answers its id. */
export async function submit(request: APIRequestContext, account: Account, asked: Asked): Promise<string> {
  const answer = await request.post('/api/verifications', {
    headers: { 'api-key': await keyOf(request, account) },
    data: { ...asked, type: 'personal', image: (await newCard()).toString('base64') },
  })
  expect(answer.status()).toBe(201)
  const { id } = await answer.json()
  return id
}

/** Decides a request as an admin. */
export async function decide(request: APIRequestContext, admin: Account, id: string, decision: object): Promise<void> {
  const headers = { 'api-key': await keyOf(request, admin) }
  const answer = await request.put(`/api/verifications/${id}`, { headers, data: decision })
  expect(answer.status()).toBe(200)
}
