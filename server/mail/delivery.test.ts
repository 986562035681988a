import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '../../test/support/eventually.ts'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { startTestInbox, type TestInbox } from '../../test/support/platform/test-inbox.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { openMail } from '../platform/mail/mail.ts'
import { openSecrets } from '../platform/secrets.ts'
import { type DeliveryParts, openRounds, startDelivery } from './delivery.ts'
import { composeEmail, type Email, secretPlace } from './email.ts'
import { queueEmail } from './queue.ts'

const secrets = openSecrets(randomBytes(32))
const mailFrom = { name: 'Praxidex', address: 'care@example.org' }
const words = composeEmail({ kind: 'hello', subject: 'Hello', paragraphs: ['Good morning.'] })

let database: Database
let inbox: TestInbox
let parts: DeliveryParts & { said: string[] }
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.deleteFrom('letters').execute()
  inbox = await startTestInbox()
  const said: string[] = []
  const mail = openMail({ mail: { kind: 'smtp', url: inbox.url }, mailFrom })
  parts = { database, mail, secrets, said, warn: (sentence) => void said.push(sentence) }
  return async () => {
    await mail.close()
    await inbox.close()
  }
})

const queue = (to: string, written: Email = words) =>
  inTransaction(database, (trx) => queueEmail(trx, { to, accountId: undefined }, written))
const waiting = () => database.db.selectFrom('letters').selectAll().orderBy('recipient').execute()
const makeDue = () => database.db.updateTable('letters').set({ due_at: sql<Date>`now()` }).execute()
const age = (days: number) =>
  sql`update letters set created_at = now() - ${days} * interval '1 day'`.execute(database.db)
const pauseOf = async () => {
  const { rows } = await sql<{
    pause: number
  }>`select extract(epoch from due_at - now())::float8 as pause from letters`.execute(database.db)
  return rows.map(({ pause }) => pause)
}

/** Tries all emails that are due until none is left. */
async function sendDue(round = openRounds(parts)): Promise<void> {
  while ((await round()) > 0) expect(inbox.received.length).toBeLessThan(1_000)
}

describe('an email that waits', () => {
  it('is sent once, with its secret in its place, and forgotten', async () => {
    await inTransaction(database, (trx) =>
      queueEmail(
        trx,
        { to: 'ada@example.org', accountId: undefined },
        composeEmail({
          kind: 'link',
          subject: 'Link',
          paragraphs: [],
          link: { label: 'Go', url: `https://x.org/?token=${secretPlace}` },
        }),
        { value: 'abc_DEF-123', secrets },
      ),
    )
    await sendDue()
    expect(inbox.received).toMatchObject([{ to: 'ada@example.org', email: { subject: 'Link' } }])
    expect(inbox.received[0]?.email.text).toContain('https://x.org/?token=abc_DEF-123\n')
    expect(inbox.received[0]?.email.html).toContain('"https://x.org/?token=abc_DEF-123"')
    expect(await waiting()).toEqual([])
    expect(parts.said).toEqual([])
  })

  it('is sent with its file, whose key never takes the place of a secret', async () => {
    const bytes = Buffer.from('%PDF-1.7 %%EOF')
    const written = composeEmail({ kind: 'support', subject: 'S', paragraphs: [`It says ${secretPlace}.`] })
    await inTransaction(database, (trx) =>
      queueEmail(trx, { to: 'ada@example.org', accountId: undefined }, written, {
        file: { type: 'application/pdf', bytes },
        secrets,
      }),
    )
    await sendDue()
    const { text, attachments } = inbox.received[0]?.email ?? expect.unreachable()
    expect(text).toContain(`It says ${secretPlace}.`)
    expect(attachments).toMatchObject([{ filename: 'attachment.pdf', content: bytes.toString() }])
    expect(parts.said).toEqual([])
  })

  it('keeps what a reader wrote, also where it looks like the place of a secret', async () => {
    await queue(
      'ada@example.org',
      composeEmail({ kind: 'support', subject: 'S', paragraphs: [`It says ${secretPlace}.`] }),
    )
    await sendDue()
    expect(inbox.received[0]?.email.text).toContain(`It says ${secretPlace}.`)
  })

  it('is sent by one of several processes that look at the same time', async () => {
    for (let count = 0; count < 40; count++) await queue(`r${count}@example.org`)
    await Promise.all(Array.from({ length: 4 }, () => sendDue()))
    expect(new Set(inbox.received.map(({ to }) => to)).size).toBe(40)
    expect(inbox.received).toHaveLength(40)
  })

  it('is sent by another process when the one that had it died', async () => {
    await queue('ada@example.org')
    const died = { ...parts, mail: { send: () => new Promise<void>(() => {}), close: async () => {} } }
    void openRounds(died)()
    await eventually(async () => expect(await waiting()).toMatchObject([{ attempts: 1 }]))
    await sendDue()
    expect(inbox.received).toEqual([])
    const [pause = 0] = await pauseOf()
    expect(pause).toBeGreaterThan(60)
    await makeDue()
    await sendDue()
    expect(inbox.received).toHaveLength(1)
  })
})

