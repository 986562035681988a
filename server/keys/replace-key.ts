/** Replaces keys: the new one works at once, the old one no longer, or for some hours of overlap. */
import type { Transaction } from 'kysely'
import type { Api } from '#contract/api'
import { apiKeysMax } from '#contract/limits'
import { lockAccount, ownAddress } from '../accounts/account.ts'
import { type AttemptParts, attemptRules, takeAttempt } from '../accounts/attempts.ts'
import { mayEmailOwner } from '../accounts/recipient-emails.ts'
import { recordEvent } from '../audit/record.ts'
import type { Fail, Verb } from '../http/verb.ts'
import { keyReplaced } from '../mail/emails/key-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { LimitSettings } from '../settings.ts'
import type { KeyChecker } from './check-key.ts'
import { isDefaultOld } from './key-advice.ts'
import { countListed, endKeys, findDefault } from './key-store.ts'
import { createKey, defaultKey, type KeyKind } from './keys.ts'

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
  return async ({ caller: { accountId }, body: { overlapHours = 0 }, fail }) => {
    const isEmailed = await mayEmailOwner(parts, accountId)
    const replace = async (trx: Transaction<Tables>) => {
      await lockAccount(trx, accountId)
      const { id } = await findDefault(trx, accountId)
      return rotate(trx, { secrets, publicUrl }, { accountId, id, kind: defaultKey, overlapHours, isEmailed }, fail)
    }
    // A previous holder of the account may have used up the attempts, and has a key.
    let made: { key: string } | undefined
    if (await isDefaultOld(database.db, accountId)) {
      made = await inTransaction(database, async (trx) => {
        await lockAccount(trx, accountId)
        return (await isDefaultOld(trx, accountId)) ? replace(trx) : undefined
      })
    }
    if (made === undefined) {
      await takeAttempt(parts, newKeys, accountId, fail)
      made = await inTransaction(database, replace)
    }
    keys.forget(accountId)
    return { output: { apiKey: made.key } }
  }
}

interface Rotation {
  accountId: string
  /** The key that ends, and what the next one is. */
  id: string
  kind: KeyKind
  overlapHours: number
  isEmailed: boolean
}

/** The account's row is locked by the caller, so concurrent calls take turns. */
export async function rotate(
  trx: Transaction<Tables>,
  { secrets, publicUrl }: ReplaceParts,
  { accountId, id, kind, overlapHours, isEmailed }: Rotation,
  fail: Fail<'api_keys_full'>,
): Promise<{ id: string; key: string }> {
  if (overlapHours > 0 && (await countListed(trx, accountId)) >= apiKeysMax) fail('api_keys_full', undefined)
  await endKeys(trx, { accountId, id }, overlapHours)
  await recordEvent(trx, { actor: accountId, action: 'key.replaced', subject: accountId, details: { key: id } })
  if (isEmailed) {
    const email = keyReplaced({ publicUrl, name: kind.name, overlapHours })
    await queueEmail(trx, { to: await ownAddress(trx, accountId), accountId }, email)
  }
  return createKey(trx, secrets, accountId, kind)
}

/** Ends every key of the account within a second, makes a new Default key, and emails unless `isEmailed` is false. */
export async function replaceKeyOf(
  trx: Transaction<Tables>,
  { secrets, publicUrl }: ReplaceParts,
  { accountId, actor, isEmailed = true }: { accountId: string; actor: string; isEmailed?: boolean },
): Promise<void> {
  await lockAccount(trx, accountId)
  await endKeys(trx, { accountId })
  await recordEvent(trx, { actor, action: 'key.replaced', subject: accountId })
  if (isEmailed) {
    const email = keyReplaced({ publicUrl, name: defaultKey.name, overlapHours: 0 })
    await queueEmail(trx, { to: await ownAddress(trx, accountId), accountId }, email)
  }
  await createKey(trx, secrets, accountId)
}
