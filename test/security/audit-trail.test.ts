/**
 * F2: what the audit log can tell of, it tells of: an account, an admin and the operator do everything that matters
 * once.
 */
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Verification, verification } from '#contract/verifications'
import { setAdmin } from '#server/accounts/admin-role'
import { resetFactors } from '#server/accounts/second-factor/manage'
import type { AuditAction } from '#server/audit/record'
import { uuidv7 } from '#server/platform/uuid'
import { rollBack } from '#server/sources/load-list'
import { approvedFor, sharedBy } from '../support/shares/share-calls.ts'
import { loadLeie, loadOneRow } from '../support/sources/load-for-tests.ts'
import { recheckAll } from '../support/sources/recheck-all.ts'
import { exclusionFile, exclusionLine, manyLines } from '../support/sources/test-list.ts'
import { newPicture } from '../support/test-pictures.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { decisions, keyOf as keyHeader, newAdmin, submitted } from '../support/verification-calls.ts'

/** Who is named with each action: whoever did it, or nobody where only somebody who was not signed in can. */
type Actor = 'ada' | 'admin' | 'operator' | 'payments' | 'nobody'

/** Changing the secret of an installation and restoring a backup are tried where they are done: no server may run. */
const expected: Record<Exclude<AuditAction, 'secret.changed' | 'backup.restored'>, Actor> = {
  'account.signed_up': 'ada',
  'account.signed_in': 'ada',
  'account.sign_in_failed': 'nobody',
  'account.signed_out': 'ada',
  'account.second_factor_failed': 'nobody',
  'account.factor_added': 'ada',
  'account.factor_removed': 'ada',
  'account.factors_reset': 'operator',
  'account.recovery_codes_made': 'ada',
  'account.session_ended': 'ada',
  'account.password_changed': 'ada',
  'account.reset_asked': 'nobody',
  'account.password_reset': 'ada',
  'account.email_verified': 'ada',
  'account.email_change_asked': 'ada',
  'account.email_changed': 'ada',
  'account.phone_changed': 'ada',
  'account.admin_granted': 'operator',
  'account.admin_revoked': 'operator',
  'account.deleted': 'ada',
  'key.created': 'ada',
  'key.changed': 'ada',
  'key.replaced': 'ada',
  'key.revoked': 'ada',
  'key.reported': 'nobody',
  'webhook.created': 'ada',
  'webhook.changed': 'ada',
  'webhook.secret_rotated': 'ada',
  'webhook.enabled': 'ada',
  'webhook.deleted': 'ada',
  'plan.changed': 'payments',
  'plan.downgrade_scheduled': 'payments',
  'plan.downgrade_undone': 'payments',
  'exclusions.loaded': 'operator',
  'licenses.loaded': 'operator',
  'medicare.loaded': 'operator',
  'sources.rolled_back': 'operator',
  'image.viewed': 'ada',
  'verification.submitted': 'ada',
  'verification.withdrawn': 'ada',
  'verification.viewed': 'admin',
  'verification.list_refused': 'ada',
  'verification.review_refused': 'ada',
  'verification.decision_refused': 'ada',
  'verification.claim_refused': 'ada',
  'verification.approved': 'admin',
  'verification.rejected': 'admin',
  'verification.revoked': 'admin',
  'verification.marked': 'nobody',
  'verification.unmarked': 'nobody',
  'verification.kept': 'admin',
  'share.created': 'ada',
  'share.opened': 'nobody',
  'share.refused': 'nobody',
  'share.revoked': 'ada',
}

const password = 'a long walk by the sea'
const npi = '1000000004'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

