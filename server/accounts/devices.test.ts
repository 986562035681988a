import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  codeOf,
  startTestAccounts,
  type TestAccounts,
  testPassword,
} from '../../test/support/accounts/test-accounts.ts'
import { removeOld } from '../jobs/keep-retention.ts'
import { findDevice } from './devices.ts'
import { failuresBy } from './sign-in-failures.ts'
import { hashOfToken } from './tokens.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts({
    attempts: { failuresPerAccount: 10, failuresInARow: 12, emailsPerRecipient: 3 },
  })
})
afterAll(() => accounts.database.close())

/** An account, and a browser that has signed in to it. */
async function knownBrowser() {
  const account = await accounts.newAccount()
  return { ...account, device: (await accounts.logIn(account.email)).device }
}

const guess = (email: string, device?: string) => codeOf(accounts.logIn(email, 'a wrong one', { device }))
const signIn = (email: string, device?: string) => codeOf(accounts.logIn(email, testPassword, { device }))

const devicesOf = (accountId: string) =>
  accounts.database.db.selectFrom('devices').selectAll().where('account_id', '=', accountId).execute()

describe('a browser that has signed in before', () => {
  it('B3: signs in while guesses from elsewhere have locked the address', async () => {
    const { email, device } = await knownBrowser()
    await Promise.all(Array.from({ length: 12 }, () => guess(email)))
    expect(await signIn(email)).toBe('too_many_attempts')
    expect(await signIn(email, device)).toBe('done')
    expect(await signIn(email)).toBe('too_many_attempts')
  })

  it('B3: has failures of its own, which lock neither another browser nor the address', async () => {
    const { email, device } = await knownBrowser()
    const { device: other } = await accounts.logIn(email)
    const codes = await Promise.all(Array.from({ length: 30 }, () => guess(email, device)))
    expect(codes.filter((code) => code === 'login_refused')).toHaveLength(10)
    expect(await signIn(email, device)).toBe('too_many_attempts')
    expect(await signIn(email, other)).toBe('done')
    expect(await signIn(email)).toBe('done')
  })

  it('B3: is stopped after too many failures in a row, until the password is reset', async () => {
    const { accountId, email, device } = await knownBrowser()
    const failures = failuresBy(accounts.secrets, { accountId, by: hashOfToken(device) })
    for (let count = 0; count < 12; count++) {
      expect(await guess(email, device)).toBe('login_refused')
      await sql`update sign_in_failures set next_try_at = now(), window_ends_at = now() where email_hash = ${failures}`.execute(
        accounts.database.db,
      )
    }
    expect(await signIn(email, device)).toBe('sign_in_stopped')
    await accounts.verify(await accounts.tokenTo(email, 'verify-address'), { password: testPassword })
    const password = 'another walk in the hills'
    await accounts.reset(await accounts.askForReset(email), password)
    expect(await codeOf(accounts.logIn(email, password, { device }))).toBe('done')
  })

  it('keeps its value, also for a second account; only its hash is stored', async () => {
    const { accountId, email, device } = await knownBrowser()
    expect(device).toMatch(/^[\w-]{43}$/)
    expect((await accounts.logIn(email, testPassword, { device })).device).toBe(device)
    const second = await accounts.newAccount()
    expect((await accounts.logIn(second.email, testPassword, { device })).device).toBe(device)
    expect(await findDevice(accounts.database.db, { email: second.email, device })).toBe(second.accountId)
    expect(await devicesOf(accountId)).toMatchObject([{ value_hash: hashOfToken(device) }])
  })

  it('is asked about alike where the address has no account', async () => {
    const { device } = await knownBrowser()
    const unknown = accounts.newEmail()
    for (let count = 0; count < 3; count++) expect(await guess(unknown, device)).toBe('login_refused')
    expect(await findDevice(accounts.database.db, { email: unknown, device })).toBeUndefined()
  })

  it('is forgotten a year after its last sign-in, and before as one of more than fifty', async () => {
    const { accountId, device, email } = await knownBrowser()
    await sql`update devices set last_used_at = now() - interval '366 days' where account_id = ${accountId}`.execute(
      accounts.database.db,
    )
    const { device: newer } = await accounts.logIn(email)
    await removeOld(accounts)
    expect(await devicesOf(accountId)).toMatchObject([{ value_hash: hashOfToken(newer) }])
    expect(await findDevice(accounts.database.db, { email, device })).toBeUndefined()
    for (let count = 0; count < 51; count++) await accounts.logIn(email)
    expect(await devicesOf(accountId)).toHaveLength(50)
  })
})

