/**
 * When an address is proved by the mailbox alone, somebody else may have made the account: nothing made before
 * survives. Everything that opens the account or speaks for it has a line here
 * (docs/decisions/0043-proof-of-an-address.md).
 */
import type { Transaction } from 'kysely'
import { forgetImagesOf } from '../images/image-retention.ts'
import { type ReplaceParts, replaceKeyOf } from '../keys/replace-key.ts'
import type { Tables } from '../platform/database/tables.ts'
import { forgetSharesOf } from '../shares/end-shares.ts'
import { forgetVerificationsOf, refreshHeld } from '../verifications/account-verifications.ts'
import { forgetWatchOf } from '../watch/forget.ts'
import { forgetWebhooksOf } from '../webhooks/forget.ts'
import { forgetDevices } from './devices.ts'
import { dropFactors } from './second-factor/factor-store.ts'
import { endSessions } from './sessions.ts'

/** Images under a legal hold stay, with their requests, which are revoked or rejected. */
export async function forgetUnowned(trx: Transaction<Tables>, parts: ReplaceParts, accountId: string): Promise<void> {
  await endSessions(trx, accountId)
  await forgetDevices(trx, accountId)
  await dropFactors(trx, accountId)
  await replaceKeyOf(trx, parts, { accountId, actor: accountId, isEmailed: false })
  await forgetWebhooksOf(trx, accountId)
  await forgetSharesOf(trx, accountId)
  await forgetImagesOf(trx, accountId)
  await forgetVerificationsOf(trx, accountId)
  await forgetWatchOf(trx, accountId)
  await refreshHeld(trx, accountId)
}
