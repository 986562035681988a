/** What the feed of events says of an account's own verifications and shares. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api'
import { approvedFor, openedWith, sharedBy } from '../support/shares/share-calls.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { keyOf, newAdmin } from '../support/verification-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('a decision, the opening of a share and its revocation are in the feed of the account, in order', async () => {
  const account = await server.signUp()
  const approval = await approvedFor(server, account, await newAdmin(server))
  const { share, token } = await sharedBy(server, account, [approval])
  await openedWith(server, token)
  await server.post(`/me/shares/${share.id}/revoke`, {}, account.headers)
  const { body } = await server.get('/api/events', keyOf(account))
  const { events } = api.listEvents.output.parse(body)
  expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'verification.decided', data: expect.objectContaining({ verificationId: approval, status: 'approved' }) },
    { type: 'share.opened', data: expect.objectContaining({ shareId: share.id }) },
    { type: 'share.revoked', data: { shareId: share.id } },
  ])
})
