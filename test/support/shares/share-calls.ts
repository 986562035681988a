/** Shares as tests make and open them. */
import { expect } from 'vitest'
import type { z } from 'zod'
import { api } from '#contract/api'
import { type OpenedShare, openedShare, type Share } from '#contract/share-endpoints'
import type { TestAccount, TestServer } from '../test-server.ts'
import { keyOf, submitted } from '../verification-calls.ts'

const { createShare, listShares } = api

export type CreatedShare = z.output<typeof createShare.output>

/** A request of the account's own that the admin approves; answers its id. */
export async function approvedFor(
  server: TestServer,
  account: TestAccount,
  admin: TestAccount,
  body: object = {},
): Promise<string> {
  const { id } = await submitted(server, account, { npi: npiOf(account), ...body })
  expect(await server.put(`/api/verifications/${id}`, { status: 'approved' }, keyOf(admin))).toMatchObject({
    status: 200,
  })
  return id
}

const npis = new Map<string, string>()

/** An account has one verified NPI. */
function npiOf({ accountId }: TestAccount): string {
  const npi = npis.get(accountId) ?? String(1_300_000_000 + npis.size)
  npis.set(accountId, npi)
  return npi
}

export async function sharedBy(
  server: TestServer,
  account: TestAccount,
  verificationIds: readonly string[],
  body: object = {},
): Promise<CreatedShare> {
  const answer = await server.post('/me/shares', { verificationIds, ...body }, account.headers)
  expect(answer).toMatchObject({ status: 201 })
  return createShare.output.parse(answer.body)
}

/** What whoever has the token is answered. */
export function openWith(server: TestServer, token: string, body: object = {}) {
  return server.post('/shares/open', { token, recipient: 'Good Samaritan Hospital', ...body })
}

export async function openedWith(server: TestServer, token: string, body: object = {}): Promise<OpenedShare> {
  const answer = await openWith(server, token, body)
  expect(answer).toMatchObject({ status: 200 })
  return openedShare.parse(answer.body)
}

export async function sharesOf(server: TestServer, account: TestAccount): Promise<Share[]> {
  return listShares.output.parse((await server.get('/me/shares', account.headers)).body).shares
}
