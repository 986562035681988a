import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  codeOf,
  startTestAccounts,
  type TestAccounts,
  testPassword,
} from '../../test/support/accounts/test-accounts.ts'
import { eventually } from '../../test/support/eventually.ts'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { ApiError } from '../http/verb.ts'
import { removeOld } from '../jobs/keep-retention.ts'
import { startResetEmails } from './reset-emails.ts'
import { insertResetRequest } from './reset-store.ts'
import { emailHashOf, failuresBy } from './sign-in-failures.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts({
    attempts: {
      failuresPerAccount: 10,
      failuresInARow: 12,
      signInsPerIp: 60,
      signUpsPerIp: 20,
      emailsPerRecipient: 3,
      resetsPerIp: 20,
    },
  })
})
afterAll(() => accounts.database.close())

let ips = 0
/** An address that no other test calls from. */
const newIp = () => `10.0.${ips >> 8}.${ips++ & 255}`

const newAccount = async () => accounts.signUp({ email: accounts.newEmail() }, newIp())
const guess = (email: string, password = 'a wrong one') => codeOf(accounts.logIn(email, password, { ip: newIp() }))

/** Lets time pass for the failures of an address. */
const passTime = (email: string, by: string) =>
  sql`update sign_in_failures set next_try_at = next_try_at - ${by}::interval, window_ends_at = window_ends_at - ${by}::interval
    where email_hash = ${emailHashOf(accounts.secrets, email)}`.execute(accounts.database.db)

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error) => (error instanceof ApiError ? error : expect.unreachable(String(error))),
  )

describe.each(['with', 'without'])('B3: an address %s an account', (which) => {
  const newEmail = async () => (which === 'without' ? accounts.newEmail() : (await newAccount()).email)

  it('may fail ten times in 15 minutes, with pauses that double from the third on', async () => {
    const email = await newEmail()
    const pauses: number[] = []
    for (let failures = 1; failures <= 2; failures++) expect(await guess(email)).toBe('login_refused')
    for (let failures = 3; failures <= 10; failures++) {
      const startedMs = performance.now()
      expect(await guess(email)).toBe('login_refused')
      // A minute more, so that no pause is over before a busy machine gets around to asking.
      await passTime(email, '-1 minute')
      const refused = await errorOf(accounts.logIn(email, testPassword, { ip: newIp() }))
      expect(refused).toMatchObject({ code: 'too_many_attempts', status: 429 })
      const secondsGone = Math.floor((performance.now() - startedMs) / 1000)
      pauses.push(Number(refused.headers['retry-after']) - 60)
      if (failures < 10) {
        const pause = 2 ** (failures - 3)
        expect(pauses.at(-1)).toBeLessThanOrEqual(pause)
        expect(pauses.at(-1)).toBeGreaterThanOrEqual(pause - secondsGone)
      }
      await passTime(email, `${60 + 2 ** (failures - 3)} seconds`)
    }
    expect(pauses.at(-1)).toBeGreaterThan(700)
    await passTime(email, '15 minutes')
    expect(await guess(email)).toBe('login_refused')
  })

  it('is tried ten times of thirty at once', async () => {
    const email = await newEmail()
    const codes = await Promise.all(Array.from({ length: 30 }, () => guess(email)))
    expect(codes.filter((code) => code === 'login_refused')).toHaveLength(10)
    expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(20)
  })

  it('is stopped after a number of failures in a row, however long they take', async () => {
    const email = await newEmail()
    for (let failures = 1; failures <= 12; failures++) {
      expect(await guess(email)).toBe('login_refused')
      await passTime(email, '1 day')
    }
    expect(await guess(email)).toBe('sign_in_stopped')
    expect(await guess(email, testPassword)).toBe('sign_in_stopped')
  })
})

describe('failures', () => {
  it('of a year ago are forgotten, and of less are not', async () => {
    const [older, newer] = [accounts.newEmail(), accounts.newEmail()]
    for (const email of [older, newer]) await guess(email)
    await passTime(older, '367 days')
    await passTime(newer, '360 days')
    await removeOld(accounts)
    const kept = await accounts.database.db.selectFrom('sign_in_failures').select('email_hash').execute()
    const hashes = kept.map(({ email_hash }) => email_hash.toString('hex'))
    expect(hashes).not.toContain(emailHashOf(accounts.secrets, older).toString('hex'))
    expect(hashes).toContain(emailHashOf(accounts.secrets, newer).toString('hex'))
  })
})

describe('a link to reset a password', () => {
  it('is made although old failures cannot be cleared', async () => {
    const database = await startTestDatabase()
    const said: string[] = []
    await database.asOwner((db) => sql`alter table sign_in_failures rename to out_of_reach`.execute(db))
    await insertResetRequest(database.db, { email: 'ada@example.org', isPortal: false })
    const emails = startResetEmails({ ...accounts, database, warn: (sentence) => said.push(sentence) })
    await eventually(async () =>
      expect(await database.db.selectFrom('reset_requests').selectAll().execute()).toEqual([]),
    )
    await emails.close()
    await database.close()
    expect(said).toEqual([])
  })
})

