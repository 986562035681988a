/** Lists and removes second factors and renews recovery codes. Each change takes the password. */
import type { Kysely } from 'kysely'
import type { Api } from '#contract/api'
import { recordEvent } from '../../audit/record.ts'
import { fail as failWith, type Verb } from '../../http/verb.ts'
import { secondFactorChanged } from '../../mail/emails/account-emails.ts'
import { queueEmail } from '../../mail/queue.ts'
import { type Database, inTransaction } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { LimitSettings } from '../../settings.ts'
import { lockAccount } from '../account.ts'
import { findByEmail } from '../account-store.ts'
import { byPassword } from '../by-password.ts'
import { endSessions } from '../sessions.ts'
import { type FactorParts, giveCodes, nameInEmail } from './enroll.ts'
import { countCodes, deleteFactor, dropFactors, findStanding, listFactors } from './factor-store.ts'
import { arePasskeysPossible } from './passkeys.ts'

type ManageParts = FactorParts & { settings: Pick<LimitSettings, 'adminSecondFactor'> }

export function secondFactors({ database: { db }, settings }: ManageParts): Verb<Api['secondFactors']> {
  return async ({ caller: { accountId } }) => {
    const standing = (await findStanding(db, accountId)) ?? failWith('session_invalid', undefined)
    const factors = await listFactors(db, accountId)
    return {
      output: {
        factors: factors.map(({ id, kind, name, createdAt, lastUsedAt }) => ({
          id,
          kind,
          name,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        recoveryCodesLeft: await countCodes(db, accountId),
        isRequired: standing.isAdmin && settings.adminSecondFactor === 'required',
        arePasskeysPossible: arePasskeysPossible(settings.publicUrl),
      },
    }
  }
}

/** The last one of an account that needs one stays. */
export function removeFactor(parts: ManageParts): Verb<Api['removeFactor']> {
  const { adminSecondFactor, publicUrl } = parts.settings
  return async ({ params: { id }, body: { password }, caller: { accountId }, client, fail }) => {
    const outcome = await byPassword(parts, { accountId, password, client }, fail, async (trx, { email }) => {
      const factors = await listFactors(trx, accountId)
      const factor = factors.find((one) => one.id === id)
      if (factor === undefined) return 'second_factor_unknown'
      const isLast = factors.length === 1
      const isAdmin = (await findStanding(trx, accountId))?.isAdmin === true
      if (isLast && isAdmin && adminSecondFactor === 'required') return 'second_factor_last'
      await deleteFactor(trx, accountId, id)
      const { kind, name } = factor
      await recordEvent(trx, {
        actor: accountId,
        action: 'account.factor_removed',
        subject: accountId,
        details: { kind },
      })
      const change = { kind: 'removed', name: nameInEmail(kind, name), isSecondStepOn: !isLast } as const
      await queueEmail(trx, { to: email, accountId }, secondFactorChanged({ publicUrl, change }))
      return 'removed'
    })
    return outcome === 'removed' ? { output: { message: 'The second factor was removed.' } } : fail(outcome, undefined)
  }
}

export function newRecoveryCodes(parts: FactorParts): Verb<Api['newRecoveryCodes']> {
  const { publicUrl } = parts.settings
  return async ({ body: { password }, caller: { accountId }, client, fail }) => {
    const codes = await byPassword(parts, { accountId, password, client }, fail, async (trx, { email }) => {
      if ((await listFactors(trx, accountId)).length === 0) return undefined
      await recordEvent(trx, { actor: accountId, action: 'account.recovery_codes_made', subject: accountId })
      const change = { kind: 'new-codes' } as const
      await queueEmail(trx, { to: email, accountId }, secondFactorChanged({ publicUrl, change }))
      return giveCodes(trx, accountId)
    })
    return codes === undefined ? fail('second_factor_unknown', undefined) : { output: { recoveryCodes: codes } }
  }
}

export async function factorsLine(db: Kysely<Tables>, accountId: string): Promise<string> {
  const factors = await listFactors(db, accountId)
  if (factors.length === 0) return 'none'
  return `${factors.map(({ name }) => name).join(', ')}; ${await countCodes(db, accountId)} recovery codes left`
}

/** For the operator, when somebody is locked out; every session ends. */
export function resetFactors(
  { database, publicUrl }: { database: Database; publicUrl: string },
  email: string,
): Promise<'reset' | 'none' | 'unknown'> {
  return inTransaction(database, async (trx) => {
    const account = await findByEmail(trx, email)
    if (account === undefined) return 'unknown'
    const accountId = account.id
    await lockAccount(trx, accountId)
    if ((await listFactors(trx, accountId)).length === 0) return 'none'
    await dropFactors(trx, accountId)
    await endSessions(trx, accountId)
    await recordEvent(trx, { actor: 'operator', action: 'account.factors_reset', subject: accountId })
    await queueEmail(trx, { to: email, accountId }, secondFactorChanged({ publicUrl, change: { kind: 'reset' } }))
    return 'reset'
  })
}
