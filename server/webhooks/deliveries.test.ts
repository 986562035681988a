import type { IncomingMessage, ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { webhooksMax } from '#contract/limits'
import { eventually } from '../../test/support/eventually.ts'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { startTestTlsServer, type TestTlsServer } from '../../test/support/platform/test-tls-server.ts'
import { deleteAccount } from '../accounts/delete-account.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Repeating } from '../platform/repeating.ts'
import { openSecrets } from '../platform/secrets.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { recordEvents } from '../watch/events.ts'
import { callbackSecret } from './callback-secret.ts'
import { queueCallback } from './callbacks.ts'
import { startDeliveries } from './deliver.ts'
import { failWaiting, insertUrgent, sendAgain } from './delivery-store.ts'
import { fanOut } from './fan-out.ts'
import { deleteRow, insertRow, rotateSecret, setReady } from './webhook-store.ts'

const secrets = openSecrets(Buffer.alloc(32, 3))
const publicUrl = 'https://praxidex.example.org'

interface Received {
  path: string
  headers: Record<string, string>
  body: string
}

let database: Database
let server: TestTlsServer
let deliveries: Repeating
/** What came, and the statuses that the next ones are answered with before all are taken. */
let received: Received[]
let answers: number[]
let warnings: string[]
/** What other paths do. */
let odd: Record<string, (request: IncomingMessage, response: ServerResponse) => void>

beforeAll(async () => {
  server = await startTestTlsServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      received.push({ path: request.url ?? '', headers, body: Buffer.concat(chunks).toString() })
      const answer = odd[request.url ?? '']
      if (answer === undefined) response.writeHead(answers.shift() ?? 200).end('thanks')
      else answer(request, response)
    })
  })
  database = await startTestDatabase()
})
afterAll(async () => {
  await database.close()
  server.close()
})
beforeEach(() => {
  received = []
  answers = []
  warnings = []
  odd = {}
  deliveries = start()
})
afterEach(async () => {
  await deliveries.close()
  // What a test leaves would take the next one's answers.
  await database.db.deleteFrom('webhook_deliveries').execute()
  expect(warnings.filter((sentence) => /^Webhooks wait/.test(sentence))).toEqual([])
})

const addressOf = (path: string) => `https://localhost:${server.port}${path}`

function start(options: Parameters<typeof startDeliveries>[1] = {}): Repeating {
  const parts = { database, secrets, publicUrl, warn: (sentence: string) => void warnings.push(sentence) }
  return startDeliveries(parts, { everyMs: 20, trust: { isAllowed: () => true, ca: server.ca }, ...options })
}

async function newAccount(): Promise<string> {
  const id = uuidv7()
  const email = `${id}@example.org`
  const row = { id, email, phone: '212-555-0101', password_hash: 'none', email_verified_at: new Date() }
  await database.db.insertInto('accounts').values(row).execute()
  return id
}

interface Endpoint {
  accountId: string
  webhookId: string
  secret: string
}

async function newEndpoint(path: string, accountId?: string): Promise<Endpoint> {
  const account = accountId ?? (await newAccount())
  const id = uuidv7()
  const values = { url: addressOf(path), events: null, description: null }
  const secret = await inTransaction(database, (trx) => insertRow(trx, secrets, { accountId: account, id }, values))
  return { accountId: account, webhookId: id, secret }
}

/** Events about a provider, made into deliveries. */
async function happen(accountId: string, npi: number, count = 1): Promise<void> {
  for (let number = 0; number < count; number++) {
    await inTransaction(database, (trx) =>
      recordEvents(trx, [
        {
          accountId,
          type: 'provider.deactivated',
          npi,
          data: { registryVersion: uuidv7(), sourceDate: '2026-01-04', deactivatedOn: null, replacementNpi: null },
          cause: uuidv7(),
        },
      ]),
    )
  }
  while (await fanOut(database));
}

const rowsOf = ({ accountId, webhookId }: Pick<Endpoint, 'accountId' | 'webhookId'>) =>
  database.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('webhook_id', '=', webhookId)
    .orderBy('position')
    .orderBy('id')
    .execute()

const endpointRow = ({ accountId, webhookId }: Endpoint) =>
  database.db
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', webhookId)
    .executeTakeFirstOrThrow()

