/** The second step of a sign-in: a challenge from the right password, then a code or passkey. Each works once. */
import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { Api } from '#contract/api'
import type { SecondFactorStep } from '#contract/second-factor'
import { recordEvent } from '../../audit/record.ts'
import type { Verb } from '../../http/verb.ts'
import { secondFactorChanged } from '../../mail/emails/account-emails.ts'
import { queueEmail } from '../../mail/queue.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { LimitSettings } from '../../settings.ts'
import { findById } from '../account.ts'
import { type AttemptParts, attemptRules, networkOf, takeAttempt } from '../attempts.ts'
import { beginSession } from '../devices.ts'
import { browserName } from '../session-list.ts'
import { hashOfToken } from '../tokens.ts'
import { countTry, deleteChallenge, findChallenge, forgetTries, insertChallenge } from './challenge-store.ts'
import { hashOfCode, totpOwner, totpStepOf } from './codes.ts'
import {
  countCodes,
  findPasskey,
  findTotp,
  listFactors,
  spendCode,
  spendPasskey,
  spendTotpStep,
} from './factor-store.ts'
import { readUse, requestOptions } from './passkeys.ts'

interface StepParts {
  database: Database
  secrets: Secrets
  settings: { publicUrl: string } & Pick<LimitSettings, 'attempts'>
}

/** Undefined for an account without a second factor. The account is locked. */
export async function beginSecondStep(
  trx: Transaction<Tables>,
  { settings: { publicUrl } }: Pick<StepParts, 'settings'>,
  accountId: string,
): Promise<SecondFactorStep | undefined> {
  const factors = await listFactors(trx, accountId)
  if (factors.length === 0) return undefined
  const challenge = await insertChallenge(trx, accountId, 'sign_in')
  const passkeys = factors.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ credentialId, transports }],
  )
  const methods: SecondFactorStep['methods'] = [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(factors.some(({ kind }) => kind === 'totp') ? (['code'] as const) : []),
    ...((await countCodes(trx, accountId)) > 0 ? (['recoveryCode'] as const) : []),
  ]
  return {
    challenge,
    methods,
    ...(passkeys.length > 0 && { passkey: await requestOptions(publicUrl, { challenge, known: passkeys }) }),
  }
}

type Body = z.output<Api['secondFactorLogin']['body']>

/** Fails with `second_factor_expired`, `second_factor_wrong` and `too_many_attempts`. */
export function secondFactorLogin(parts: StepParts & AttemptParts): Verb<Api['secondFactorLogin']> {
  const { database, secrets, settings } = parts
  const { signIns } = attemptRules(settings.attempts)
  return async ({ body, headers, client, fail }) => {
    await takeAttempt(parts, signIns, networkOf(client.ip), fail)
    const given = [body.code, body.passkey, body.recoveryCode].filter((proof) => proof !== undefined)
    if (given.length !== 1) {
      fail('invalid_input', {
        parameter: 'body',
        expected: 'the challenge and one of code, passkey and recoveryCode',
        got: `${given.length} of them`,
      })
    }
    const tokenHash = hashOfToken(body.challenge)
    const accountId = await findChallenge(database.db, tokenHash, 'sign_in')
    if (accountId === undefined) return fail('second_factor_expired', undefined)
    await countTry({ db: database.db, secrets }, accountId, fail)

    const spend = await spendOf(parts, accountId, body)
    const outcome = await inTransaction(database, async (trx) => {
      const isThere = await trx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().execute()
      // Steps end only under their account's lock.
      if (isThere.length === 0 || (await findChallenge(trx, tokenHash, 'sign_in')) === undefined) return 'expired'
      if (spend === undefined || !(await spend(trx))) {
        await recordEvent(trx, { actor: null, action: 'account.second_factor_failed', subject: accountId })
        return 'wrong'
      }
      await deleteChallenge(trx, tokenHash)
      await forgetTries(trx, secrets, accountId)
      if (body.recoveryCode !== undefined) await reportRecovery(trx, settings.publicUrl, accountId)
      const method = body.code !== undefined ? 'code' : body.passkey !== undefined ? 'passkey' : 'recovery code'
      const details = { secondFactor: method }
      await recordEvent(trx, { actor: accountId, action: 'account.signed_in', subject: accountId, details })
      return beginSession(trx, { accountId, device: body.device, browser: browserName(headers['User-Agent']) })
    })
    if (outcome === 'expired') return fail('second_factor_expired', undefined)
    if (outcome === 'wrong') return fail('second_factor_wrong', undefined)
    return { output: outcome }
  }
}

/** Answers a function that consumes the proof; undefined where the proof is wrong. */
async function spendOf(
  { database: { db }, secrets, settings }: StepParts,
  accountId: string,
  { challenge, code, passkey, recoveryCode }: Body,
): Promise<((trx: Transaction<Tables>) => Promise<boolean>) | undefined> {
  if (code !== undefined) {
    const totp = await findTotp(db, accountId, 'confirmed')
    if (totp === undefined) return undefined
    const { id, sealedSecret } = totp
    const step = totpStepOf(secrets.unseal(sealedSecret, totpOwner(accountId, id)), code)
    return step === undefined ? undefined : (trx) => spendTotpStep(trx, { accountId, id, step })
  }
  if (passkey !== undefined) {
    const known = await findPasskey(db, accountId, passkey.id)
    if (known === undefined || known.publicKey === null) return undefined
    const { id, publicKey } = known
    const counter = await readUse(settings.publicUrl, passkey, {
      publicKey,
      counter: Number(known.counter),
      challenge,
    })
    return counter === undefined ? undefined : (trx) => spendPasskey(trx, { accountId, id, counter })
  }
  return (trx) => spendCode(trx, accountId, hashOfCode(accountId, recoveryCode ?? ''))
}

async function reportRecovery(trx: Transaction<Tables>, publicUrl: string, accountId: string): Promise<void> {
  const account = await findById(trx, accountId)
  if (account === undefined) return
  const codesLeft = await countCodes(trx, accountId)
  await queueEmail(
    trx,
    { to: account.email, accountId },
    secondFactorChanged({ publicUrl, change: { kind: 'code-used', codesLeft } }),
  )
}
