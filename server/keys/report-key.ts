/** Anyone who has found a key may end it. The answer is the same whether it worked or not. */
import type { Api } from '#contract/api'
import { ownAddress } from '../accounts/account.ts'
import { type AttemptParts, keyReports, networkOf, takeAttempt } from '../accounts/attempts.ts'
import { mayEmailOwner } from '../accounts/recipient-emails.ts'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import { keyReported } from '../mail/emails/key-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { LimitSettings } from '../settings.ts'
import type { KeyChecker } from './check-key.ts'
import { isWellFormed } from './key-format.ts'
import { findByHash } from './key-store.ts'
import { endKey } from './my-keys.ts'
import type { ReplaceParts } from './replace-key.ts'

export function reportKey(
  parts: {
    database: Database
    keys: KeyChecker
    settings: Pick<ReplaceParts, 'publicUrl'> & Pick<LimitSettings, 'attempts'>
  } & AttemptParts,
): Verb<Api['reportKey']> {
  const { database, secrets, keys, settings } = parts
  return async ({ body: { key }, client, fail }) => {
    await takeAttempt(parts, keyReports, networkOf(client.ip), fail)
    const found = isWellFormed(key) ? await findByHash(database.db, secrets.lookupHashes(key)) : undefined
    if (found !== undefined) {
      const { accountId, keyId: id } = found
      const isEmailed = await mayEmailOwner(parts, accountId)
      await inTransaction(database, async (trx) => {
        const ended = await endKey(trx, secrets, { accountId, id })
        if (ended === undefined) return
        await recordEvent(trx, { actor: null, action: 'key.reported', subject: accountId, details: { key: id } })
        if (!isEmailed) return
        const email = keyReported({ publicUrl: settings.publicUrl, ...ended })
        await queueEmail(trx, { to: await ownAddress(trx, accountId), accountId }, email)
      })
      keys.forget(accountId)
    }
    return { output: { message: 'Thank you. If this key was active, it’s now revoked and its owner gets an email.' } }
  }
}