/** The pauses after a failure are over at once; a delivery that is being made is let alone. */
async function hurry(accountId: string): Promise<void> {
  await sql`update webhook_deliveries set due_at = now()
    where account_id = ${accountId} and (due_at < now() + interval '50 seconds' or due_at > now() + interval '61 seconds')`.execute(
    database.db,
  )
  await sql`update webhooks set paused_until = null where account_id = ${accountId}`.execute(database.db)
}

const at = (path: string) => received.filter((one) => one.path === path)

describe('a delivery to a webhook endpoint', () => {
  it('is signed with the secret of the endpoint, bears the id of its event, and is made once when it is taken', async () => {
    const endpoint = await newEndpoint('/one')
    await happen(endpoint.accountId, 1679576722)
    await eventually(async () => expect(await rowsOf(endpoint)).toMatchObject([{ state: 'delivered', attempts: 1 }]))
    const [{ headers, body } = { headers: {}, body: '' }] = at('/one')
    const [row] = await rowsOf(endpoint)
    expect(headers).toMatchObject({ 'webhook-id': row?.id, 'content-type': 'application/json' })
    expect(new Webhook(endpoint.secret).verify(body, headers)).toMatchObject({
      id: row?.id,
      type: 'provider.deactivated',
      npi: 1679576722,
    })
    expect(row).toMatchObject({ response_status: 200, response_body: 'thanks', error: null, body })
    const other = await newEndpoint('/other')
    expect(() => new Webhook(other.secret).verify(body, headers)).toThrow()
    expect(at('/one')).toHaveLength(1)
  })

  it('is signed with both secrets after a rotation, and with the new one alone a day later', async () => {
    const endpoint = await newEndpoint('/rotated')
    const key = { accountId: endpoint.accountId, id: endpoint.webhookId }
    const secret = await inTransaction(database, (trx) => rotateSecret(trx, secrets, key))
    await happen(endpoint.accountId, 1679576722)
    await eventually(() => expect(at('/rotated')).toHaveLength(1))
    const [both = { headers: {}, body: '' }] = at('/rotated')
    for (const one of [endpoint.secret, secret]) new Webhook(one).verify(both.body, both.headers)
    await sql`update webhooks set old_secret_until = now() where id = ${endpoint.webhookId}`.execute(database.db)
    await happen(endpoint.accountId, 1679576722)
    await eventually(() => expect(at('/rotated')).toHaveLength(2))
    const { headers, body } = at('/rotated')[1] ?? both
    new Webhook(secret).verify(body, headers)
    expect(() => new Webhook(endpoint.secret).verify(body, headers)).toThrow()
  })

  it('G5: is no longer signed with a secret that was rotated a day ago, which is then removed', async () => {
    const endpoint = await newEndpoint('/removed')
    const key = { accountId: endpoint.accountId, id: endpoint.webhookId }
    await inTransaction(database, (trx) => rotateSecret(trx, secrets, key))
    expect(await endpointRow(endpoint)).toMatchObject({ sealed_old_secret: expect.any(Buffer) })
    await sql`update webhooks set old_secret_until = now() where id = ${endpoint.webhookId}`.execute(database.db)
    await deliveries.close()
    deliveries = start()
    await eventually(async () =>
      expect(await endpointRow(endpoint)).toMatchObject({ sealed_old_secret: null, old_secret_until: null }),
    )
  })

  it('is made again with the same id until it is taken, and the endpoint then works again', async () => {
    const endpoint = await newEndpoint('/flaky')
    answers = [500, 404]
    await happen(endpoint.accountId, 1679576722)
    await eventually(async () => expect(await rowsOf(endpoint)).toMatchObject([{ state: 'waiting', attempts: 1 }]))
    await eventually(async () => expect((await endpointRow(endpoint)).failing_since).not.toBeNull())
    expect(await rowsOf(endpoint)).toMatchObject([
      { response_status: 500, response_body: 'thanks', error: 'The server answered with status 500.' },
    ])
    await eventually(async () => {
      await hurry(endpoint.accountId)
      expect(await rowsOf(endpoint)).toMatchObject([{ state: 'delivered', attempts: 3 }])
    })
    expect(new Set(at('/flaky').map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await endpointRow(endpoint)).failing_since).toBeNull()
  })

  it('G5: of a redirect is not followed, and fails with a sentence', async () => {
    const endpoint = await newEndpoint('/redirect')
    odd['/redirect'] = (_, response) => response.writeHead(302, { location: addressOf('/elsewhere') }).end()
    await happen(endpoint.accountId, 1679576722)
    await eventually(async () =>
      expect(await rowsOf(endpoint)).toMatchObject([
        { response_status: 302, error: 'The server answered with status 302; redirects are not followed.' },
      ]),
    )
    expect(at('/elsewhere')).toEqual([])
  })

  it('G5: keeps the first KB of an answer, and is cut off by one of more than 1 MB', async () => {
    const [long, huge] = [await newEndpoint('/long'), await newEndpoint('/huge')]
    let isCut = false
    odd['/long'] = (_, response) => response.end('x'.repeat(5_000))
    odd['/huge'] = (_, response) => {
      response.on('close', () => {
        isCut = !response.writableFinished
      })
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      }
      response.on('drain', more)
      more()
    }
    await happen(long.accountId, 1679576722)
    await happen(huge.accountId, 1679576722)
    await eventually(async () =>
      expect(await rowsOf(long)).toMatchObject([{ state: 'delivered', response_body: 'x'.repeat(1_024) }]),
    )
    await eventually(async () =>
      expect(await rowsOf(huge)).toMatchObject([
        {
          state: 'waiting',
          response_status: null,
          error: expect.stringMatching(/^The answer of the server at localhost:\d+ has more than 1048576 bytes\.$/),
        },
      ]),
    )
    await eventually(() => expect(isCut).toBe(true))
  })

  it('G5: is cut off where no answer comes in time', async () => {
    await deliveries.close()
    deliveries = start({ timeoutMs: 200 })
    const endpoint = await newEndpoint('/silent')
    odd['/silent'] = () => {}
    await happen(endpoint.accountId, 1679576722)
    await eventually(async () =>
      expect(await rowsOf(endpoint)).toMatchObject([
        {
          state: 'waiting',
          error: expect.stringMatching(/^The server at localhost:\d+ took longer than 0\.2 s to answer\.$/),
        },
      ]),
    )
  })

  it('G5: goes to no address that the public internet does not have, by whatever name', async () => {
    await deliveries.close()
    const addresses = ['127.0.0.1', '10.0.0.8', '169.254.169.254', '::1', 'fd00::1', 'fe80::1', '::ffff:10.0.0.8']
    for (const address of addresses) {
      const endpoint = await newEndpoint('/private')
      await happen(endpoint.accountId, 1679576722)
      const family = address.includes(':') ? 6 : 4
      const resolving = start({ trust: { ca: server.ca, lookUp: (_, __, done) => done(null, [{ address, family }]) } })
      await eventually(async () =>
        expect(await rowsOf(endpoint)).toMatchObject([
          { attempts: 1, error: 'The host localhost is not on the public internet.' },
        ]),
      )
      await resolving.close()
    }
    expect(at('/private')).toEqual([])
  })

  it('comes in the order of the events of a provider, also after an outage', async () => {
    const endpoint = await newEndpoint('/ordered')
    answers = [500, 500, 500]
    await happen(endpoint.accountId, 1679576722, 5)
    await happen(endpoint.accountId, 1234567893, 5)
    await eventually(async () => {
      await hurry(endpoint.accountId)
      expect((await rowsOf(endpoint)).every(({ state }) => state === 'delivered')).toBe(true)
    })
    const rows = await rowsOf(endpoint)
    const firsts = [...new Set(at('/ordered').map(({ headers }) => headers['webhook-id']))]
    for (const npi of ['1679576722', '1234567893']) {
      const ids = rows.filter((row) => row.npi === npi).map(({ id }) => id)
      expect(firsts.filter((id) => ids.includes(id ?? ''))).toEqual(ids)
    }
  })

  it('is given up with its endpoint after three days of failures, which an email reports', async () => {
    const endpoint = await newEndpoint('/dead')
    odd['/dead'] = (_, response) => response.writeHead(503).end()
    await happen(endpoint.accountId, 1679576722)
    await eventually(async () => expect((await endpointRow(endpoint)).failing_since).not.toBeNull())
    await sql`update webhooks set failing_since = now() - interval '3 days 1 minute'
      where id = ${endpoint.webhookId}`.execute(database.db)
    await happen(endpoint.accountId, 1234567893)
    await eventually(async () => {
      await hurry(endpoint.accountId)
      expect((await endpointRow(endpoint)).off_at).not.toBeNull()
    })
    expect(await rowsOf(endpoint)).toMatchObject(Array(2).fill({ state: 'failed' }))
    const emails = await database.db
      .selectFrom('letters')
      .select(['kind', 'body_text'])
      .where('account_id', '=', endpoint.accountId)
      .execute()
    expect(emails).toMatchObject([{ kind: 'webhook-off', body_text: expect.stringContaining(addressOf('/dead')) }])

    // Nothing is sent to it until it is switched on.
    await happen(endpoint.accountId, 1234567893)
    expect(await rowsOf(endpoint)).toHaveLength(2)
    odd = {}
    const key = { accountId: endpoint.accountId, id: endpoint.webhookId }
    await inTransaction(database, async (trx) => {
      await setReady(trx, key, { on: true })
      // As of one that was sent again by itself a moment before the endpoint was switched off.
      await sql`update webhook_deliveries set is_urgent = true where webhook_id = ${key.id}`.execute(trx)
      expect(await sendAgain(trx, endpoint, { failedSince: new Date(0) })).toBe(2)
      const urgent = await sql`select from webhook_deliveries where webhook_id = ${key.id} and is_urgent`.execute(trx)
      expect(urgent.rows).toEqual([])
    })
    await eventually(async () =>
      expect(await rowsOf(endpoint)).toMatchObject(Array(2).fill({ state: 'delivered', attempts: 1 })),
    )
  })

  it('G5: sent again bears a new timestamp and the same id', async () => {
    const endpoint = await newEndpoint('/again')
    await happen(endpoint.accountId, 1679576722)
    await eventually(async () => expect(await rowsOf(endpoint)).toMatchObject([{ state: 'delivered' }]))
    const [row] = await rowsOf(endpoint)
    // As if it had been a while ago.
    const [first] = at('/again')
    if (first !== undefined)
      first.headers['webhook-timestamp'] = String(Number(first.headers['webhook-timestamp']) - 60)
    await inTransaction(database, (trx) => sendAgain(trx, endpoint, { id: row?.id ?? '' }))
    await eventually(() => expect(at('/again')).toHaveLength(2))
    const [before, after] = at('/again')
    expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id'])
    expect(after?.body).toBe(before?.body)
    expect(Number(after?.headers['webhook-timestamp'])).toBeGreaterThan(Number(before?.headers['webhook-timestamp']))
    new Webhook(endpoint.secret).verify(after?.body ?? '', after?.headers ?? {})
  })

  it.each([
    [500, 2],
    [200, 1],
  ])('sent again during a try waits for its end; after status %d there are %d tries', async (status, tries) => {
    const endpoint = await newEndpoint('/held')
    const held: ServerResponse[] = []
    odd['/held'] = (_, response) => void held.push(response)
    await happen(endpoint.accountId, 1679576722)
    await eventually(() => expect(held).toHaveLength(1))
    const [{ id } = { id: '' }] = await rowsOf(endpoint)
    expect(await inTransaction(database, (trx) => sendAgain(trx, endpoint, { id }))).toBe(1)
    // What is asked for after it and takes the same way.
    const test = { id: 'evt_test', type: 'webhook.test', body: '{}' }
    const other = await newEndpoint('/other', endpoint.accountId)
    await inTransaction(database, (trx) => insertUrgent(trx, other, test))
    await eventually(async () => expect(await rowsOf(other)).toMatchObject([{ state: 'delivered' }]))
    expect(held).toHaveLength(1)
    odd = {}
    held[0]?.writeHead(status).end()
    await eventually(async () =>
      expect(await rowsOf(endpoint)).toMatchObject([{ state: 'delivered', attempts: 1, is_urgent: false }]),
    )
    expect(at('/held')).toHaveLength(tries)
  })

  it('of a test is made once, and leaves the state of its endpoint alone', async () => {
    const endpoint = await newEndpoint('/tested')
    odd['/tested'] = (_, response) => response.writeHead(500).end()
    const row = { account_id: endpoint.accountId, webhook_id: endpoint.webhookId, id: 'evt_test', npi: null }
    await database.db
      .insertInto('webhook_deliveries')
      .values({ ...row, type: 'webhook.test', body: '{}', callback_url: null })
      .execute()
    await eventually(async () => expect(await rowsOf(endpoint)).toMatchObject([{ state: 'failed', attempts: 1 }]))
    expect((await endpointRow(endpoint)).failing_since).toBeNull()
  })
})

