import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../test/support/eventually.ts'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { startTestTlsServer, type TestTlsServer } from '../../test/support/platform/test-tls-server.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Repeating } from '../platform/repeating.ts'
import { openSecrets } from '../platform/secrets.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { callbackSecret } from './callback-secret.ts'
import { queueCallback, startCallbacks } from './callbacks.ts'

const secrets = openSecrets(Buffer.alloc(32, 3))
let database: Database
let server: TestTlsServer
let url: string
let calls: Repeating
/** What came, and the statuses that the next ones are answered with before all are taken. */
let received: { headers: Record<string, string>; body: string }[]
let answers: number[]
let warnings: string[]

beforeAll(async () => {
  server = await startTestTlsServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      received.push({ headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  url = `https://localhost:${server.port}/hook`
  database = await startTestDatabase()
  calls = startCallbacks(
    { database, secrets, warn: (sentence) => warnings.push(sentence) },
    { everyMs: 20, trust: { isAllowed: () => true, ca: server.ca } },
  )
})
afterAll(async () => {
  await calls.close()
  await database.close()
  server.close()
})
beforeEach(() => {
  received = []
  answers = []
  warnings = []
})

async function newAccount(): Promise<string> {
  const id = uuidv7()
  await database.db
    .insertInto('accounts')
    .values({ id, email: `${id}@example.org`, phone: '212-555-0101', password_hash: 'none' })
    .execute()
  return id
}

async function queue(accountId: string, to = url): Promise<void> {
  await inTransaction(database, (trx) =>
    queueCallback(trx, { accountId, url: to, event: 'verification.decided', data: { id: 'v1' } }),
  )
}

/** The pause after a failure is over at once; a call that is being made is let alone. */
async function hurry(accountId: string): Promise<void> {
  await sql`update callbacks set due_at = now() where account_id = ${accountId} and due_at < now() + interval '50 seconds'`.execute(
    database.db,
  )
}

const waiting = (accountId: string) =>
  database.db.selectFrom('callbacks').selectAll().where('account_id', '=', accountId).execute()

describe('a call to a developer’s program', () => {
  it('is signed so that the receiver can verify it is ours, and made once when it is taken', async () => {
    const accountId = await newAccount()
    await queue(accountId)
    await eventually(async () => expect(await waiting(accountId)).toEqual([]))
    expect(received).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = received
    const own = new Webhook(await callbackSecret({ database, secrets }, accountId))
    expect(own.verify(body, headers)).toMatchObject({
      type: 'verification.decided',
      data: { id: 'v1' },
    })
    const other = new Webhook(await callbackSecret({ database, secrets }, await newAccount()))
    expect(() => other.verify(body, headers)).toThrow()
    expect(() => own.verify(body.replace('v1', 'v2'), headers)).toThrow()
  })

  it('is made again, with the same id, until it is taken', async () => {
    const accountId = await newAccount()
    answers = [500, 302]
    await queue(accountId)
    await eventually(async () => {
      await hurry(accountId)
      expect(received).toHaveLength(3)
    })
    await eventually(async () => expect(await waiting(accountId)).toEqual([]))
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('is given up after three days, and the log says so', async () => {
    const accountId = await newAccount()
    answers = [500, 500]
    await queue(accountId)
    await eventually(() => expect(received).toHaveLength(1))
    await sql`update callbacks set created_at = now() - interval '3 days 1 minute' where account_id = ${accountId}`.execute(
      database.db,
    )
    await eventually(async () => {
      await hurry(accountId)
      expect(await waiting(accountId)).toMatchObject([{ given_up_at: expect.any(Date) }])
    })
    expect(warnings).toEqual([expect.stringMatching(/is given up after 2 tries .* it was answered with status 500/)])
  })

  it('D2: goes to no address that the public internet does not have', async () => {
    const accountId = await newAccount()
    const strict = startCallbacks({ database, secrets, warn: () => {} }, { everyMs: 20, trust: { ca: server.ca } })
    await calls.close()
    await queue(accountId)
    await eventually(async () => expect(await waiting(accountId)).toMatchObject([{ attempts: 1 }]))
    await strict.close()
    expect(received).toEqual([])
  })
})
