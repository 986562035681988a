/** Requests for verification as tests make them: sent by an account, decided by an admin. */
import { expect } from 'vitest'
import { type Verification, verification } from '#contract/verifications'
import { newPicture } from './test-pictures.ts'
import type { TestAccount, TestServer } from './test-server.ts'

/** What is sent to come to each decision. */
export const decisions = {
  approved: { status: 'approved' },
  rejected: { status: 'rejected', rejectionReason: 'Image is not clear' },
  revoked: { status: 'revoked', rejectionReason: 'Credentials expired' },
} as const

export const keyOf = ({ apiKey }: TestAccount) => ({ 'api-key': apiKey })

/** An account of its own that decides. */
export async function newAdmin(server: TestServer): Promise<TestAccount> {
  const account = await server.signUp()
  await server.database.db.updateTable('accounts').set({ is_admin: true }).where('id', '=', account.accountId).execute()
  return account
}

let npis = 1_200_000_000

/** Sends a request of the account's own, for an NPI that nobody asked for before, with a picture that nobody sent. */
export async function submitted(server: TestServer, account: TestAccount, body: object = {}): Promise<Verification> {
  const image = (await newPicture().png().toBuffer()).toString('base64')
  const request = { npi: String(npis++), credential: 'MD', type: 'personal', image, ...body }
  const answer = await server.post('/api/verifications', request, keyOf(account))
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
  return verification.parse(answer.body)
}

/** Opens a link to an image; answers what whoever has it gets. */
export async function opened(server: TestServer, link = ''): Promise<{ status: number; bytes: Buffer }> {
  const { pathname, search } = new URL(link)
  const { statusCode: status, rawPayload: bytes } = await server.app.inject(pathname + search)
  return { status, bytes }
}

/** The id of the image that a link leads to. */
export function imageIdOf(link = ''): string {
  return new URL(link).pathname.split('/').at(-1) ?? ''
}