describe('an email that fails', () => {
  it('is tried again after pauses that grow to ten minutes', async () => {
    await queue('ada@example.org')
    inbox.behave('busy')
    const round = openRounds(parts)
    const pauses: number[] = []
    for (let tries = 0; tries < 9; tries++) {
      await makeDue()
      await round()
      pauses.push(...(await pauseOf()))
    }
    for (const [index, expected] of [15, 30, 60, 120, 240, 480, 600, 600, 600].entries()) {
      expect(pauses[index]).toBeGreaterThan(expected - 10)
      expect(pauses[index]).toBeLessThanOrEqual(expected)
    }
  })

  it('is tried for five days, then given up with an alarm that names no address', async () => {
    await queue('ada@example.org')
    inbox.behave('busy')
    const round = openRounds(parts)
    await age(4.99)
    await round()
    expect(await waiting()).toMatchObject([{ given_up_at: null }])
    await age(5.01)
    await makeDue()
    await round()
    expect(await waiting()).toMatchObject([{ given_up_at: expect.any(Date) }])
    expect(parts.said.at(-1)).toMatch(/^Email [\w-]{36} \(hello\) was given up after 2 tries: .*451 come back later/)
    expect(parts.said.join()).not.toContain('@')
    await makeDue()
    expect(await round()).toBe(0)
  })

  it.each(['refuse recipient', 'refuse message'] as const)('for good (%s) is given up at once', async (behavior) => {
    const file = { type: 'application/pdf', bytes: Buffer.from('%PDF-') }
    await inTransaction(database, (trx) =>
      queueEmail(trx, { to: 'ada@example.org', accountId: undefined }, words, { file, secrets }),
    )
    inbox.behave(behavior)
    await sendDue()
    expect(await waiting()).toMatchObject([{ given_up_at: expect.any(Date), attempts: 1, sealed_file: null }])
    expect(parts.said).toEqual([expect.stringMatching(/given up after 1 tries: the mail server refuses/)])
  })

  it('to be made, because its secret was sealed otherwise, is given up and holds up no other', async () => {
    const other = openSecrets(randomBytes(32))
    await inTransaction(database, (trx) =>
      queueEmail(trx, { to: 'a@example.org', accountId: undefined }, words, { value: 'x', secrets: other }),
    )
    await queue('b@example.org')
    await sendDue()
    expect(inbox.received.map(({ to }) => to)).toEqual(['b@example.org'])
    expect(await waiting()).toMatchObject([
      { recipient: 'a@example.org', given_up_at: expect.any(Date), sealed_secret: null },
    ])
  })
})

describe('while mail is away', () => {
  it('one email is tried at a time, it is said once, and nothing is lost when it is back (T30)', async () => {
    for (let count = 0; count < 30; count++) await queue(`r${count}@example.org`)
    inbox.behave('busy')
    const round = openRounds(parts)
    const tried: number[] = []
    for (let rounds = 0; rounds < 12; rounds++) tried.push(await round())
    expect(tried).toEqual([4, ...Array(11).fill(1)])
    expect(parts.said).toEqual([expect.stringMatching(/^Mail cannot be sent, and is tried again: .*451/)])

    inbox.behave('take')
    await makeDue()
    await sendDue(round)
    expect(new Set(inbox.received.map(({ to }) => to)).size).toBe(30)
    expect(await waiting()).toEqual([])
    expect(parts.said.slice(1)).toEqual(['Mail is sent again.'])
  })
})

describe('delivery', () => {
  it('sends emails as they come, and none after it was closed', async () => {
    const delivery = startDelivery(parts, { everyMs: 20 })
    for (const to of ['a@example.org', 'b@example.org']) {
      await queue(to)
      await eventually(() => expect(inbox.received.at(-1)?.to).toBe(to))
    }
    await delivery.close()
    await queue('late@example.org')
    expect(await waiting()).toMatchObject([{ recipient: 'late@example.org', attempts: 0 }])
  })

  it('finishes the current email before it closes', async () => {
    let finish = () => {}
    const started = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    const delivery = startDelivery({ ...parts, mail: { send: started, close: async () => {} } }, { everyMs: 20 })
    await queue('ada@example.org')
    await eventually(() => expect(started).toHaveBeenCalled())
    const closed = delivery.close()
    finish()
    await closed
    expect(await waiting()).toEqual([])
  })

  it('says once that the database is away, and goes on when it is back', async () => {
    let isAway = true
    const db = {
      get db() {
        if (isAway) throw new Error('The database does not answer.')
        return database.db
      },
    }
    const delivery = startDelivery({ ...parts, database: db }, { everyMs: 5 })
    await eventually(() => expect(parts.said).toEqual(['Emails wait: The database does not answer.']))
    isAway = false
    await queue('ada@example.org')
    await eventually(() => expect(inbox.received).toHaveLength(1))
    await delivery.close()
    expect(parts.said).toHaveLength(1)
  })
})