test('F2: everything that matters is recorded, with who did it', async () => {
  const [ada, admin] = [await server.signUp(), await server.signUp()]
  const operator = { ...server, publicUrl: 'http://localhost' }
  await setAdmin(operator, { email: admin.email, isAdmin: true })
  admin.apiKey = await keyOf(await bearerOf(admin.email, password))
  await useAccount(ada)
  await useKeys(ada)
  await useWebhooks(ada)
  await useVerifications(ada, admin)
  await useShares(ada, admin)
  await reviewAgain(admin)
  await changePlan(ada)
  await useFactors(ada)
  await loseAccount(ada)
  await setAdmin(operator, { email: admin.email, isAdmin: false })
  for (const lines of [3, 4]) await loadLeie(server.database, exclusionFile(manyLines(lines)))
  await rollBack(server.database, 'oig-leie')
  await loadOneRow(server.database, 'license')
  await loadOneRow(server.database, 'medicare')
  const names: Record<string, Actor> = { [ada.accountId]: 'ada', [admin.accountId]: 'admin' }
  const rows = await server.database.db.selectFrom('audit_events').select(['action', 'actor']).execute()
  const recorded = rows.map(
    ({ action, actor }) => `${action} by ${actor === null ? 'nobody' : (names[actor] ?? actor)}`,
  )
  expect(recorded).toEqual(
    expect.arrayContaining(Object.entries(expected).map(([action, actor]) => `${action} by ${actor}`)),
  )
})

test('F2: every request that an admin opens is recorded under its id, once for each look of five minutes, and before it is shown', async () => {
  const [ada, admin] = [await server.signUp(), await newAdmin(server)]
  const [first, next] = [await submitted(server, ada), await submitted(server, ada)]
  const review = (id: string) => server.get(`/api/verifications/${id}/review`, keyHeader(admin))
  const looksAt = async ({ id }: Verification) => {
    const { db } = server.database
    const looks = db.selectFrom('audit_events').select('actor').where('action', '=', 'verification.viewed')
    return (await looks.where('subject', '=', id).execute()).map(({ actor }) => actor)
  }
  expect(await server.get(`/api/verifications/${first.id}/review`, keyHeader(ada))).toMatchObject({ status: 403 })
  expect(await looksAt(first)).toEqual([])
  for (let times = 0; times < 3; times++) {
    const { status, body } = await review(first.id)
    expect({ status, body }).toMatchObject({ status: 200, body: { history: [{ action: 'verification.submitted' }] } })
  }
  expect(await looksAt(first)).toEqual([admin.accountId])
  await server.database.asOwner((db) =>
    sql`update audit_events set at = at - interval '5 minutes' where action = 'verification.viewed'`.execute(db),
  )
  await review(first.id)
  expect(await looksAt(first)).toEqual([admin.accountId, admin.accountId])

  // The clock of the database tells how long a look lasts, also where that of the process is wrong.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  expect(await review(first.id).finally(() => vi.useRealTimers())).toMatchObject({ status: 200 })
  expect(await looksAt(first)).toEqual([admin.accountId, admin.accountId])

  // What a decision brings along is shown as well.
  const decided = await server.put(
    `/api/verifications/${first.id}?next=${next.id}`,
    decisions.approved,
    keyHeader(admin),
  )
  expect(decided).toMatchObject({ status: 200, body: { next: { verification: { id: next.id } } } })
  expect(await looksAt(next)).toEqual([admin.accountId])
})

async function useAccount({ email, headers }: TestAccount): Promise<void> {
  await done('/verify-email', { token: await tokenFor(email, 'Verify') })
  await done('/me', { newPhone: '212-555-0188' }, headers)
  await done('/me/api-key', {}, headers)
  expect((await server.post('/login', { email, password: 'another walk' })).status).toBe(401)
}

async function useKeys({ headers }: TestAccount): Promise<void> {
  const made = z.object({ apiKey: z.object({ id: z.string() }), key: z.string() })
  const newKey = async () => made.parse(await done('/me/api-keys', { name: 'A program', mode: 'live' }, headers))
  const { apiKey } = await newKey()
  const path = `/me/api-keys/${apiKey.id}`
  expect((await server.put(path, { name: 'Another name' }, headers)).status).toBe(200)
  await done(`${path}/revoke`, {}, headers)
  await done('/keys/report', { key: (await newKey()).key })
}

