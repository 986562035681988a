import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  codeOf,
  startTestAccounts,
  type TestAccounts,
  testPassword,
} from '../../test/support/accounts/test-accounts.ts'
import { withTransactions } from '../../test/support/platform/test-transactions.ts'
import { fail } from '../http/verb.ts'
import { emailHashOf } from './sign-in-failures.ts'
import { verifyEmail } from './verify-email.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

const ageProofs = (accountId: string, by: string) =>
  sql`update email_proofs set expires_at = expires_at - ${by}::interval where account_id = ${accountId}`.execute(
    accounts.database.db,
  )

async function askForChange() {
  const session = await accounts.newSession()
  const newEmail = accounts.newEmail()
  await accounts.changeMe(session.accountId, { newEmail, password: testPassword })
  return { ...session, newEmail, token: await accounts.tokenTo(newEmail, 'confirm-new-address') }
}

/** How many transactions wait for another one. */
async function waitingForLocks(): Promise<number> {
  const waiting = sql`select pid from pg_stat_activity where wait_event_type = 'Lock'`
  return (await waiting.execute(accounts.database.db)).rows.length
}

const kindsTo = async (email: string) => (await accounts.emailsTo(email)).map(({ kind }) => kind)

describe('a new account', () => {
  it('B8: gets a link that verifies its address, again and again with the same answer', async () => {
    const { accountId, email } = await accounts.newAccount()
    const token = await accounts.tokenTo(email, 'verify-address')
    const answers = await Promise.all(Array.from({ length: 20 }, () => accounts.verify(token)))
    for (const answer of answers) expect(answer).toEqual({ message: 'Your email address is verified.', email })
    expect(await accounts.showMe(accountId)).toMatchObject({ email, emailVerified: true, pendingEmail: null })
    expect(await accounts.verify(token)).toEqual(answers[0])
  })

  it('B8: may request another link; the earlier one still works', async () => {
    const { accountId, email } = await accounts.newAccount()
    const first = await accounts.tokenTo(email, 'verify-address')
    expect(await accounts.resend(accountId)).toEqual({ message: `An email with a new link is on its way to ${email}.` })
    const second = await accounts.tokenTo(email, 'verify-address')
    expect(second).not.toBe(first)
    expect(await accounts.verify(first)).toEqual({ message: 'Your email address is verified.', email })
    expect(await accounts.verify(second)).toEqual({ message: 'Your email address is already verified.', email })
    expect(await codeOf(accounts.resend(accountId))).toBe('email_verified')
  })

  it('B8: whose address a reset has verified is answered by the first link that it is, also after a day', async () => {
    const { accountId, email } = await accounts.newAccount()
    const link = await accounts.tokenTo(email, 'verify-address')
    await accounts.reset(await accounts.askForReset(email), 'another walk in the hills')
    const answer = { message: 'Your email address is already verified.', email }
    expect(await accounts.verify(link)).toEqual(answer)
    await ageProofs(accountId, '25 hours')
    expect(await accounts.verify(link)).toEqual(answer)
  })
})

describe('a link to verify an address', () => {
  it.each([
    ['23 hours 59 minutes', 'done'],
    ['24 hours', 'verification_link_invalid'],
  ])('B8: works for a day: after %s %s', async (past, code) => {
    const { accountId, email } = await accounts.newAccount()
    const token = await accounts.tokenTo(email, 'verify-address')
    await ageProofs(accountId, past)
    expect(await codeOf(accounts.verify(token))).toBe(code)
  })

  it.each(['', 'x', 'A'.repeat(43)])('that was never given is refused: %j', async (token) => {
    expect(await codeOf(accounts.verify(token))).toBe('verification_link_invalid')
  })
})

