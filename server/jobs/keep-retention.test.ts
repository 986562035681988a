import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  codeOf,
  startTestAccounts,
  type TestAccounts,
  testPassword,
} from '../../test/support/accounts/test-accounts.ts'
import { eventually } from '../../test/support/eventually.ts'
import { emailHashOf } from '../accounts/sign-in-failures.ts'
import { macOf } from '../audit/chain.ts'
import { recordEvent } from '../audit/record.ts'
import { ChainDamagedError, sealAll } from '../audit/seal.ts'
import { verifyAudit } from '../audit/verify.ts'
import { keyChecker } from '../keys/check-key.ts'
import { inTransaction } from '../platform/database/database.ts'
import { openSecrets } from '../platform/secrets.ts'
import { keepRetention, removeOld } from './keep-retention.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

/** The database's clock, moved on. */
const later = (interval: string): RawBuilder<Date> => sql<Date>`(now() + ${interval}::interval)`
/** With all rights in the database. */
const run = (statement: string) => accounts.database.asOwner((db) => sql.raw(statement).execute(db))

describe('F3: what accounts have used', () => {
  const rowsOf = async (accountId: string) => {
    const { db } = accounts.database
    const of = (
      table: 'usage_days' | 'usage_sums' | 'usage_times' | 'key_periods' | 'quota_periods' | 'recent_requests',
    ) => db.selectFrom(table).selectAll().where('account_id', '=', accountId).execute()
    const [days, keys] = [await of('usage_days'), await of('key_periods')]
    const [sums, times] = [await of('usage_sums'), await of('usage_times')]
    const [periods, requests] = [await of('quota_periods'), await of('recent_requests')]
    const spans = [sums, times].map((rows) =>
      rows
        .map(({ span }) => span)
        .sort()
        .join(' '),
    )
    return { days: days.length, keys: keys.length, periods: periods.length, requests: requests.length, spans }
  }
  const use = async () => {
    const { accountId } = await accounts.newAccount()
    await run(
      `insert into usage_days values ('${accountId}', (now() at time zone 'utc')::date, 'searchDoctors', 2, 5, 900)`,
    )
    for (const span of ['hour', 'day']) {
      await run(`insert into usage_sums values ('${accountId}', '${span}', now(), 'k', 'searchDoctors', '', 5, 900)`)
      await run(`insert into usage_times values ('${accountId}', '${span}', now(), 9, 5)`)
    }
    await run(
      `insert into key_periods select account_id, id, now(), 5, now() from api_keys where account_id = '${accountId}'`,
    )
    await run(`insert into quota_periods (account_id, period_start, calls) values ('${accountId}', now(), 5)`)
    await run(`insert into recent_requests values ('${accountId}', 'x', now(), 'GET', '/api/doctors', 200, 900)`)
    return accountId
  }

  it('is summed for 25 months, by hour for two days, and the last requests are kept for 30 days', async () => {
    const accountId = await use()
    const [both, day] = [Array(2).fill('day hour'), Array(2).fill('day')]
    await removeOld(accounts, later('1 day 23 hours'))
    expect(await rowsOf(accountId)).toEqual({ days: 1, keys: 1, periods: 1, requests: 1, spans: both })
    await removeOld(accounts, later('29 days 23 hours'))
    expect(await rowsOf(accountId)).toEqual({ days: 1, keys: 1, periods: 1, requests: 1, spans: day })
    await removeOld(accounts, later('30 days 1 hour'))
    expect(await rowsOf(accountId)).toEqual({ days: 1, keys: 1, periods: 1, requests: 0, spans: day })
    // Days that no end of a month, in whatever year, makes 25 months of, or fewer.
    await removeOld(accounts, later('24 months 27 days'))
    expect(await rowsOf(accountId)).toEqual({ days: 1, keys: 1, periods: 1, requests: 0, spans: day })
    await removeOld(accounts, later('25 months 4 days'))
    expect(await rowsOf(accountId)).toEqual({ days: 0, keys: 0, periods: 0, requests: 0, spans: ['', ''] })
  })

  it('is forgotten with answers that were remembered for a day, and deliveries that ended and are 30 days old', async () => {
    const { accountId } = await accounts.newAccount()
    await run(
      `insert into idempotency_keys (account_id, key, body_hash, answer) values ('${accountId}', 'k', '', '{}')`,
    )
    await run(`insert into webhook_deliveries (account_id, webhook_id, id, type, body, state) values
      ('${accountId}', '', 'given up', 'x', '{}', 'failed'), ('${accountId}', '', 'waits', 'x', '{}', 'waiting')`)
    const rows = async () => {
      const { db } = accounts.database
      const keys = await db.selectFrom('idempotency_keys').select('key').where('account_id', '=', accountId).execute()
      const calls = await db.selectFrom('webhook_deliveries').select('id').where('account_id', '=', accountId).execute()
      return [keys.length, calls.length]
    }
    await removeOld(accounts, later('23 hours 59 minutes'))
    expect(await rows()).toEqual([1, 2])
    await removeOld(accounts, later('24 hours 1 minute'))
    expect(await rows()).toEqual([0, 2])
    await removeOld(accounts, later('29 days 23 hours'))
    expect(await rows()).toEqual([0, 2])
    await removeOld(accounts, later('30 days 1 hour'))
    expect(await rows()).toEqual([0, 1])
  })

  it('is removed by the job itself, in as many statements as it takes', async () => {
    const { accountId } = await accounts.newAccount()
    await run(`insert into usage_days select '${accountId}', date '2020-01-01', 'route ' || n, 2, 1, 1
      from generate_series(1, 5001) as n`)
    const warnings: string[] = []
    const retention = keepRetention(accounts, (sentence) => warnings.push(sentence))
    await eventually(async () => expect(await rowsOf(accountId)).toMatchObject({ days: 0 }))
    await retention.close()
    expect(warnings).toEqual([])
  })
})

