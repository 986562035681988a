/** Replaces the API key of an account: the new one works at once, the one before no longer. */
import type { Api } from '#contract/api'
import { ownAddress } from '../accounts/own-address.ts'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import { keyReplaced } from '../mail/letters/key-replaced.ts'
import { queueLetter } from '../mail/queue.ts'
import { type Database, inTransaction } from '../parts/database.ts'
import type { Secrets } from '../parts/secrets.ts'
import type { MailSettings } from '../settings-mail.ts'
import type { KeyChecker } from './check-key.ts'
import { revokeActive } from './key-store.ts'
import { createKey } from './keys.ts'

/** The verb of replacing a key. Of several calls at once each gets a key of its own, of which the last one made works. */
export function replaceKey(parts: {
  database: Database
  secrets: Secrets
  keys: KeyChecker
  settings: Pick<MailSettings, 'publicUrl'>
}): Verb<Api['replaceKey']> {
  const { publicUrl } = parts.settings
  return async ({ caller: { accountId } }) => {
    const apiKey = await inTransaction(parts.database, async (trx) => {
      await revokeActive(trx, accountId)
      await recordEvent(trx, { actor: accountId, action: 'key.replaced', subject: accountId })
      await queueLetter(trx, { to: await ownAddress(trx, accountId), accountId }, keyReplaced({ publicUrl }))
      return createKey(trx, parts.secrets, accountId)
    })
    parts.keys.forget(accountId)
    return { output: { apiKey } }
  }
}