describe('slow endpoints', () => {
  const npi = 1679576722
  /** A slot makes one delivery, and none is cut off. */
  const patient = { timeoutMs: 600_000, slotMs: 0 }
  /** Calls without an answer until they are let go. */
  let held: ServerResponse[]
  beforeEach(async () => {
    held = []
    odd['/slow'] = (_, response) => void held.push(response)
    await deliveries.close()
    deliveries = start(patient)
  })
  afterEach(() => {
    odd['/slow'] = (_, response) => void response.end()
    for (const response of held) response.end()
  })

  /** An account of so many of them, each of which has deliveries about as many providers to get. */
  async function slowAccount(endpoints: number, providers: number): Promise<Endpoint[]> {
    const first = await newEndpoint('/slow')
    const others = Array.from({ length: endpoints - 1 }, () => newEndpoint('/slow', first.accountId))
    const all = [first, ...(await Promise.all(others))]
    for (let count = 0; count < providers; count++) await happen(first.accountId, npi + count)
    return all
  }
  const taken = (endpoint: Endpoint) =>
    eventually(async () => expect(await rowsOf(endpoint)).toMatchObject([{ state: 'delivered', attempts: 1 }]))

  it('have four deliveries at a time, sixteen those of an account, and delay none to another account', async () => {
    await slowAccount(1, 6)
    await eventually(() => expect(held.length).toBe(4))
    const backlog = await slowAccount(10, 30)
    await eventually(() => expect(held.length).toBe(20))
    const quick = await newEndpoint('/quick')
    await happen(quick.accountId, npi)
    await taken(quick)
    const states = (await Promise.all(backlog.map(rowsOf))).flat().map(({ state }) => state)
    expect(states).toEqual(Array(300).fill('waiting'))
    expect(held.length).toBe(20)
  })

  it('get a test, and a delivery that is sent again by itself, at once', async () => {
    const [slow = expect.unreachable()] = await slowAccount(1, 6)
    await eventually(() => expect(held.length).toBe(4))
    const test = { id: 'evt_test', type: 'webhook.test', body: '{}' }
    await inTransaction(database, (trx) => insertUrgent(trx, slow, test))
    await eventually(() => expect(held.length).toBe(5))
    const last = (await rowsOf(slow)).at(-1)?.id ?? ''
    expect(at('/slow').map(({ headers }) => headers['webhook-id'])).not.toContain(last)
    await sql`update webhooks set failing_since = now(), paused_until = now() + interval '1 hour'
      where id = ${slow.webhookId}`.execute(database.db)
    await inTransaction(database, (trx) => sendAgain(trx, slow, { id: last }))
    await eventually(() => expect(held.length).toBe(6))
    expect(at('/slow').map(({ headers }) => headers['webhook-id'])).toEqual(expect.arrayContaining(['evt_test', last]))
  })

  it('leave the next free slot to the account that has the fewest', async () => {
    await deliveries.close()
    for (let count = 0; count < 9; count++) await slowAccount(4, 4)
    deliveries = start(patient)
    await eventually(() => expect(held.length).toBe(128))
    const quick = await newEndpoint('/quick')
    await happen(quick.accountId, npi)
    const test = { id: 'evt_test', type: 'webhook.test', body: '{}' }
    await inTransaction(database, (trx) => insertUrgent(trx, quick, test))
    await eventually(() => expect(at('/quick').map(({ headers }) => headers['webhook-id'])).toEqual(['evt_test']))
    held[0]?.end()
    await eventually(() => expect(at('/quick')).toHaveLength(2))
    await eventually(() => expect(held.length).toBe(129))
  })
})

