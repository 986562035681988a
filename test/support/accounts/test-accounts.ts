/** What tests of accounts and keys need: the verbs over a real database, and an account of one's own for each test. */
import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { setAdmin } from '../../../server/accounts/admin-role.ts'
import { changeMe } from '../../../server/accounts/change-me.ts'
import { changePassword } from '../../../server/accounts/change-password.ts'
import { deleteMe } from '../../../server/accounts/delete-account.ts'
import { forgotPassword } from '../../../server/accounts/forgot-password.ts'
import { login, logout } from '../../../server/accounts/login.ts'
import { me } from '../../../server/accounts/me.ts'
import { openPasswords } from '../../../server/accounts/passwords.ts'
import { resendVerification } from '../../../server/accounts/resend-verification.ts'
import { startResetEmails } from '../../../server/accounts/reset-emails.ts'
import { resetPassword } from '../../../server/accounts/reset-password.ts'
import { addPasskey, confirmTotp, startPasskey, startTotp } from '../../../server/accounts/second-factor/enroll.ts'
import { newRecoveryCodes, removeFactor, secondFactors } from '../../../server/accounts/second-factor/manage.ts'
import { secondFactorLogin } from '../../../server/accounts/second-factor/second-step.ts'
import { endOneSession, listSessions } from '../../../server/accounts/session-list.ts'
import { sessionChecker } from '../../../server/accounts/sessions.ts'
import { signup } from '../../../server/accounts/signup.ts'
import { verifyEmail } from '../../../server/accounts/verify-email.ts'
import { ApiError, fail } from '../../../server/http/verb.ts'
import { keyChecker } from '../../../server/keys/check-key.ts'
import { replaceKey } from '../../../server/keys/replace-key.ts'
import { secretOwner } from '../../../server/mail/queue.ts'
import { openLimiter } from '../../../server/platform/limiter/limiter.ts'
import { openSecrets } from '../../../server/platform/secrets.ts'
import type { AttemptLimits, LimitSettings } from '../../../server/settings.ts'
import { loadSettings } from '../../../server/settings.ts'
import { startTestDatabase } from '../platform/test-database.ts'

/** Good enough for any account here. */
export const testPassword = 'a long walk by the sea'

/** So high that no test meets them that does not ask for others. */
const unlimited: AttemptLimits = {
  signInsPerIp: 100_000,
  signUpsPerIp: 100_000,
  failuresPerAccount: 100_000,
  failuresInARow: 100_000,
  emailsPerRecipient: 100_000,
  resetsPerIp: 100_000,
  newKeysPerAccount: 100_000,
  phoneChangesPerAccount: 100_000,
  shareOpeningsPerIp: 100_000,
  exploreSearchesPerIp: 100_000,
}

/** Where a call comes from. */
interface From {
  ip?: string
  device?: string | undefined
}

/** What shows that an account is the caller's own. */
interface AccountHalf {
  header?: string
  password?: string
}

interface TestSettings extends Partial<Omit<LimitSettings, 'attempts'>> {
  attempts?: Partial<AttemptLimits>
}