describe('a value that the server never gave', () => {
  it.each(['x', 'A'.repeat(43), "' or 1=1 --"])('is like none, and is replaced by one: %j', async (device) => {
    const { accountId, email } = await accounts.newAccount()
    expect((await accounts.logIn(email, testPassword, { device })).device).not.toBe(device)
    expect(await devicesOf(accountId)).toHaveLength(1)
    await Promise.all(Array.from({ length: 12 }, () => guess(email, device)))
    expect(await signIn(email, device)).toBe('too_many_attempts')
  })

  it('of another account does not help to guess', async () => {
    const { email } = await knownBrowser()
    const { device } = await knownBrowser()
    await Promise.all(Array.from({ length: 12 }, () => guess(email)))
    expect(await signIn(email, device)).toBe('too_many_attempts')
  })
})

describe('emails that a stranger can cause', () => {
  const kindsTo = async (email: string) => (await accounts.emailsTo(email)).map(({ kind }) => kind)
  const changeTo = async (newEmail: string) => {
    const { accountId } = await accounts.newAccount()
    return codeOf(accounts.changeMe(accountId, { newEmail, password: testPassword }))
  }

  it('B3: go to an address three times an hour, whatever causes them and from wherever', async () => {
    const { accountId, email } = await accounts.newAccount()
    expect(await changeTo(email)).toBe('done')
    await accounts.forgot(email)
    await accounts.untilResetsAreMade()
    expect(await changeTo(email)).toBe('too_many_attempts')
    expect(await codeOf(accounts.resend(accountId))).toBe('too_many_attempts')
    const asked = await accounts.forgot(email)
    expect(asked).toEqual(await accounts.forgot(accounts.newEmail()))
    await accounts.replaceKeyOf(accountId)
    await accounts.untilResetsAreMade()
    expect(await kindsTo(email)).toEqual(['verify-address', 'confirm-new-address', 'reset-password'])
  })

  it('B4: are counted alike for an address without an account, which may still sign up', async () => {
    const email = accounts.newEmail()
    for (let count = 0; count < 2; count++) await accounts.forgot(email)
    expect(await changeTo(email)).toBe('done')
    expect(await changeTo(email)).toBe('too_many_attempts')
    const { _id } = await accounts.signUp({ email })
    expect(await kindsTo(email)).toEqual(['confirm-new-address'])
    expect(await codeOf(accounts.resend(_id))).toBe('too_many_attempts')
  })

  it('B3: leave a known browser three of its own, and no more with a second browser', async () => {
    const { email, device } = await knownBrowser()
    const { device: second } = await accounts.logIn(email)
    for (let count = 0; count < 5; count++) await accounts.forgot(email)
    await accounts.untilResetsAreMade()
    expect((await kindsTo(email)).filter((kind) => kind === 'reset-password')).toHaveLength(2)
    for (const each of [device, second, device, second, device]) await accounts.forgot(email, { device: each })
    await accounts.untilResetsAreMade()
    expect((await kindsTo(email)).filter((kind) => kind === 'reset-password')).toHaveLength(5)
  })

  it('B3: leave the sign-up of a known browser its own, when it requests its link again', async () => {
    const { accountId, email, device } = await knownBrowser()
    for (let count = 0; count < 3; count++) await accounts.forgot(email)
    expect(await codeOf(accounts.resend(accountId))).toBe('too_many_attempts')
    expect(await codeOf(accounts.resend(accountId, device))).toBe('done')
  })

  it('do not delay what the owner of a verified address receives', async () => {
    const { accountId, email } = await accounts.newOwner()
    for (let count = 0; count < 3; count++) await accounts.forgot(email)
    await accounts.replaceKeyOf(accountId)
    expect(await kindsTo(email)).toContain('key-replaced')
  })
})