async function useWebhooks({ headers }: TestAccount): Promise<void> {
  const made = await server.post('/me/webhooks', { url: 'https://example.org/hook', events: null }, headers)
  const { webhook } = z.object({ webhook: z.object({ id: z.string() }) }).parse(made.body)
  const path = `/me/webhooks/${webhook.id}`
  await server.put(path, { description: 'Roster sync' }, headers)
  await server.post(`${path}/rotate-secret`, {}, headers)
  await server.post(`${path}/enable`, {}, headers)
  await server.app.inject({ method: 'DELETE', url: path, headers })
}

async function useVerifications(ada: TestAccount, admin: TestAccount): Promise<void> {
  const key = { 'api-key': await keyOf(ada.headers) }
  expect((await server.get('/api/verifications?admin=true', key)).status).toBe(403)
  const own = `/api/verifications/${uuidv7()}`
  expect((await server.get(`${own}/review`, key)).status).toBe(403)
  expect((await server.put(own, { status: 'approved' }, key)).status).toBe(403)
  expect((await server.put(`${own}/claim`, { isClaimed: true }, key)).status).toBe(403)
  const { id } = await submitted(server, { ...ada, apiKey: key['api-key'] })
  await done(`/api/verifications/${id}/withdraw`, {}, key)
  for (const decision of ['rejected', 'approved'] as const) {
    const image = (await newPicture().png().toBuffer()).toString('base64')
    const { id, imageUrl = '' } = verification.parse(
      await done('/api/verifications', { npi, credential: 'MD', image }, key),
    )
    const { pathname, search } = new URL(imageUrl)
    expect((await server.app.inject(pathname + search)).statusCode).toBe(200)
    const reason = { rejectionReason: 'Image is not clear' }
    const decide = (body: object) => server.put(`/api/verifications/${id}`, body, { 'api-key': admin.apiKey })
    expect((await server.get(`/api/verifications/${id}/review`, { 'api-key': admin.apiKey })).status).toBe(200)
    const first = decision === 'rejected' ? { status: decision, ...reason } : { status: decision }
    expect((await decide(first)).status).toBe(200)
    if (decision === 'approved') expect((await decide({ status: 'revoked', ...reason })).status).toBe(200)
  }
}

/** A list that has the person, and then the one before again; and once more, for an admin to keep the approval. */
async function reviewAgain(admin: TestAccount): Promise<void> {
  await loadLeie(server.database, exclusionFile(manyLines(2)))
  const request = await submitted(server, await server.signUp(), { npi: '1000000020' })
  const decide = (body: object) => server.put(`/api/verifications/${request.id}`, body, { 'api-key': admin.apiKey })
  expect((await decide(decisions.approved)).status).toBe(200)
  const listed = [...manyLines(2), exclusionLine({ last: 'SOMEBODY', npi: '1000000020' })]
  await loadLeie(server.database, exclusionFile(listed))
  await recheckAll(server)
  await rollBack(server.database, 'oig-leie')
  await recheckAll(server)
  await rollBack(server.database, 'oig-leie')
  await recheckAll(server)
  expect((await decide({ status: 'kept' })).status).toBe(200)
}

async function useShares(account: TestAccount, admin: TestAccount): Promise<void> {
  const ada = { ...account, apiKey: await keyOf(account.headers) }
  const { share, token } = await sharedBy(server, ada, [await approvedFor(server, ada, admin)])
  const open = (of: string) => server.post('/shares/open', { token: of, recipient: 'A hospital' })
  expect((await open(token)).status).toBe(200)
  expect((await open('of no share')).status).toBe(404)
  await done(`/me/shares/${share.id}/revoke`, {}, ada.headers)
}