describe('B3: the right password', () => {
  it('forgets the failures before', async () => {
    const { email } = await newAccount()
    for (let rounds = 0; rounds < 10; rounds++) {
      expect(await guess(email)).toBe('login_refused')
      expect(await guess(email)).toBe('login_refused')
      expect(await guess(email, testPassword)).toBe('done')
    }
  })

  it('must be reset after too many failures in a row, which signs in again', async () => {
    const { email } = await newAccount()
    for (let failures = 1; failures <= 12; failures++) {
      await guess(email)
      await passTime(email, '1 day')
    }
    const stopped = await errorOf(accounts.logIn(email, testPassword, { ip: newIp() }))
    expect(stopped).toMatchObject({ code: 'sign_in_stopped', status: 403, headers: {} })
    await accounts.forgot(email, { ip: newIp() })
    await accounts.untilResetsAreMade()
    await accounts.reset(await accounts.tokenTo(email, 'reset-password'), 'another walk in the hills')
    expect(await guess(email, 'another walk in the hills')).toBe('done')
  })

  it('B9: guessed at by a session has limits of its own, which sign-ins neither meet nor use up', async () => {
    const { _id, email } = await newAccount()
    const change = () => codeOf(accounts.changeMe(_id, { newEmail: accounts.newEmail(), password: 'a wrong one' }))
    for (let failures = 1; failures <= 3; failures++) expect(await change()).toBe('password_wrong')
    await sql`update sign_in_failures set next_try_at = next_try_at + interval '1 minute'
      where email_hash = ${failuresBy(accounts.secrets, { accountId: _id, by: 'session' })}`.execute(
      accounts.database.db,
    )
    expect(await change()).toBe('too_many_attempts')
    expect(await guess(email, testPassword)).toBe('done')
  })

  it('is not counted as a failure when it could not be looked at', async () => {
    const { email } = await newAccount()
    const crowd = Array.from({ length: 80 }, () => guess(accounts.newEmail()))
    const codes = await Promise.all([...crowd, ...Array.from({ length: 8 }, () => guess(email, testPassword))])
    expect(codes).toContain('overloaded')
    expect(await guess(email, testPassword)).toBe('done')
    for (let failures = 1; failures <= 2; failures++) expect(await guess(email)).toBe('login_refused')
    expect(await guess(email, testPassword)).toBe('done')
  })
})

describe('B3: from one IP address', () => {
  it('there may be 60 sign-ins a minute, for any account', async () => {
    const ip = newIp()
    const codes: string[] = []
    for (let count = 0; count < 61; count++) codes.push(await codeOf(accounts.logIn(accounts.newEmail(), 'x', { ip })))
    expect(codes).toEqual([...Array(60).fill('login_refused'), 'too_many_attempts'])
    const refused = await errorOf(accounts.logIn(accounts.newEmail(), 'x', { ip }))
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(61)
    expect(await codeOf(accounts.logIn(accounts.newEmail(), 'x', { ip: newIp() }))).toBe('login_refused')
  })

  it('there may be 20 sign-ups an hour, refused ones among them', async () => {
    const ip = newIp()
    const { email } = await newAccount()
    const codes: string[] = []
    for (let count = 0; count < 21; count++) codes.push(await codeOf(accounts.signUp({ email }, ip)))
    expect(codes).toEqual([...Array(20).fill('email_taken'), 'too_many_attempts'])
  })

  it('20 links to reset a password may be requested in an hour', async () => {
    const ip = newIp()
    const codes: string[] = []
    for (let count = 0; count < 21; count++) codes.push(await codeOf(accounts.forgot(accounts.newEmail(), { ip })))
    expect(codes).toEqual([...Array(20).fill('done'), 'too_many_attempts'])
  })

  it('all addresses of an IPv6 network count as one, and of IPv4 each for itself', async () => {
    const codes: string[] = []
    for (let count = 0; count < 21; count++) {
      codes.push(await codeOf(accounts.forgot(accounts.newEmail(), { ip: `2001:db8:0:7::${count.toString(16)}` })))
    }
    expect(codes.at(-1)).toBe('too_many_attempts')
    expect(await codeOf(accounts.forgot(accounts.newEmail(), { ip: '2001:db8:0:8::1' }))).toBe('done')
  })
})

describe('B3: emails of sign-up and reset', () => {
  it('go to an address three times an hour together; further requests are answered alike, from wherever they come', async () => {
    const { email } = await newAccount()
    const answers: unknown[] = []
    for (let count = 0; count < 5; count++) answers.push(await accounts.forgot(email, { ip: newIp() }))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await accounts.untilResetsAreMade()
    const kinds = (await accounts.emailsTo(email)).map(({ kind }) => kind)
    expect(kinds).toEqual(['verify-address', 'reset-password', 'reset-password'])
  })
})
