/** People of the sample registry, and images of documents that bear their names. */
import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { card } from '../../support/images/test-cards.ts'
import { keyOf } from './keys.ts'
import type { Account } from './test.ts'

export interface Person {
  npi: string
  name: string
}

/** People that are asked for at once: more than a page of requests holds. */
const peopleMax = 11

/** How many tests of one worker may ask before people come again. */
const callsMax = 30

let calls = 0

/**
 * People of the sample registry with this credential, others for each test: an NPI is verified for one account alone.
 */
export async function peopleWith(request: APIRequestContext, account: Account, credential: string): Promise<Person[]> {
  const page = 1 + (test.info().workerIndex % 4) * callsMax + (calls % callsMax)
  calls += 1
  const answer = await request.get(`/api/individuals?credential=${credential}&limit=${peopleMax}&page=${page}`, {
    headers: { 'api-key': await keyOf(request, account) },
  })
  expect(answer.status()).toBe(200)
  const { providers }: { providers: { npi: number; name: string }[] } = await answer.json()
  expect(providers).toHaveLength(peopleMax)
  return providers.map(({ npi, name }) => ({ npi: String(npi), name }))
}

/** One physician of the sample registry. */
export async function physician(request: APIRequestContext, account: Account): Promise<Person> {
  const [person] = await peopleWith(request, account, 'MD')
  if (person === undefined) throw new Error('the sample has no physician')
  return person
}

/** An image of a card that nobody has sent before, as PNG; reading it takes the server seconds. */
export function newCard(name: string = randomUUID()): Promise<Buffer> {
  return card({ layout: 0, name })
}
