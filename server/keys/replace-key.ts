/** Replaces the API key: the new one works at once, the old one no longer. */
import type { Transaction } from 'kysely'
import type { Api } from '#contract/api'
import { findById, lockAccount, ownAddress } from '../accounts/account.ts'
import { type AttemptParts, attemptRules, takeAttempt } from '../accounts/attempts.ts'
import { mayEmail } from '../accounts/recipient-emails.ts'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import { keyReplaced } from '../mail/emails/account-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { LimitSettings } from '../settings.ts'
import type { KeyChecker } from './check-key.ts'
import { isReplaceAdvised } from './key-advice.ts'
import { revokeActive } from './key-store.ts'
import { createKey } from './keys.ts'

export interface ReplaceParts {
  secrets: Secrets
  publicUrl: string
}

/** Concurrent calls each get a key; the last one works. */
export function replaceKey(
  parts: {
    database: Database
    keys: KeyChecker
    settings: Pick<ReplaceParts, 'publicUrl'> & Pick<LimitSettings, 'attempts'>
  } & AttemptParts,
): Verb<Api['replaceKey']> {
  const { database, keys, secrets, settings } = parts
  const { publicUrl, attempts } = settings
  const { newKeys } = attemptRules(attempts)
  return async ({ caller: { accountId }, fail }) => {
    // An unverified address may be somebody else's.
    const account = await findById(database.db, accountId)
    const isEmailed = account === undefined || account.emailVerified || (await mayEmail(parts, account))
    const replace = (trx: Transaction<Tables>) =>
      replaceKeyOf(trx, { secrets, publicUrl }, { accountId, actor: accountId, isEmailed })
    // A previous holder of the account may have used up the attempts, and has a key.
    let apiKey: string | undefined
    if (await isReplaceAdvised(database.db, accountId)) {
      apiKey = await inTransaction(database, async (trx) => {
        await lockAccount(trx, accountId)
        return (await isReplaceAdvised(trx, accountId)) ? replace(trx) : undefined
      })
    }
    if (apiKey === undefined) {
      await takeAttempt(parts, newKeys, accountId, fail)
      apiKey = await inTransaction(database, replace)
    }
    keys.forget(accountId)
    return { output: { apiKey } }
  }
}

/** Answers the new key and emails the owner unless `isEmailed` is false; the old one ends everywhere in a second. */
export async function replaceKeyOf(
  trx: Transaction<Tables>,
  { secrets, publicUrl }: ReplaceParts,
  { accountId, actor, isEmailed = true }: { accountId: string; actor: string; isEmailed?: boolean },
): Promise<string> {
  await revokeActive(trx, accountId)
  await recordEvent(trx, { actor, action: 'key.replaced', subject: accountId })
  if (isEmailed) await queueEmail(trx, { to: await ownAddress(trx, accountId), accountId }, keyReplaced({ publicUrl }))
  return createKey(trx, secrets, accountId)
}
