/** What an account may do, step by step in any order, with a model of what each step must lead to. */
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { z } from 'zod'
import { newPicture } from '../../support/test-pictures.ts'

const password = 'a long walk by the sea'

/** An account as the model knows it. */
export interface WalkAccount {
  readonly origin: string
  readonly email: string
  apiKey: string
  readonly oldKeys: string[]
  /** The token of a session that runs. */
  token: string
  readonly oldTokens: string[]
  phone: string
  /** NPIs with a request that waits. */
  readonly pending: string[]
}

type Step = (account: WalkAccount) => Promise<void>

/** Makes one, signed in. */
export async function newAccount(origin: string): Promise<WalkAccount> {
  const [email, phone] = [`${randomUUID()}@example.org`, '212-555-0101']
  const made = await send(origin, 'POST', '/signup', {}, { email, password, phone })
  expect(made.status).toBe(201)
  const account = { origin, email, apiKey: '', oldKeys: [], token: '', oldTokens: [], phone, pending: [] }
  await signIn(account)
  const { body } = await send(origin, 'GET', '/me', bearer(account.token))
  return { ...account, apiKey: z.object({ apiKey: z.string() }).parse(body).apiKey }
}

/** Up to this many steps by chance. */
export function walk(steps: number): fc.Arbitrary<Step[]> {
  const step = fc.oneof(
    ...[signIn, signOut, replaceKey, changePhone, search, searchWithOldKey, useOldToken, submitNext, submitAgain].map(
      (one) => fc.constant<Step>(one),
    ),
  )
  return fc.array(step, { minLength: 1, maxLength: steps })
}

async function signIn(account: WalkAccount): Promise<void> {
  const { email } = account
  const { status, body } = await send(account.origin, 'POST', '/login', {}, { email, password })
  expect(status).toBe(200)
  account.token = z.object({ token: z.string() }).parse(body).token
}

async function signOut(account: WalkAccount): Promise<void> {
  expect((await send(account.origin, 'POST', '/logout', bearer(account.token), {})).status).toBe(200)
  account.oldTokens.push(account.token)
  await signIn(account)
}

async function replaceKey(account: WalkAccount): Promise<void> {
  const { status, body } = await send(account.origin, 'POST', '/me/api-key', bearer(account.token), {})
  expect(status).toBe(200)
  account.oldKeys.push(account.apiKey)
  account.apiKey = z.object({ apiKey: z.string() }).parse(body).apiKey
}

async function changePhone(account: WalkAccount): Promise<void> {
  const phone = `212-555-${String(account.oldKeys.length + account.pending.length).padStart(4, '0')}`
  const answer = await send(account.origin, 'POST', '/me', bearer(account.token), { newPhone: phone })
  expect(answer.status).toBe(200)
  account.phone = phone
  const { body } = await send(account.origin, 'GET', '/me', bearer(account.token))
  expect(body).toMatchObject({ email: account.email, phone, apiKey: account.apiKey })
}

async function search({ origin, apiKey }: WalkAccount): Promise<void> {
  expect((await send(origin, 'GET', '/api/doctors?limit=1', { 'api-key': apiKey })).status).toBe(200)
}

async function searchWithOldKey({ origin, oldKeys }: WalkAccount): Promise<void> {
  for (const key of oldKeys) {
    const answer = await send(origin, 'GET', '/api/doctors?limit=1', { 'api-key': key })
    expect(answer).toMatchObject({ status: 401, body: { code: 'key_revoked' } })
  }
}

async function useOldToken({ origin, oldTokens }: WalkAccount): Promise<void> {
  for (const token of oldTokens) {
    expect(await send(origin, 'GET', '/me', bearer(token))).toMatchObject({
      status: 401,
      body: { code: 'session_invalid' },
    })
  }
}

/** Asks for an NPI that has no request, once. */
async function submitNext(account: WalkAccount): Promise<void> {
  const npi = String(1_000_000_000 + account.pending.length)
  expect(await submit(account, npi)).toMatchObject({ status: 201, body: { npi } })
  account.pending.push(npi)
  await expectListed(account)
}

/** Asks once more for what waits. */
async function submitAgain(account: WalkAccount): Promise<void> {
  const npi = account.pending.at(-1)
  if (npi === undefined) return
  expect(await submit(account, npi)).toMatchObject({ status: 409, body: { code: 'verification_pending' } })
  await expectListed(account)
}

async function submit({ origin, apiKey }: WalkAccount, npi: string) {
  const image = (await newPicture().png().toBuffer()).toString('base64')
  return send(origin, 'POST', '/api/verifications', { 'api-key': apiKey }, { npi, credential: 'MD', image })
}

async function expectListed({ origin, apiKey, pending }: WalkAccount): Promise<void> {
  const { body } = await send(origin, 'GET', '/api/verifications?limit=50', { 'api-key': apiKey })
  const { verifications, total } = z
    .object({ verifications: z.array(z.object({ npi: z.string() })), total: z.int() })
    .parse(body)
  expect(verifications.map(({ npi }) => npi).sort()).toEqual(pending)
  expect(total).toBe(pending.length)
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function send(origin: string, method: string, path: string, headers: Record<string, string>, body?: object) {
  const answer = await fetch(origin + path, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answered: unknown = await answer.json()
  return { status: answer.status, body: answered }
}