describe('changing the address', () => {
  it('B9: needs the password, and counts a wrong one like a sign-in that failed', async () => {
    const { accountId, email } = await accounts.newAccount()
    const newEmail = accounts.newEmail()
    expect(await codeOf(accounts.changeMe(accountId, { newEmail, password: 'a wrong one' }))).toBe('password_wrong')
    expect(await accounts.emailsTo(newEmail)).toEqual([])
    expect(await kindsTo(email)).toEqual(['verify-address'])
    expect(await accounts.showMe(accountId)).toMatchObject({ email, pendingEmail: null })
  })

  it('B9: leaves everything as it is until the new address is verified, and emails the old one', async () => {
    const { accountId, email, header, newEmail } = await askForChange()
    expect(await accounts.showMe(accountId)).toMatchObject({ email, pendingEmail: newEmail })
    expect(await accounts.sessions.check(header)).toMatchObject({ ok: true })
    expect(await kindsTo(email)).toEqual(['verify-address', 'address-change-asked'])
    expect(await codeOf(accounts.logIn(newEmail))).toBe('login_refused')
  })

  it('B6, B9: happens when the link is followed: every session ends, both addresses get an email', async () => {
    const { accountId, email, header, newEmail, token } = await askForChange()
    expect(await accounts.verify(token, { header })).toMatchObject({ email: newEmail })
    expect(await accounts.sessions.check(header)).toEqual({ ok: false, code: 'session_invalid' })
    expect(await accounts.showMe(accountId)).toMatchObject({ email: newEmail, emailVerified: true, pendingEmail: null })
    expect(await kindsTo(email)).toEqual(['verify-address', 'address-change-asked', 'address-changed'])
    expect(await kindsTo(newEmail)).toEqual(['confirm-new-address', 'address-changed'])
    expect(await codeOf(accounts.logIn(newEmail))).toBe('done')
    expect(await codeOf(accounts.logIn(email))).toBe('login_refused')
    expect(await accounts.verify(token)).toMatchObject({ email: newEmail })
  })

  it('B6: replaces the API key of admins only, and emails the new address', async () => {
    const admin = await accounts.newAdmin()
    const other = await accounts.newAccount()
    const change = async ({ accountId, email }: { accountId: string; email: string }) => {
      const newEmail = accounts.newEmail()
      await accounts.changeMe(accountId, { newEmail, password: testPassword })
      const header = `Bearer ${(await accounts.logIn(email)).token}`
      await accounts.verify(await accounts.tokenTo(newEmail, 'confirm-new-address'), { header })
      return kindsTo(newEmail)
    }
    // The last two are of one transaction, and maybe of one millisecond, so neither is the first.
    expect((await change(admin)).sort()).toEqual(['address-changed', 'confirm-new-address', 'key-replaced'])
    expect(await change(other)).toEqual(['confirm-new-address', 'address-changed'])
    expect(await accounts.keys.check(admin.apiKey)).toMatchObject({ ok: false, code: 'key_revoked' })
    expect(await accounts.keys.check(other.apiKey)).toMatchObject({ ok: true })
    expect(await accounts.showMe(admin.accountId)).toMatchObject({ keyReplaceAdvised: false })
  })

  /** Follows the link with a transaction that is run in this way. */
  function verifyWith(
    run: Parameters<typeof withTransactions>[1],
    { token, header }: { token: string; header: string },
  ) {
    const database = withTransactions(accounts.database, run)
    const caller = { kind: 'anyone' } as const
    const request = {
      params: {},
      query: {},
      headers: { Authorization: header },
      client: { ip: '127.0.0.1' },
      caller,
      fail,
    }
    return verifyEmail({ ...accounts, database })({ ...request, body: { token } })
  }

  it('B6: changes nothing when its transaction fails at its end: sessions, address and link work as before', async () => {
    const changing = await askForChange()
    const { accountId, email, header, newEmail, token } = changing
    const verified = verifyWith(async (work, execute) => {
      await execute(async (trx) => {
        await work(trx)
        throw new Error('cut off')
      })
    }, changing)
    await expect(verified).rejects.toThrow('cut off')
    expect(await accounts.sessions.check(header)).toMatchObject({ ok: true })
    expect(await accounts.showMe(accountId)).toMatchObject({ email, pendingEmail: newEmail })
    expect(await kindsTo(email)).not.toContain('address-changed')
    expect(await accounts.verify(token, { header })).toMatchObject({ email: newEmail })
  })

  it('B6: has ended every session and written its emails with its transaction, even if the process dies', async () => {
    const changing = await askForChange()
    const { accountId, email, header, newEmail } = changing
    const verified = verifyWith(async (work, execute) => {
      await execute(work)
      throw new Error('cut off')
    }, changing)
    await expect(verified).rejects.toThrow('cut off')
    expect(await accounts.sessions.check(header)).toEqual({ ok: false, code: 'session_invalid' })
    expect(await accounts.showMe(accountId)).toMatchObject({ email: newEmail, emailVerified: true, pendingEmail: null })
    expect(
      [...(await kindsTo(email)), ...(await kindsTo(newEmail))].filter((kind) => kind === 'address-changed'),
    ).toHaveLength(2)
  })

  it('says that the address is taken when it is, and not when the database refuses another row', async () => {
    const changing = await askForChange()
    const { accountId, email } = changing
    const verified = verifyWith(async (work, execute) => {
      await execute(async (trx) => {
        await work(trx)
        await sql`insert into letters select * from letters where recipient = ${email}`.execute(trx)
      })
    }, changing)
    await expect(verified).rejects.toThrow(/duplicate key value violates unique constraint "letters_pkey"/)
    expect(await accounts.showMe(accountId)).toMatchObject({ email })
  })

  it('B9: makes links to reset the password that went to the old address worthless', async () => {
    const { email, header, token } = await askForChange()
    const reset = await accounts.askForReset(email)
    await accounts.verify(token, { header })
    expect(await codeOf(accounts.reset(reset, 'another walk in the hills'))).toBe('reset_link_invalid')
  })

  it('B4, B9: to an address that has an account is answered alike, and fails for the reader of its mail', async () => {
    const taken = await accounts.newAccount()
    const mine = await accounts.newSession()
    const asked = await accounts.changeMe(mine.accountId, { newEmail: taken.email, password: testPassword })
    expect(asked).toMatchObject({ email: mine.email, pendingEmail: taken.email })
    const token = await accounts.tokenTo(taken.email, 'confirm-new-address')
    expect(await codeOf(accounts.verify(token, { header: mine.header }))).toBe('email_taken')
    expect(await accounts.showMe(mine.accountId)).toMatchObject({ email: mine.email })
    expect(await accounts.showMe(taken.accountId)).toMatchObject({ email: taken.email })
  })

  it('B9: gives an address that twenty accounts ask for to one of them', async () => {
    const newEmail = accounts.newEmail()
    const asking = await Promise.all(Array.from({ length: 20 }, () => accounts.newSession()))
    for (const { accountId } of asking) await accounts.changeMe(accountId, { newEmail, password: testPassword })
    const tokens = (await accounts.emailsTo(newEmail)).map(({ token }) => token)
    expect(tokens).toHaveLength(20)
    const codes = await Promise.all(
      tokens.map((token, index) => codeOf(accounts.verify(token, { header: asking[index]?.header ?? '' }))),
    )
    expect(codes.toSorted()).toEqual(['done', ...Array(19).fill('email_taken')])
  })

  it('can be requested again with another address; the link that is used first voids the others', async () => {
    const { accountId, header, token } = await askForChange()
    const newEmail = accounts.newEmail()
    expect(await accounts.changeMe(accountId, { newEmail, password: testPassword })).toMatchObject({
      pendingEmail: newEmail,
    })
    await accounts.resend(accountId)
    expect(await accounts.verify(await accounts.tokenTo(newEmail, 'confirm-new-address'), { header })).toMatchObject({
      email: newEmail,
    })
    expect(await codeOf(accounts.verify(token, { header }))).toBe('verification_link_invalid')
  })

  it('B3: of an address that is not verified may be requested three times a day, of a verified one more often', async () => {
    const { accountId } = await accounts.newAccount()
    const ask = (id: string) => codeOf(accounts.changeMe(id, { newEmail: accounts.newEmail(), password: testPassword }))
    for (let count = 0; count < 3; count++) expect(await ask(accountId)).toBe('done')
    expect(await ask(accountId)).toBe('too_many_attempts')
    const owner = await accounts.newOwner()
    for (let count = 0; count < 4; count++) expect(await ask(owner.accountId)).toBe('done')
  })

  it('sends at most five emails an hour, wherever they go', async () => {
    const { accountId, email } = await accounts.newOwner()
    const ask = () => codeOf(accounts.changeMe(accountId, { newEmail: accounts.newEmail(), password: testPassword }))
    for (let count = 0; count < 5; count++) expect(await ask()).toBe('done')
    expect(await ask()).toBe('too_many_attempts')
    expect(await codeOf(accounts.resend(accountId))).toBe('too_many_attempts')
    // The password was right, so that nothing stops a sign-in.
    const failures = accounts.database.db.selectFrom('sign_in_failures').selectAll()
    expect(await failures.where('email_hash', '=', emailHashOf(accounts.secrets, email)).execute()).toEqual([])
  })

  it('sends them all, also when the password was mistyped before', async () => {
    const { accountId } = await accounts.newOwner()
    const ask = (password: string) => codeOf(accounts.changeMe(accountId, { newEmail: accounts.newEmail(), password }))
    for (let count = 0; count < 2; count++) expect(await ask('a wrong one')).toBe('password_wrong')
    for (let count = 0; count < 5; count++) expect(await ask(testPassword)).toBe('done')
  })

  it('B7: gives the old address no link to reset the password that is made at that moment', async () => {
    const { accountId, email, header, newEmail, token } = await askForChange()
    // Does all of its work, and is done only when the link waits for it to be done.
    const database = withTransactions(accounts.database, (work, execute) =>
      execute(async (trx) => {
        const proved = await work(trx)
        await accounts.forgot(email)
        await expect.poll(waitingForLocks, { interval: 10 }).toBe(1)
        return proved
      }),
    )
    const caller = { kind: 'anyone' } as const
    const request = {
      params: {},
      query: {},
      headers: { Authorization: header },
      client: { ip: '127.0.0.1' },
      caller,
      fail,
    }
    await verifyEmail({ ...accounts, database })({ ...request, body: { token } })
    await accounts.untilResetsAreMade()
    expect(await kindsTo(email)).not.toContain('reset-password')
    const links = accounts.database.db.selectFrom('reset_tokens').selectAll().where('account_id', '=', accountId)
    expect(await links.execute()).toEqual([])
    expect(await accounts.showMe(accountId)).toMatchObject({ email: newEmail })
  })

  it('to the present one is refused', async () => {
    const { accountId, email } = await accounts.newAccount()
    expect(await codeOf(accounts.changeMe(accountId, { newEmail: email, password: testPassword }))).toBe(
      'invalid_input',
    )
  })
})