/** Starts a database with the verbs over it; takes about a second. Close `database` at the end. */
export async function startTestAccounts(changed: TestSettings = {}) {
  const started = await startTestDatabase()
  const database = {
    ...started,
    async close() {
      await resetLetters.close()
      await started.close()
    },
  }
  const secrets = openSecrets(randomBytes(32))
  const settings = { ...loadSettings({}), ...changed, attempts: { ...unlimited, ...changed.attempts } }
  const warn = (sentence: string) => expect.unreachable(sentence)
  const limiter = openLimiter(settings.limiterUrl, { warn })
  const keys = keyChecker({ database, secrets })
  const sessions = sessionChecker({ database, settings })
  const parts = { database, secrets, limiter, settings, keys, sessions, passwords: openPasswords() }
  // On a busy machine it waits for the database, and looks again.
  const resetLetters = startResetEmails({ ...parts, warn: () => {} }, { everyMs: 20 })
  const verbs = {
    signup: signup(parts),
    login: login(parts),
    logout: logout(parts),
    me: me(parts),
    changeMe: changeMe(parts),
    deleteMe: deleteMe(parts),
    forgotPassword: forgotPassword(parts),
    resetPassword: resetPassword(parts),
    verifyEmail: verifyEmail(parts),
    resendVerification: resendVerification(parts),
    replaceKey: replaceKey(parts),
    secondFactorLogin: secondFactorLogin(parts),
    secondFactors: secondFactors(parts),
    startTotp: startTotp(parts),
    confirmTotp: confirmTotp(parts),
    startPasskey: startPasskey(parts),
    addPasskey: addPasskey(parts),
    removeFactor: removeFactor(parts),
    newRecoveryCodes: newRecoveryCodes(parts),
    listSessions: listSessions(parts),
    endSession: endOneSession(parts),
    changePassword: changePassword(parts),
  }
  const nothing = { params: {}, query: {}, headers: {}, body: {}, client: { ip: '127.0.0.1' }, fail }
  const anyone = { ...nothing, caller: { kind: 'anyone' } } as const
  const by = (accountId: string, sessionId = '') =>
    ({ ...nothing, caller: { kind: 'session', accountId, sessionId } }) as const

  const accounts = {
    ...parts,
    /** For calls that nothing here makes. */
    verbs,
    anyone,
    by,
    newEmail: () => `${randomUUID()}@example.org`,
    signUp: (body: { email: string; password?: string; phone?: string }, ip = '127.0.0.1') =>
      verbs
        .signup({ ...anyone, client: { ip }, body: { password: testPassword, phone: '2125550101', ...body } })
        .then(outputOf),
    logIn: (email: string, password = testPassword, { ip = '127.0.0.1', device }: From = {}) =>
      verbs.login({ ...anyone, client: { ip }, body: { email, password, device } }).then(outputOf),
    logOut: (accountId: string, sessionId: string) => verbs.logout(by(accountId, sessionId)).then(outputOf),
    showMe: (accountId: string) => verbs.me(by(accountId)).then(outputOf),
    changeMe: (accountId: string, body: { newPhone?: string; newEmail?: string; password?: string }) =>
      verbs.changeMe({ ...by(accountId), body }).then(outputOf),
    deleteMe: (accountId: string, password = testPassword) =>
      verbs.deleteMe({ ...by(accountId), body: { password } }).then(outputOf),
    forgot: (email: string, { ip = '127.0.0.1', isPortal = false, device }: From & { isPortal?: boolean } = {}) =>
      verbs
        .forgotPassword({
          ...anyone,
          client: { ip },
          body: { email, ...(isPortal && { type: 'portal' as const }), device },
        })
        .then(outputOf),
    reset: (token: string, newPassword: string, ip = '127.0.0.1') =>
      verbs.resetPassword({ ...anyone, client: { ip }, body: { token, newPassword } }).then(outputOf),
    /** Uses a link, with the account's half of the proof where its session or its password is given. */
    verify: (token: string, { header, password, ip = '127.0.0.1' }: AccountHalf & From = {}) =>
      verbs
        .verifyEmail({ ...anyone, client: { ip }, headers: { Authorization: header }, body: { token, password } })
        .then(outputOf),
    resend: (accountId: string, device?: string) =>
      verbs.resendVerification({ ...by(accountId), body: { device } }).then(outputOf),
    replaceKeyOf: (accountId: string) => verbs.replaceKey(by(accountId)).then(outputOf),
    /** A new account with its key. */
    async newAccount() {
      const { _id: accountId, email } = await accounts.signUp({ email: accounts.newEmail() })
      return { accountId, email, apiKey: (await accounts.showMe(accountId)).apiKey }
    },
    /** A new admin with their key. */
    async newAdmin() {
      const { accountId, email } = await accounts.newAccount()
      await setAdmin({ database, secrets, publicUrl: settings.publicUrl }, { email, isAdmin: true })
      return { accountId, email, apiKey: (await accounts.showMe(accountId)).apiKey }
    },
    /** A new account that its owner has proved to be theirs, with a session. */
    async newOwner() {
      const session = await accounts.newSession()
      await accounts.verify(await accounts.tokenTo(session.email, 'verify-address'), session)
      return session
    },
    /** A new account with a session. */
    async newSession() {
      const account = await accounts.newAccount()
      const { token } = await accounts.logIn(account.email)
      const header = `Bearer ${token}`
      const check = await accounts.sessions.check(header)
      return { ...account, header, sessionId: check.ok ? check.sessionId : expect.unreachable() }
    },
    /** The letters that wait for this address, the oldest first, each with the token of its link. */
    async emailsTo(email: string) {
      const rows = await database.db
        .selectFrom('letters')
        .selectAll()
        .where('recipient', '=', email)
        .orderBy('id')
        .execute()
      return rows.map(({ id, kind, body_text, sealed_secret }) => {
        const token = sealed_secret === null ? '' : secrets.unseal(sealed_secret, secretOwner(id))
        return { kind, text: body_text, token }
      })
    },
    /** The token of the latest letter of this kind. */
    async tokenTo(email: string, kind: string): Promise<string> {
      const letters = await accounts.emailsTo(email)
      return letters.findLast((letter) => letter.kind === kind)?.token ?? expect.unreachable(`no ${kind} to ${email}`)
    },
    /** Asks for a link and waits until it is made; answers its token. */
    async askForReset(email: string): Promise<string> {
      await accounts.forgot(email)
      await accounts.untilResetsAreMade()
      return accounts.tokenTo(email, 'reset-password')
    },
    /** Waits until every request for a link is off the list. */
    async untilResetsAreMade(): Promise<void> {
      const waiting = () => database.db.selectFrom('reset_requests').selectAll().execute()
      await expect.poll(waiting, pollOften).toEqual([])
    },
  }
  return accounts
}

export type TestAccounts = Awaited<ReturnType<typeof startTestAccounts>>

const pollOften = { interval: 10, timeout: 10_000 }

/** The code of the error that the call ends with, or "done". */
export async function codeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'done',
    (error) => (error instanceof ApiError ? error.code : expect.unreachable(String(error))),
  )
}

function outputOf<T>({ output }: { output: T }): T {
  return output
}
