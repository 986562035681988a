/** Sets up an app or a passkey, in force once it has worked. The first ends sessions opened by the password alone. */
import type { Transaction } from 'kysely'
import type { Api } from '#contract/api'
import { passkeysMax } from '#contract/limits'
import { recordEvent } from '../../audit/record.ts'
import type { Verb } from '../../http/verb.ts'
import { secondFactorChanged } from '../../mail/emails/account-emails.ts'
import { queueEmail } from '../../mail/queue.ts'
import { inTransaction } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { uuidv7 } from '../../platform/uuid.ts'
import { lockAccount } from '../account.ts'
import { byPassword } from '../by-password.ts'
import type { PasswordParts } from '../check-password.ts'
import { endOtherSessions } from '../sessions.ts'
import { hashOfToken } from '../tokens.ts'
import { countTry, deleteChallenge, findChallenge, forgetTries, insertChallenge } from './challenge-store.ts'
import { hashOfCode, newRecoveryCodes, newTotpSecret, totpOwner, totpStepOf, totpUri } from './codes.ts'
import { findTotp, insertPasskey, insertWaitingTotp, listFactors, replaceCodes, spendTotpStep } from './factor-store.ts'
import { arePasskeysPossible, creationOptions, readCreated } from './passkeys.ts'

export type FactorParts = PasswordParts & { settings: PasswordParts['settings'] & { publicUrl: string } }

const totpName = 'Authenticator app'

export function startTotp(parts: FactorParts): Verb<Api['startTotp']> {
  const { secrets } = parts
  return async ({ body: { password }, caller: { accountId }, client, fail }) => {
    const secret = newTotpSecret()
    const id = uuidv7()
    const email = await byPassword(parts, { accountId, password, client }, fail, async (trx, account) => {
      if ((await findTotp(trx, accountId, 'confirmed')) !== undefined) return undefined
      const sealedSecret = secrets.seal(secret, totpOwner(accountId, id))
      await insertWaitingTotp(trx, { accountId, id, name: totpName, sealedSecret })
      return account.email
    })
    if (email === undefined) return fail('second_factor_exists', undefined)
    return { output: { secret, uri: totpUri(secret, email) } }
  }
}

export function confirmTotp(parts: FactorParts): Verb<Api['confirmTotp']> {
  const { database, secrets } = parts
  return async ({ body: { code }, caller: { accountId, sessionId }, fail }) => {
    const totp = await findTotp(database.db, accountId, 'waiting')
    if (totp === undefined) return fail('second_factor_expired', undefined)
    await countTry({ db: database.db, secrets }, accountId, fail)
    const step = totpStepOf(secrets.unseal(totp.sealedSecret, totpOwner(accountId, totp.id)), code)
    const codes = await inTransaction(database, async (trx) => {
      if (step === undefined) return undefined
      const email = await lockAccount(trx, accountId)
      const before = await listFactors(trx, accountId)
      if (!(await spendTotpStep(trx, { accountId, id: totp.id, step }))) return undefined
      await forgetTries(trx, secrets, accountId)
      return noteAdded(trx, parts, { accountId, sessionId, email, name: totpName, kind: 'totp', before: before.length })
    })
    return codes === undefined ? fail('second_factor_wrong', undefined) : { output: codes }
  }
}

export function startPasskey(parts: FactorParts): Verb<Api['startPasskey']> {
  const { publicUrl } = parts.settings
  return async ({ body: { password }, caller: { accountId }, client, fail }) => {
    if (!arePasskeysPossible(publicUrl)) return fail('passkeys_impossible', undefined)
    const options = await byPassword(parts, { accountId, password, client }, fail, async (trx, { email }) => {
      const known = await knownPasskeys(trx, accountId)
      if (known.length >= passkeysMax) return undefined
      const challenge = await insertChallenge(trx, accountId, 'passkey')
      return creationOptions(publicUrl, { accountId, email, challenge, known })
    })
    return options === undefined ? fail('passkeys_full', undefined) : { output: { options: { ...options } } }
  }
}

export function addPasskey(parts: FactorParts): Verb<Api['addPasskey']> {
  const { database, settings } = parts
  return async ({ body: { name, passkey }, caller: { accountId, sessionId }, fail }) => {
    const created = await readCreated(settings.publicUrl, passkey)
    if (created === undefined) return fail('second_factor_wrong', undefined)
    const tokenHash = hashOfToken(created.challenge)
    const { id: credentialId, publicKey, counter, transports = [] } = created.credential
    const outcome = await inTransaction(database, async (trx) => {
      const email = await lockAccount(trx, accountId)
      if ((await findChallenge(trx, tokenHash, 'passkey')) !== accountId) return 'second_factor_expired'
      await deleteChallenge(trx, tokenHash)
      if ((await knownPasskeys(trx, accountId)).length >= passkeysMax) return 'passkeys_full'
      const before = await listFactors(trx, accountId)
      const row = { accountId, name, credentialId, publicKey: Buffer.from(publicKey), counter, transports }
      if (!(await insertPasskey(trx, row))) return 'second_factor_exists'
      return noteAdded(trx, parts, { accountId, sessionId, email, name, kind: 'passkey', before: before.length })
    })
    return typeof outcome === 'string' ? fail(outcome, undefined) : { output: outcome }
  }
}

async function knownPasskeys(trx: Transaction<Tables>, accountId: string) {
  const factors = await listFactors(trx, accountId)
  return factors.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ credentialId, transports }],
  )
}

interface Added {
  accountId: string
  sessionId: string
  email: string
  name: string
  kind: 'totp' | 'passkey'
  before: number
}

async function noteAdded(
  trx: Transaction<Tables>,
  { settings: { publicUrl } }: Pick<FactorParts, 'settings'>,
  { accountId, sessionId, email, name, kind, before }: Added,
): Promise<{ recoveryCodes: string[] | null }> {
  await recordEvent(trx, { actor: accountId, action: 'account.factor_added', subject: accountId, details: { kind } })
  const change = { kind: 'added', name: nameInEmail(kind, name), isSecondStepOn: true } as const
  await queueEmail(trx, { to: email, accountId }, secondFactorChanged({ publicUrl, change }))
  if (before > 0) return { recoveryCodes: null }
  await endOtherSessions(trx, accountId, sessionId)
  return { recoveryCodes: await giveCodes(trx, accountId) }
}

export function nameInEmail(kind: 'totp' | 'passkey', name: string): string {
  return kind === 'totp' ? 'An authenticator app' : `The passkey “${name}”`
}

export async function giveCodes(trx: Transaction<Tables>, accountId: string): Promise<string[]> {
  const codes = newRecoveryCodes()
  await replaceCodes(
    trx,
    accountId,
    codes.map((code) => hashOfCode(accountId, code)),
  )
  return codes
}