describe('F3: what is asked of an address', () => {
  it('is forgotten when its link has expired, followed or not, without another request', async () => {
    const { accountId, email } = await accounts.newAccount()
    await accounts.verify(await accounts.tokenTo(email, 'verify-address'))
    const { accountId: other, email: otherEmail } = await accounts.newAccount()
    await accounts.changeMe(other, { newEmail: accounts.newEmail(), password: testPassword })
    await accounts.askForReset(otherEmail)
    const rows = async () => {
      const { db } = accounts.database
      const both = [accountId, other]
      const proofs = await db.selectFrom('email_proofs').select('id').where('account_id', 'in', both).execute()
      const tokens = await db.selectFrom('reset_tokens').select('id').where('account_id', 'in', both).execute()
      return { proofs: proofs.length, tokens: tokens.length }
    }
    await removeOld(accounts, later('29 minutes'))
    expect(await rows()).toEqual({ proofs: 3, tokens: 1 })
    await removeOld(accounts, later('31 minutes'))
    expect(await rows()).toEqual({ proofs: 3, tokens: 0 })
    await removeOld(accounts, later('23 hours 59 minutes'))
    expect(await rows()).toEqual({ proofs: 3, tokens: 0 })
    await removeOld(accounts, later('24 hours 1 minute'))
    expect(await rows()).toEqual({ proofs: 0, tokens: 0 })
  })

  it('in failed sign-ins is forgotten a year after the last try', async () => {
    const email = accounts.newEmail()
    expect(await codeOf(accounts.logIn(email))).toBe('login_refused')
    const failures = () =>
      accounts.database.db
        .selectFrom('sign_in_failures')
        .select('email_hash')
        .where('email_hash', '=', emailHashOf(accounts.secrets, email))
        .execute()
    // Failures are counted together for a quarter of an hour, which must be over first.
    await removeOld(accounts, later('1 year 14 minutes'))
    expect(await failures()).toHaveLength(1)
    await removeOld(accounts, later('1 year 16 minutes'))
    expect(await failures()).toEqual([])
  })

  it('in sessions is forgotten 30 days after they were opened', async () => {
    const { accountId } = await accounts.newSession()
    const sessions = () =>
      accounts.database.db.selectFrom('sessions').select('id').where('account_id', '=', accountId).execute()
    await removeOld(accounts, later('29 days 23 hours'))
    expect(await sessions()).toHaveLength(1)
    await removeOld(accounts, later('30 days 1 hour'))
    expect(await sessions()).toEqual([])
  })

  it('in API keys that were replaced is forgotten after 90 days; the one that works is not', async () => {
    const { accountId, apiKey: replaced } = await accounts.newAccount()
    const { apiKey } = await accounts.replaceKeyOf(accountId)
    const codes = async () => {
      const checks = await Promise.all([replaced, apiKey].map((key) => keyChecker(accounts).check(key)))
      return checks.map((check) => (check.ok ? 'works' : check.code))
    }
    await removeOld(accounts, later('89 days 23 hours'))
    expect(await codes()).toEqual(['key_revoked', 'works'])
    await removeOld(accounts, later('90 days 1 hour'))
    expect(await codes()).toEqual(['key_unknown', 'works'])
  })

  it('in requests to support is forgotten after two years', async () => {
    const { accountId } = await accounts.newAccount()
    await run(
      `insert into support_requests (number, account_id, category) values ('10000000', '${accountId}', 'Other')`,
    )
    const rows = () => accounts.database.db.selectFrom('support_requests').select('number').execute()
    await removeOld(accounts, later('2 years -1 hour'))
    expect(await rows()).toEqual([{ number: '10000000' }])
    await removeOld(accounts, later('2 years 1 hour'))
    expect(await rows()).toEqual([])
  })

  it('in emails that were given up, and payment events, is forgotten after 30 days; an email that waits is not', async () => {
    await run(`insert into letters (id, recipient, kind, subject, body_text, body_html, given_up_at) values
      ('given up', 'ada@example.org', 'kept', '', '', '', now()), ('waits', 'ada@example.org', 'kept', '', '', '', null)`)
    await run("insert into payment_events (id, type) values ('old', 'kept')")
    const rows = async () => {
      const { db } = accounts.database
      const emails = await db.selectFrom('letters').select('id').where('kind', '=', 'kept').orderBy('id').execute()
      const events = await db.selectFrom('payment_events').select('id').where('type', '=', 'kept').execute()
      return [...emails, ...events].map(({ id }) => id)
    }
    await removeOld(accounts, later('29 days 23 hours'))
    expect(await rows()).toEqual(['given up', 'waits', 'old'])
    await removeOld(accounts, later('30 days 1 hour'))
    expect(await rows()).toEqual(['waits'])
  })
})