describe('changing the phone number', () => {
  it('B9: takes no password', async () => {
    const { accountId } = await accounts.newAccount()
    expect(await accounts.changeMe(accountId, { newPhone: '+1 212 555 0199' })).toMatchObject({
      phone: '+1 212 555 0199',
    })
  })

  it.each([
    [{}, 'email_and_password_missing'],
    [{ newPhone: '' }, 'phone_missing'],
    [{ newEmail: 'a@example.org' }, 'email_and_password_missing'],
    [{ newEmail: '', password: testPassword }, 'email_and_password_missing'],
    [{ newEmail: 'a@example.org', password: '' }, 'email_and_password_missing'],
    [{ password: testPassword }, 'email_and_password_missing'],
    [{ newPhone: '2125550101', newEmail: 'a@example.org', password: testPassword }, 'invalid_input'],
    [{ newPhone: '2125550101', password: testPassword }, 'invalid_input'],
  ])('or the address with %j changes nothing: %s', async (body, code) => {
    const { accountId } = await accounts.newAccount()
    const before = await accounts.showMe(accountId)
    expect(await codeOf(accounts.changeMe(accountId, body))).toBe(code)
    expect(await accounts.showMe(accountId)).toEqual(before)
  })
})

describe('B5: signing out', () => {
  it('ends this session and no other', async () => {
    const { accountId, sessionId, header, email } = await accounts.newSession()
    const other = await accounts.logIn(email)
    await accounts.logOut(accountId, sessionId)
    expect(await accounts.sessions.check(header)).toEqual({ ok: false, code: 'session_invalid' })
    expect(await accounts.sessions.check(`Bearer ${other.token}`)).toMatchObject({ ok: true })
  })
})
