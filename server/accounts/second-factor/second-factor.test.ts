import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { SecondFactorStep } from '#contract/second-factor'
import {
  codeOf,
  startTestAccounts,
  type TestAccounts,
  testPassword,
} from '../../../test/support/accounts/test-accounts.ts'
import { softPasskey } from '../../../test/support/soft-passkey.ts'
import { setAdmin } from '../admin-role.ts'
import { dropFactors } from './factor-store.ts'
import { resetFactors } from './manage.ts'

let accounts: TestAccounts
beforeAll(async () => {
  accounts = await startTestAccounts()
})
afterAll(() => accounts.database.close())

type Session = Awaited<ReturnType<TestAccounts['newSession']>>

const password = testPassword
const origin = () => accounts.settings.publicUrl

/** The code that an app shows some steps of 30 seconds from now. */
const codeIn = (secret: string, steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })

async function addApp({ accountId, sessionId }: Session) {
  const { verbs, by } = accounts
  const started = await verbs.startTotp({ ...by(accountId, sessionId), body: { password } })
  const { secret } = z.object({ output: z.object({ secret: z.string() }) }).parse(started).output
  // The step before the present one, so that a sign-in may use the present one.
  const confirmed = await verbs.confirmTotp({ ...by(accountId, sessionId), body: { code: codeIn(secret, -1) } })
  const codes = z.object({ output: z.object({ recoveryCodes: z.array(z.string()).nullable() }) }).parse(confirmed)
  return { secret, recoveryCodes: codes.output.recoveryCodes ?? [] }
}

async function challengeForPasskey({ accountId, sessionId }: Session): Promise<string> {
  const started = await accounts.verbs.startPasskey({ ...accounts.by(accountId, sessionId), body: { password } })
  return z.object({ output: z.object({ options: z.object({ challenge: z.string() }) }) }).parse(started).output.options
    .challenge
}

async function addPasskey(session: Session, passkey = softPasskey(origin()), name = 'Laptop') {
  const { accountId, sessionId } = session
  const body = { name, passkey: passkey.create(await challengeForPasskey(session)) }
  await accounts.verbs.addPasskey({ ...accounts.by(accountId, sessionId), body })
  return passkey
}

/** What a right password is answered where it is not all. */
async function stepOf(email: string): Promise<SecondFactorStep> {
  const error = await accounts.logIn(email).then(
    () => expect.unreachable('the password was enough'),
    (thrown) => thrown,
  )
  expect(error).toMatchObject({ code: 'second_factor_required', status: 401 })
  return error.members
}

type Proof = Partial<Omit<Parameters<TestAccounts['verbs']['secondFactorLogin']>[0]['body'], 'challenge'>>

const take = (challenge: string, proof: Proof) =>
  accounts.verbs.secondFactorLogin({ ...accounts.anyone, body: { challenge, ...proof } })

const overview = async ({ accountId, sessionId }: Pick<Session, 'accountId' | 'sessionId'>) => {
  const answer = await accounts.verbs.secondFactors(accounts.by(accountId, sessionId))
  return 'output' in answer ? answer.output : expect.unreachable()
}

const emailsTo = async (email: string) => (await accounts.emailsTo(email)).map(({ kind }) => kind)

const actionsOf = async (accountId: string) => {
  const rows = await accounts.database.db
    .selectFrom('audit_events')
    .select('action')
    .where('subject', '=', accountId)
    .execute()
  return rows.map(({ action }) => action)
}

