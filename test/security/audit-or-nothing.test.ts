/**
 * F2: an event is recorded in the transaction of what it tells of. While none can be recorded, nothing takes place that
 * would have to be, and nobody is shown what only those who are on record may see.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Command } from '#server/admin/command'
import { runCommand } from '#server/admin/run'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { decisions, keyOf, newAdmin, submitted } from '../support/verification-calls.ts'

const password = 'a long walk by the sea'
const newPassword = 'another walk in the hills'

let server: TestServer
let admin: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  admin = await newAdmin(server)
})
afterAll(() => server.close())

type Call = () => Promise<{ status: number }>

/** What is to be recorded, as a call that is ready to be made. */
const calls: Record<string, (ada: TestAccount) => Promise<Call> | Call> = {
  'a sign-up': () => () => server.post('/signup', { email: 'bob@example.org', password, phone: '212-555-0101' }),
  'a sign-in':
    ({ email }) =>
    () =>
      server.post('/login', { email, password }),
  'a sign-out':
    ({ headers }) =>
    () =>
      server.post('/logout', {}, headers),
  'another phone number':
    ({ headers }) =>
    () =>
      server.post('/me', { newPhone: '212-555-0188' }, headers),
  'another key':
    ({ headers }) =>
    () =>
      server.post('/me/api-key', {}, headers),
  'another address, when it is asked for':
    ({ email, headers }) =>
    () =>
      server.post('/me', { newEmail: `new-${email}`, password }, headers),
  'another address, when its link is followed': async ({ email, headers }) => {
    await server.post('/me', { newEmail: `new-${email}`, password }, headers)
    const token = await tokenFor(`new-${email}`, 'Verify')
    return () => server.post('/verify-email', { token }, headers)
  },
  'an address that is verified': async ({ email }) => {
    const token = await tokenFor(email, 'Verify')
    return () => server.post('/verify-email', { token })
  },
  'another password': async ({ email }) => {
    await server.post('/forgot-password', { email })
    const token = await tokenFor(email, 'Reset')
    return () => server.post('/reset-password', { token, newPassword })
  },
  'an approval': async (ada) => decide(await submitted(server, ada), 'approved'),
  'a rejection': async (ada) => decide(await submitted(server, ada), 'rejected'),
  'a withdrawal': async (ada) => {
    const { id } = await submitted(server, ada)
    return () => server.post(`/api/verifications/${id}/withdraw`, {}, keyOf(ada))
  },
  'a rejection of several': async (ada) => {
    const { id } = await submitted(server, ada)
    const body = { ids: [id], rejectionReason: 'Image is not clear' }
    return () => server.post('/api/verifications/reject', body, keyOf(admin))
  },
  'an approval that is taken back': async (ada) => {
    const made = await submitted(server, ada)
    await decide(made, 'approved')()
    return decide(made, 'revoked')
  },
  'a look at an image': async (ada) => {
    const { pathname, search } = new URL((await submitted(server, ada)).imageUrl ?? '')
    return async () => ({ status: (await server.app.inject(pathname + search)).statusCode })
  },
  'a look at a request': async (ada) => {
    const { id } = await submitted(server, ada)
    return () => server.get(`/api/verifications/${id}/review`, keyOf(admin))
  },
  'the end of an account':
    ({ headers }) =>
    () =>
      server.post('/me/delete', { password }, headers),
  'the role of an admin that is granted': ({ email }) => commanded({ kind: 'set-admin', email, isAdmin: true }),
  'the role of an admin that is taken back': async () => {
    const { email } = await newAdmin(server)
    return commanded({ kind: 'set-admin', email, isAdmin: false })
  },
  'a plan that is granted': ({ email }) => commanded({ kind: 'plan', email, tier: 'enterprise' }),
}

test.each(Object.entries(calls))('F2: %s takes place with its event or not at all', async (_, ready) => {
  const call = await ready(await server.signUp())
  const letters = server.database.db.selectFrom('letters').select('id')
  await expect.poll(() => letters.execute()).toEqual([])
  const before = await everything()
  await recordNothing(true)
  try {
    expect(await call()).toMatchObject({ status: 500 })
  } finally {
    await recordNothing(false)
  }
  expect(await everything()).toEqual(before)
  const { status } = await call()
  expect(status).toBeLessThan(300)
})

function decide({ id }: { id: string }, name: keyof typeof decisions): Call {
  return () => server.put(`/api/verifications/${id}`, decisions[name], keyOf(admin))
}

/** A command of the operator as a call: where it throws, a call would be answered with 500. */
function commanded(command: Command): Call {
  const failed = (error: unknown) => {
    expect(String(error)).toContain('violates check constraint "nothing"')
    return { status: 500 }
  }
  return () => runCommand(command, { ...server, publicUrl: 'http://localhost' }).then(() => ({ status: 200 }), failed)
}

async function tokenFor(address: string, words: string): Promise<string> {
  const { text = '' } = await server.emailTo(address, words)
  return /token=([\w-]{43})/.exec(text)?.[1] ?? expect.unreachable('a letter without a link')
}

/** From now on no event is taken into the log, or any again. */
async function recordNothing(isSo: boolean): Promise<void> {
  const change = isSo ? sql`add constraint nothing check (id is null) not valid` : sql`drop constraint nothing`
  await server.database.asOwner((db) => sql`alter table audit_events ${change}`.execute(db))
}

/** Tables that tell of calls, not of what calls have changed. */
const ofCalls = /^(usage_|key_periods|recent_|kysely_|sign_in_|audit_head|audit_anchors|audit_seals)/

/** Every row of the others. */
async function everything(): Promise<unknown> {
  const { db } = server.database
  const tables = (await db.introspection.getTables()).map(({ name }) => name).filter((name) => !ofCalls.test(name))
  const rows = await Promise.all(
    tables.map(async (name) => {
      const held = await sql<{
        row: string
      }>`select to_json(t)::text as row from ${sql.table(name)} t order by 1`.execute(db)
      return [name, held.rows.map(({ row }) => row.replace(/"(last_used_at|updated_at)":"[^"]*"/, ''))]
    }),
  )
  return Object.fromEntries(rows)
}
