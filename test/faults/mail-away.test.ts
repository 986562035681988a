/** Mail that is away costs nobody anything but the letter's delay (T30). */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { eventually } from '../support/eventually.ts'
import { startTestInbox, type TestInbox } from '../support/platform/test-inbox.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { isNight } from '../support/trials.ts'

let inbox: TestInbox
let server: TestServer
beforeAll(async () => {
  inbox = await startTestInbox()
  server = await startTestServer(undefined, {
    mail: { kind: 'smtp', url: inbox.url },
    mailFrom: { name: 'Praxidex', address: 'care@example.org' },
    operatorEmail: 'desk@example.org',
  })
})
afterAll(async () => {
  await server.close()
  await inbox.close()
})

const waiting = () => server.database.db.selectFrom('letters').select(['kind', 'attempts']).execute()

/** As if the pauses between the tries were over. */
const untilAllAreSent = () =>
  vi.waitFor(
    async () => {
      await server.database.db.updateTable('letters').set({ due_at: sql<Date>`now()` }).execute()
      expect(await waiting()).toEqual([])
    },
    { timeout: 50_000, interval: 200 },
  )

const newEmail = () => `${randomUUID()}@example.org`

/** Every call that writes letters, one after the other, and how it was answered. */
async function callsThatWriteLetters(email: string, next: string): Promise<number[]> {
  const password = 'a long walk by the sea'
  const made = await server.post('/signup', { email, password, phone: '212-555-0101' })
  const { token } = z.object({ token: z.string() }).parse((await server.post('/login', { email, password })).body)
  const headers = { authorization: `Bearer ${token}` }
  const answers = [
    made,
    await server.post('/forgot-password', { email }),
    await server.post('/me', { newEmail: next, password }, headers),
    await server.post('/verify-email/resend', {}, headers),
    await server.post('/me/api-key', {}, headers),
    await server.post('/me/support', { category: 'Other', description: 'Hello?' }, headers),
    await server.post('/me/contact-sales', { tier: 'enterprise' }, headers),
  ]
  return answers.map(({ status }) => status)
}

test('no call waits for the mail server: while it leaves one connection without an answer, all calls are answered (T30)', async () => {
  await eventually(async () => expect(await waiting()).toEqual([]))
  inbox.behave('silent')
  await server.signUp()
  const connection = await eventually(() => inbox.hanging.at(-1) ?? expect.unreachable())
  expect(connection.isOpen).toBe(true)
  expect(await callsThatWriteLetters(newEmail(), newEmail())).toEqual([201, 200, 200, 200, 200, 200, 200])
  // Whoever had waited for the mail server would have waited for the end of this connection, which nobody has answered
  // yet.
  expect(connection.isOpen).toBe(true)
  expect(inbox.hanging).toHaveLength(1)
  inbox.behave('take')
  connection.answer()
  await untilAllAreSent()
})

/** By night alone also the one on which every letter waits in vain for many seconds. */
const faults = isNight ? (['silent', 'busy'] as const) : (['busy'] as const)

test.each(faults)(
  'while the mail server is %s every call is answered, and no letter is lost when it is back (T30)',
  async (fault) => {
    await eventually(async () => expect(await waiting()).toEqual([]))
    inbox.behave(fault)
    const [email, next] = [newEmail(), newEmail()]
    expect(await callsThatWriteLetters(email, next)).toEqual([201, 200, 200, 200, 200, 200, 200])
    await eventually(async () => expect(await waiting()).toHaveLength(8))
    await eventually(async () => expect((await waiting()).some(({ attempts }) => attempts > 0)).toBe(true))

    inbox.behave('take')
    await untilAllAreSent()
    const subjectsTo = (to: string) =>
      new Set(inbox.received.filter((received) => received.to === to).map(({ email: { subject } }) => subject))
    expect(subjectsTo(email)).toEqual(
      new Set([
        'Verify your email address',
        'Reset your password',
        'Your email address is about to change',
        'Your API key was replaced',
      ]),
    )
    expect(subjectsTo(next)).toEqual(new Set(['Verify your new email address']))
    // Each request has a number of its own.
    const toDesk = [...subjectsTo('desk@example.org')].map((subject) => subject?.replace(/ \d{8}:/, ':'))
    expect(new Set(toDesk)).toEqual(new Set(['Praxidex support: Other', 'Praxidex sales: Enterprise']))
  },
)