describe('G2, B13: an authenticator app', () => {
  it('requires its code at each sign-in from then on, and signs in with it', async () => {
    const session = await accounts.newSession()
    const { secret } = await addApp(session)
    const step = await stepOf(session.email)
    expect(step.methods).toEqual(['code', 'recoveryCode'])
    const answer = await take(step.challenge, { code: codeIn(secret) })
    expect(answer).toEqual({ output: { token: expect.any(String), device: expect.any(String) } })
    expect(await accounts.showMe(session.accountId)).toMatchObject({ secondFactor: 'on' })
    expect(await emailsTo(session.email)).toContain('second-factor-changed')
    expect(await actionsOf(session.accountId)).toContain('account.factor_added')
  })

  it('counts only once a code of it was seen', async () => {
    const { accountId, sessionId, email } = await accounts.newSession()
    const { verbs, by } = accounts
    await verbs.startTotp({ ...by(accountId, sessionId), body: { password } })
    expect(await codeOf(verbs.confirmTotp({ ...by(accountId, sessionId), body: { code: '000000' } }))).toBe(
      'second_factor_wrong',
    )
    expect(await codeOf(accounts.logIn(email))).toBe('done')
  })

  it('is taken one step early or late, and no earlier or later', async () => {
    for (const [steps, outcome] of [
      [-2, 'second_factor_wrong'],
      [0, 'done'],
      [1, 'done'],
      [3, 'second_factor_wrong'],
    ] as const) {
      const session = await accounts.newSession()
      const { secret } = await addApp(session)
      const { challenge } = await stepOf(session.email)
      expect(await codeOf(take(challenge, { code: codeIn(secret, steps) })), `${steps}`).toBe(outcome)
    }
  })

  it('signs in once with one code, also when a hundred bring it at the same time', async () => {
    const session = await accounts.newSession()
    const { secret } = await addApp(session)
    const challenges: string[] = []
    for (let count = 0; count < 20; count++) challenges.push((await stepOf(session.email)).challenge)
    const code = codeIn(secret)
    const tries = Array.from({ length: 100 }, (_, index) => take(challenges[index % 20] ?? '', { code }))
    const codes = await Promise.all(tries.map(codeOf))
    expect(codes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    const { challenge } = await stepOf(session.email)
    expect(await codeOf(take(challenge, { code }))).toBe('second_factor_wrong')
  })

  it('stops after ten wrong codes in fifteen minutes, also for a right one, and goes on afterwards', async () => {
    const session = await accounts.newSession()
    const { secret } = await addApp(session)
    const { challenge } = await stepOf(session.email)
    const wrong = await Promise.all(
      Array.from({ length: 100 }, (_, index) => codeOf(take(challenge, { code: String(index).padStart(6, '0') }))),
    )
    expect(wrong.filter((outcome) => outcome === 'second_factor_wrong')).toHaveLength(10)
    expect(wrong.filter((outcome) => outcome === 'too_many_attempts')).toHaveLength(90)
    expect(await codeOf(take(challenge, { code: codeIn(secret) }))).toBe('too_many_attempts')
    await sql`update sign_in_failures set window_ends_at = now()`.execute(accounts.database.db)
    expect(await codeOf(take(challenge, { code: codeIn(secret) }))).toBe('done')
  })

  it('is stored sealed, and is not set up twice', async () => {
    const session = await accounts.newSession()
    const { secret } = await addApp(session)
    const row = await accounts.database.db
      .selectFrom('second_factors')
      .selectAll()
      .where('account_id', '=', session.accountId)
      .executeTakeFirstOrThrow()
    expect(row.sealed_secret?.includes(secret)).toBe(false)
    expect(JSON.stringify(row)).not.toContain(secret)
    const again = accounts.verbs.startTotp({ ...accounts.by(session.accountId), body: { password } })
    expect(await codeOf(again)).toBe('second_factor_exists')
  })
})

describe('G2: recovery codes', () => {
  it('are ten, and each signs in once, however it is typed, which an email reports', async () => {
    const session = await accounts.newSession()
    const { recoveryCodes } = await addApp(session)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = ''] = recoveryCodes
    const { challenge } = await stepOf(session.email)
    expect(await codeOf(take(challenge, { recoveryCode: ` ${first.toUpperCase().replaceAll('-', ' ')}` }))).toBe('done')
    expect((await accounts.emailsTo(session.email)).at(-1)?.text).toContain('Recovery codes left: 9')
    const next = await stepOf(session.email)
    expect(await codeOf(take(next.challenge, { recoveryCode: first }))).toBe('second_factor_wrong')
    expect(await overview(session)).toMatchObject({ recoveryCodesLeft: 9 })
  })

  it('sign in once when a hundred bring the same one at the same time', async () => {
    const session = await accounts.newSession()
    const { recoveryCodes } = await addApp(session)
    const challenges: string[] = []
    for (let count = 0; count < 10; count++) challenges.push((await stepOf(session.email)).challenge)
    const tries = Array.from({ length: 100 }, (_, index) =>
      take(challenges[index % 10] ?? '', { recoveryCode: recoveryCodes[0] ?? '' }),
    )
    const codes = await Promise.all(tries.map(codeOf))
    expect(codes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  })

  it('are stored as hashes, and new ones void earlier ones', async () => {
    const session = await accounts.newSession()
    const { recoveryCodes } = await addApp(session)
    const stored = await accounts.database.db.selectFrom('recovery_codes').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(recoveryCodes[0]?.slice(0, 9))
    const { accountId, sessionId, email } = session
    await accounts.verbs.newRecoveryCodes({ ...accounts.by(accountId, sessionId), body: { password } })
    const { challenge } = await stepOf(email)
    expect(await codeOf(take(challenge, { recoveryCode: recoveryCodes[1] ?? '' }))).toBe('second_factor_wrong')
    expect(await overview(session)).toMatchObject({ recoveryCodesLeft: 10 })
  })
})

describe('G2: a passkey', () => {
  it('signs in, for the host of PUBLIC_URL and with its user verified', async () => {
    const session = await accounts.newSession()
    const passkey = await addPasskey(session)
    const step = await stepOf(session.email)
    expect(step).toMatchObject({
      methods: ['passkey', 'recoveryCode'],
      passkey: { rpId: 'localhost', userVerification: 'required', allowCredentials: [{ id: passkey.id }] },
    })
    expect(await codeOf(take(step.challenge, { passkey: passkey.get(step.challenge) }))).toBe('done')
  })

  it('is refused when it counts back, since there are two of it then', async () => {
    const session = await accounts.newSession()
    const passkey = await addPasskey(session)
    const first = await stepOf(session.email)
    passkey.setCounter(6)
    expect(await codeOf(take(first.challenge, { passkey: passkey.get(first.challenge) }))).toBe('done')
    for (const counter of [3, 6]) {
      const next = await stepOf(session.email)
      passkey.setCounter(counter)
      expect(await codeOf(take(next.challenge, { passkey: passkey.get(next.challenge) }))).toBe('second_factor_wrong')
    }
  })

  it('is refused without its user verified, of another host, for another challenge and of another account', async () => {
    const session = await accounts.newSession()
    const passkey = await addPasskey(session)
    const foreign = await addPasskey(await accounts.newSession())
    const { challenge } = await stepOf(session.email)
    const { challenge: other } = await stepOf(session.email)
    const phished = { ...softPasskey('https://localhost.example.org').get(challenge), id: passkey.id }
    const answers = [passkey.get(challenge, { isVerified: false }), phished, passkey.get(other), foreign.get(challenge)]
    for (const answer of answers) {
      expect(await codeOf(take(challenge, { passkey: answer }))).toBe('second_factor_wrong')
    }
  })

  it('is not added without its user verified, for the challenge of another account, or twice', async () => {
    const [session, other] = [await accounts.newSession(), await accounts.newSession()]
    const add = (passkey: ReturnType<ReturnType<typeof softPasskey>['create']>) =>
      codeOf(accounts.verbs.addPasskey({ ...accounts.by(session.accountId), body: { name: 'Key', passkey } }))
    const passkey = softPasskey(origin())
    expect(await add(passkey.create(await challengeForPasskey(session), { isVerified: false }))).toBe(
      'second_factor_wrong',
    )
    expect(await add(passkey.create(await challengeForPasskey(other)))).toBe('second_factor_expired')
    expect(await add(passkey.create((await challengeForPasskey(session)).slice(1)))).toBe('second_factor_expired')
    const challenge = await challengeForPasskey(session)
    expect(await add(passkey.create(challenge))).toBe('done')
    expect(await add(softPasskey(origin()).create(challenge))).toBe('second_factor_expired')
    expect(await add(passkey.create(await challengeForPasskey(session)))).toBe('second_factor_exists')
  })
})

describe('G2: a challenge', () => {
  it('is of one account, works once, and for five minutes', async () => {
    const [session, other] = [await accounts.newSession(), await accounts.newSession()]
    const { secret } = await addApp(session)
    await addApp(other)
    const theirs = await stepOf(other.email)
    expect(await codeOf(take(theirs.challenge, { code: codeIn(secret) }))).toBe('second_factor_wrong')
    const { challenge } = await stepOf(session.email)
    await sql`update factor_challenges set expires_at = now() where account_id = ${session.accountId}`.execute(
      accounts.database.db,
    )
    expect(await codeOf(take(challenge, { code: codeIn(secret) }))).toBe('second_factor_expired')
    const next = await stepOf(session.email)
    expect(await codeOf(take(next.challenge, { code: codeIn(secret) }))).toBe('done')
    expect(await codeOf(take(next.challenge, { code: codeIn(secret, 1) }))).toBe('second_factor_expired')
  })

  it('takes one proof, not none and not two', async () => {
    const session = await accounts.newSession()
    const { secret, recoveryCodes } = await addApp(session)
    const { challenge } = await stepOf(session.email)
    expect(await codeOf(take(challenge, {}))).toBe('invalid_input')
    expect(await codeOf(take(challenge, { code: codeIn(secret), recoveryCode: recoveryCodes[0] ?? '' }))).toBe(
      'invalid_input',
    )
  })

  it('of a passkey being made opens no session', async () => {
    const session = await accounts.newSession()
    const passkey = await addPasskey(session)
    const challenge = await challengeForPasskey(session)
    expect(await codeOf(take(challenge, { passkey: passkey.get(challenge) }))).toBe('second_factor_expired')
  })

  it('ends with the password it was given for', async () => {
    const session = await accounts.newSession()
    const { secret } = await addApp(session)
    const { challenge } = await stepOf(session.email)
    const token = await accounts.askForReset(session.email)
    await accounts.reset(token, 'a short row on the lake')
    expect(await codeOf(take(challenge, { code: codeIn(secret) }))).toBe('second_factor_expired')
  })
})

describe('B13: second factors of an account', () => {
  it('take the password for each change, with the limits on guessing it', async () => {
    const session = await accounts.newSession()
    await addApp(session)
    const { accountId, sessionId } = session
    const { verbs, by } = accounts
    const body = { password: 'another walk' }
    const [factor] = (await overview(session)).factors
    const params = { id: factor?.id ?? '' }
    expect(await codeOf(verbs.startPasskey({ ...by(accountId, sessionId), body }))).toBe('password_wrong')
    expect(await codeOf(verbs.newRecoveryCodes({ ...by(accountId, sessionId), body }))).toBe('password_wrong')
    expect(await codeOf(verbs.removeFactor({ ...by(accountId, sessionId), params, body }))).toBe('password_wrong')
    expect(await codeOf(verbs.startTotp({ ...by(accountId, sessionId), body }))).toBe('too_many_attempts')
    expect((await overview(session)).factors).toHaveLength(1)
  })

  it('end every other session, and sign-ins under way, when the first one is added', async () => {
    const session = await accounts.newSession()
    const { token } = await accounts.logIn(session.email)
    await addApp(session)
    expect(await accounts.sessions.check(`Bearer ${token}`)).toMatchObject({ ok: false })
    expect(await accounts.sessions.check(session.header)).toMatchObject({ ok: true })
  })

  it('are removed one by one, and with the last one the recovery codes', async () => {
    const session = await accounts.newSession()
    await addApp(session)
    await addPasskey(session)
    const { accountId, sessionId, email } = session
    const { factors } = await overview(session)
    expect(factors.map(({ kind }) => kind)).toEqual(['totp', 'passkey'])
    for (const { id } of factors) {
      const call = { ...accounts.by(accountId, sessionId), params: { id }, body: { password } }
      await accounts.verbs.removeFactor(call)
    }
    expect(await overview(session)).toMatchObject({ factors: [], recoveryCodesLeft: 0 })
    expect(await codeOf(accounts.logIn(email))).toBe('done')
    expect((await actionsOf(accountId)).filter((action) => action === 'account.factor_removed')).toHaveLength(2)
  })

  it('of another account are not found', async () => {
    const [session, other] = [await accounts.newSession(), await accounts.newSession()]
    await addApp(other)
    const [factor] = (await overview(other)).factors
    const call = { ...accounts.by(session.accountId), params: { id: factor?.id ?? '' }, body: { password } }
    expect(await codeOf(accounts.verbs.removeFactor(call))).toBe('second_factor_unknown')
    expect((await overview(other)).factors).toHaveLength(1)
  })

  it('go as a whole, for one whose mailbox alone proves the account', async () => {
    const session = await accounts.newSession()
    await addApp(session)
    await addPasskey(session)
    await accounts.database.db.transaction().execute((trx) => dropFactors(trx, session.accountId))
    expect(await overview(session)).toMatchObject({ factors: [], recoveryCodesLeft: 0 })
  })

  it('are removed by the operator for a person who is locked out, whose sessions end and who gets an email', async () => {
    const session = await accounts.newSession()
    await addApp(session)
    const { challenge } = await stepOf(session.email)
    const parts = { ...accounts, publicUrl: origin() }
    expect(await resetFactors(parts, session.email)).toBe('reset')
    expect(await resetFactors(parts, session.email)).toBe('none')
    expect(await resetFactors(parts, accounts.newEmail())).toBe('unknown')
    expect(await accounts.sessions.check(session.header)).toMatchObject({ ok: false })
    expect(await codeOf(take(challenge, { code: '123456' }))).toBe('second_factor_expired')
    expect(await codeOf(accounts.logIn(session.email))).toBe('done')
    expect((await accounts.emailsTo(session.email)).at(-1)?.text).toContain('removed all second factors')
    expect(await actionsOf(session.accountId)).toContain('account.factors_reset')
  })

  it('go with the account', async () => {
    const session = await accounts.newSession()
    await addApp(session)
    await stepOf(session.email)
    await accounts.deleteMe(session.accountId)
    for (const table of ['second_factors', 'recovery_codes', 'factor_challenges'] as const) {
      const rows = accounts.database.db.selectFrom(table).selectAll().where('account_id', '=', session.accountId)
      expect(await rows.execute()).toEqual([])
    }
  })
})

describe('G2, B13: where admins need a second factor', () => {
  let strict: TestAccounts
  beforeAll(async () => {
    strict = await startTestAccounts({ adminSecondFactor: 'required' })
  })
  afterAll(() => strict.database.close())

  it('the last one of an admin stays until there is another, and other accounts may remove theirs', async () => {
    const usual = accounts
    accounts = strict
    try {
      const member = await strict.newSession()
      await addApp(member)
      const [only] = (await overview(member)).factors
      const call = { ...strict.by(member.accountId, member.sessionId), body: { password } }
      await setAdmin({ ...strict, publicUrl: origin() }, { email: member.email, isAdmin: true })
      const remove = (id = '') => codeOf(strict.verbs.removeFactor({ ...call, params: { id } }))
      expect(await overview(member)).toMatchObject({ isRequired: true })
      expect(await remove(only?.id)).toBe('second_factor_last')
      await addPasskey(member)
      expect(await remove(only?.id)).toBe('done')
      const [left] = (await overview(member)).factors
      expect(await remove(left?.id)).toBe('second_factor_last')
      await setAdmin({ ...strict, publicUrl: origin() }, { email: member.email, isAdmin: false })
      expect(await remove(left?.id)).toBe('done')
    } finally {
      accounts = usual
    }
  })
})
