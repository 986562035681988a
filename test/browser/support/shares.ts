/** Clinicians with approvals, and links that they made over the API. */
import { type APIRequestContext, expect } from '@playwright/test'
import type { CredentialType } from '#contract/verification-words'
import type { Output } from '../../../web/api/call.ts'
import { type Person, physician } from './clinicians.ts'
import { isoDay } from './dates.ts'
import { decide, submit } from './requests.ts'
import type { Account } from './test.ts'

interface Approval extends Person {
  id: string
}

/** Has a physician of the sample approved for an account, until this many days from now. */
export async function approve(
  request: APIRequestContext,
  { account, admin, person, credential = 'MD', days = 300 }: Approving,
): Promise<Approval> {
  const { npi, name } = person ?? (await physician(request, account))
  const id = await submit(request, account, { npi, credential, type: 'personal' })
  await decide(request, admin, id, { status: 'approved', expiresAt: isoDay(days) })
  return { id, npi, name }
}

interface Approving {
  account: Account
  admin: Account
  person?: Person
  credential?: CredentialType
  days?: number
}

/** Makes a link as its owner. */
export async function share(
  request: APIRequestContext,
  { token }: Account,
  body: Record<string, unknown>,
): Promise<Output<'POST /me/shares'>> {
  const answer = await request.post('/me/shares', { headers: { authorization: `Bearer ${token}` }, data: body })
  expect(answer.status()).toBe(201)
  return answer.json()
}

/** Opens a link as a program without a browser does; answers the status. */
export async function open(request: APIRequestContext, body: Record<string, unknown>): Promise<number> {
  return (await request.post('/shares/open', { data: body })).status()
}