describe('F3: the audit log', () => {
  const secrets = openSecrets(randomBytes(32))
  const parts = () => ({ database: accounts.database, secrets })
  const verify = (kept: Parameters<typeof verifyAudit>[1] = []) => verifyAudit(parts(), kept)
  const cutAfter = (interval: string) => removeOld(parts(), later(interval))
  const record = (subject: string) =>
    inTransaction(accounts.database, (trx) => recordEvent(trx, { actor: 'ada', action: 'key.replaced', subject }))
  const eventsThere = async () =>
    (await accounts.database.db.selectFrom('audit_events').select('subject').orderBy('at').orderBy('id').execute()).map(
      ({ subject }) => subject,
    )

  /** Six events, sealed in two batches; the first three are two years older. */
  beforeEach(async () => {
    await run('delete from audit_events; delete from audit_seals; delete from audit_anchors')
    await run("update audit_start set sequence = 0, hash = '', mac = null")
    await run("update audit_head set sequence = 0, hash = '', mac = null")
    for (const subject of ['1', '2', '3']) await record(subject)
    await run("update audit_events set at = at - interval '2 years'")
    await sealAll(parts(), () => {})
    await run("update audit_anchors set day = '2000-01-01'")
    for (const subject of ['4', '5', '6']) await record(subject)
    await sealAll(parts(), () => {})
  })

  it('is kept whole for six years', async () => {
    await cutAfter('3 years 11 months')
    expect(await eventsThere()).toHaveLength(6)
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 6, cutTo: 0, anchors: 2 })
  })

  it('begins where it was cut off after that, and the rest is proven on', async () => {
    await cutAfter('4 years 1 hour')
    expect(await eventsThere()).toEqual(['4', '5', '6'])
    // The anchor at the cut itself is still one that the chain can be compared with.
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 3, cutTo: 3, anchors: 2, end: { sequence: 6 } })
    await record('7')
    await sealAll(parts(), () => {})
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 4, cutTo: 3 })
  })

  it('may be cut off twice, and down to nothing', async () => {
    await cutAfter('4 years 1 hour')
    await cutAfter('4 years 1 hour')
    await cutAfter('6 years 2 days')
    expect(await eventsThere()).toEqual([])
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 0, cutTo: 6, end: { sequence: 6 } })
    await record('7')
    await sealAll(parts(), () => {})
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 1, cutTo: 6 })
  })

  it('is cut off once by several who do so at the same time', async () => {
    await Promise.all(Array.from({ length: 4 }, () => cutAfter('4 years 1 hour')))
    expect(await verify()).toMatchObject({ kind: 'intact', sealed: 3, cutTo: 3 })
  })

  it('is compared with anchors from elsewhere that it still reaches, and says of how many it does not', async () => {
    const anchorOf = async (sequence: number) => {
      const { hash } = await accounts.database.db
        .selectFrom('audit_seals')
        .select('hash')
        .where('sequence', '=', String(sequence))
        .executeTakeFirstOrThrow()
      return { sequence, hash }
    }
    const kept = [await anchorOf(2), await anchorOf(3), await anchorOf(5)]
    await cutAfter('4 years 1 hour')
    expect(await verify(kept)).toMatchObject({ kind: 'intact', anchors: 4, anchorsBefore: 1 })
    const forged = { sequence: 3, hash: randomBytes(32) }
    expect(await verify([forged])).toMatchObject({ kind: 'broken', sentence: expect.stringContaining('row 3') })
  })

  it('is not cut where it was changed: the change stays to be found', async () => {
    await run("update audit_events set actor = 'eve' where subject = '2'")
    await expect(cutAfter('4 years 1 hour')).rejects.toThrow(ChainDamagedError)
    expect(await eventsThere()).toHaveLength(6)
    expect(await verify()).toMatchObject({ kind: 'broken', sentence: expect.stringContaining('row 2') })
  })

  const cutsByOthers: [what: string, statements: string, found: RegExp][] = [
    [
      'rows that go without a word',
      'delete from audit_seals where sequence <= 2',
      /row 1 is gone; the next one there is row 3/,
    ],
    [
      'a start that is moved on by hand',
      'update audit_start set sequence = 2, hash = (select hash from audit_seals where sequence = 2), mac = hash; delete from audit_seals where sequence <= 2',
      /the start of the chain was changed/,
    ],
    ['a start that is gone', 'delete from audit_start', /the start of the chain was changed/],
  ]
  it.each(cutsByOthers)('distinguishes a foreign cut from its own: %s', async (_, statements, found) => {
    for (const statement of statements.split(/;\s*/)) await run(statement)
    const verdict = await verify()
    expect(verdict.kind === 'broken' ? verdict.sentence : verdict).toMatch(found)
    await run("insert into audit_start (id, sequence, hash) values ('only', 0, '') on conflict (id) do nothing")
  })

  it('takes no anchor of its own for a start, though the same secret proves both', async () => {
    const seal = await accounts.database.db
      .selectFrom('audit_seals')
      .select('hash')
      .where('sequence', '=', '3')
      .executeTakeFirstOrThrow()
    const mac = macOf(secrets.auditKeys[0], { sequence: 3, hash: seal.hash })
    await accounts.database.asOwner((db) =>
      db.updateTable('audit_start').set({ sequence: 3, hash: seal.hash, mac }).execute(),
    )
    await run('delete from audit_seals where sequence <= 3')
    expect(await verify()).toMatchObject({
      kind: 'broken',
      sentence: expect.stringContaining('the start of the chain'),
    })
  })

  it('is cut further only from a start that is its own', async () => {
    await cutAfter('4 years 1 hour')
    await run('update audit_start set sequence = 4')
    await expect(cutAfter('6 years 2 days')).rejects.toThrow(ChainDamagedError)
    expect(await eventsThere()).toEqual(['4', '5', '6'])
  })
})