describe('the fan-out of events', () => {
  it('makes a delivery for each endpoint that wants the type, from its making on, and once', async () => {
    await deliveries.close()
    const all = await newEndpoint('/all')
    await happen(all.accountId, 1679576722)
    const [one, other] = [await newEndpoint('/one', all.accountId), await newEndpoint('/two', all.accountId)]
    await sql`update webhooks set events = '["share.opened"]' where id = ${other.webhookId}`.execute(database.db)
    const stranger = await newEndpoint('/stranger')
    await happen(all.accountId, 1679576722, 3)
    await Promise.all([fanOut(database), fanOut(database)])
    const counts = await Promise.all([all, one, other, stranger].map(async (each) => (await rowsOf(each)).length))
    expect(counts).toEqual([4, 3, 0, 0])
  })

  it('makes at most 1,000 deliveries in a statement, so that none takes too long where an account has ten endpoints', async () => {
    await deliveries.close()
    const accountId = await newAccount()
    for (let count = 0; count < webhooksMax; count++) await newEndpoint('/many', accountId)
    const data = { registryVersion: '1', sourceDate: '2026-01-04', deactivatedOn: null, replacementNpi: null }
    const events = Array.from({ length: 250 }, (_, n) => ({ npi: 1_000_000_000 + n, data, cause: `${n}` }))
    await inTransaction(database, (trx) =>
      recordEvents(
        trx,
        events.map((event) => ({ accountId, type: 'provider.deactivated', ...event })),
      ),
    )
    let made = 0
    for (let isMore = true; isMore; ) {
      isMore = await fanOut(database)
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from webhook_deliveries
        where account_id = ${accountId}`.execute(database.db)
      const [{ count } = { count: 0 }] = rows
      expect(count - made).toBeLessThanOrEqual(1_000)
      made = count
    }
    expect(made).toBe(250 * webhooksMax)
  })
})

describe('many deliveries', () => {
  /** Larger statements would take longer than they may. */
  const batchMax = 5_000

  it('are sent again, given up and forgotten in statements of limited size', async () => {
    await deliveries.close()
    const { db } = database
    await database.asOwner(async (owner) => {
      await sql`create function refuse_large() returns trigger language plpgsql as $$ begin
        if (select count(*) from changed) > ${sql.raw(String(batchMax))} then raise 'too many rows'; end if;
        return null; end $$`.execute(owner)
      for (const change of ['update', 'delete']) {
        await sql`create trigger ${sql.ref(`large_${change}`)} after ${sql.raw(change)} on webhook_deliveries
          referencing old table as changed for each statement execute function refuse_large()`.execute(owner)
      }
    })
    const count = batchMax + 7
    const [one, other] = [await newEndpoint('/many'), await newEndpoint('/many')]
    for (const { accountId, webhookId } of [one, other]) {
      await sql`insert into webhook_deliveries (account_id, webhook_id, id, type, body, state)
        select ${accountId}, ${webhookId}, 'evt_' || n, 'provider.updated', '{}', 'failed'
        from generate_series(1, ${count}) as n`.execute(db)
    }
    const states = async (of: Endpoint) => [...new Set((await rowsOf(of)).map(({ state }) => state))]
    await inTransaction(database, async (trx) => {
      expect(await sendAgain(trx, one, { failedSince: new Date(0) })).toBe(count)
    })
    expect([await states(one), await states(other)]).toEqual([['waiting'], ['failed']])
    await inTransaction(database, (trx) => failWaiting(trx, one))
    expect(await states(one)).toEqual(['failed'])
    await inTransaction(database, (trx) => deleteRow(trx, { accountId: one.accountId, id: one.webhookId }))
    expect(await rowsOf(one)).toEqual([])
    expect(await rowsOf(other)).toHaveLength(count)
    await inTransaction(database, (trx) =>
      deleteAccount(trx, { secrets }, { accountId: other.accountId, actor: 'operator' }),
    )
    expect(await rowsOf(other)).toEqual([])
    await database.asOwner((owner) => sql`drop function refuse_large cascade`.execute(owner))
  })
})

describe('a call to the callbackUrl of a verification', () => {
  const queue = (accountId: string, to = addressOf('/hook')) =>
    inTransaction(database, (trx) =>
      queueCallback(trx, { accountId, url: to, event: 'verification.decided', data: { id: 'v1' } }),
    )
  const waiting = (accountId: string) => rowsOf({ accountId, webhookId: '' })

  it('is signed so that the receiver can verify it is ours, and made once when it is taken', async () => {
    const accountId = await newAccount()
    await queue(accountId)
    await eventually(() => expect(at('/hook')).toHaveLength(1))
    await eventually(async () => expect(await waiting(accountId)).toEqual([]))
    expect(at('/hook')).toHaveLength(1)
    const [{ headers, body } = { headers: {}, body: '' }] = at('/hook')
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
      expect(at('/hook')).toHaveLength(3)
    })
    await eventually(async () => expect(await waiting(accountId)).toEqual([]))
    expect(new Set(at('/hook').map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('is given up after three days, and the log says so', async () => {
    const accountId = await newAccount()
    answers = [500, 500]
    await queue(accountId)
    await eventually(() => expect(at('/hook')).toHaveLength(1))
    await sql`update webhook_deliveries set tried_from = now() - interval '3 days 1 minute'
      where account_id = ${accountId}`.execute(database.db)
    await eventually(async () => {
      await hurry(accountId)
      expect(await waiting(accountId)).toMatchObject([{ state: 'failed' }])
    })
    expect(warnings).toEqual([
      expect.stringMatching(/is given up after 2 tries \(.*\)\. The server answered with status 500\.$/),
    ])
  })
})