async function changePlan({ headers }: TestAccount): Promise<void> {
  const upgrade = { action: 'upgrade', targetTier: 'developer', priceId: 'price_local_developer' }
  const { url } = z.object({ url: z.string() }).parse(await done('/me/checkout', upgrade, headers))
  const paid = await server.app.inject({ method: 'POST', url: `${new URL(url).pathname}/pay` })
  expect(paid.statusCode).toBe(303)
  await done('/me/checkout', { action: 'downgrade', targetTier: 'free' }, headers)
  await done('/me/checkout', upgrade, headers)
}

/** A new address and a new password by the links in their letters, the way out, and the end of the account. */
async function loseAccount({ email, headers }: TestAccount): Promise<void> {
  const newEmail = `new-${email}`
  await done('/me', { newEmail, password }, headers)
  await done('/verify-email', { token: await tokenFor(newEmail, 'Verify') }, headers)
  await done('/forgot-password', { email: newEmail })
  const newPassword = 'another walk in the hills'
  await done('/reset-password', { token: await tokenFor(newEmail, 'Reset'), newPassword })
  await done('/logout', {}, await bearerOf(newEmail, newPassword))
  await done('/me/delete', { password: newPassword }, await bearerOf(newEmail, newPassword))
}

/** An authenticator app, its sign-in, and its end; the list of sessions; a new password and back. */
async function useFactors({ email, headers }: TestAccount): Promise<void> {
  const addApp = async () => {
    const { secret } = z
      .object({ secret: z.string() })
      .parse(await done('/me/second-factors/totp', { password }, headers))
    await done('/me/second-factors/totp/confirm', { code: new TOTP({ secret }).generate() }, headers)
  }
  await addApp()
  await done('/me/second-factors/recovery-codes', { password }, headers)
  const step = await server.post('/login', { email, password })
  const { challenge } = z.object({ challenge: z.string() }).parse(step.body)
  expect((await server.post('/login/second-factor', { challenge, recoveryCode: 'none' })).status).toBe(401)
  const list = z.object({ factors: z.array(z.object({ id: z.string() })) })
  const [factor] = list.parse((await server.get('/me/second-factors', headers)).body).factors
  await done(`/me/second-factors/${factor?.id}/remove`, { password }, headers)
  await addApp()
  expect(await resetFactors({ ...server, publicUrl: 'http://localhost' }, email)).toBe('reset')

  const [one, other] = [await bearerOf(email, password), await bearerOf(email, password)]
  const sessions = z.object({ sessions: z.array(z.object({ id: z.string(), isCurrent: z.boolean() })) })
  const listed = sessions.parse((await server.get('/me/sessions', one)).body).sessions
  await done(`/me/sessions/${listed.find(({ isCurrent }) => !isCurrent)?.id}/end`, {}, one)
  expect((await server.get('/me', other)).status).toBe(401)
  const newPassword = 'a short row on the lake'
  const { token } = z.object({ token: z.string() }).parse(await done('/me/password', { password, newPassword }, one))
  const back = { password: newPassword, newPassword: password }
  const last = z
    .object({ token: z.string() })
    .parse(await done('/me/password', back, { authorization: `Bearer ${token}` }))
  headers.authorization = `Bearer ${last.token}`
}

async function keyOf(headers: Record<string, string>): Promise<string> {
  return z.object({ apiKey: z.string() }).parse((await server.get('/me', headers)).body).apiKey
}

async function bearerOf(email: string, password: string): Promise<Record<string, string>> {
  const { token } = z.object({ token: z.string() }).parse(await done('/login', { email, password }))
  return { authorization: `Bearer ${token}` }
}

/** The answer of a call that succeeds. */
async function done(path: string, body: object, headers?: Record<string, string>): Promise<unknown> {
  const answer = await server.post(path, body, headers)
  expect({ path, body: answer.body, isDone: answer.status < 300 }).toMatchObject({ isDone: true })
  return answer.body
}

async function tokenFor(address: string, words: string): Promise<string> {
  const { text = '' } = await server.emailTo(address, words)
  return /token=([\w-]{43})/.exec(text)?.[1] ?? expect.unreachable('a letter without a link')
}
