/**
 * Deletes an account with everything known of a person by it, in one transaction. What is stored elsewhere (bytes of
 * images, already unreadable, and the customer at the payment provider) is queued in the same transaction. The audit
 * log keeps events without the person.
 */
import type { Transaction } from 'kysely'
import { recordEvent } from '../audit/record.ts'
import { noteCustomerChange } from '../billing/customer-changes.ts'
import { forgetImagesOf, hasHeldImage } from '../images/image-retention.ts'
import { accountDeleted } from '../mail/emails/account-emails.ts'
import { forgetEmailsOf, queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { forgetVerificationsOf } from '../verifications/forget-verifications.ts'
import { lockAccount } from './account.ts'
import { deleteRow, findByEmail } from './account-store.ts'
import { forgetFailuresOf } from './devices.ts'
import { dropResetRequests } from './reset-store.ts'
import { forgetTries } from './second-factor/tries.ts'

export function deleteByOperator(
  parts: { database: Database; secrets: Secrets },
  email: string,
): Promise<'deleted' | 'held' | 'unknown'> {
  return inTransaction(parts.database, async (trx) => {
    const account = await findByEmail(trx, email)
    return account === undefined ? 'unknown' : deleteAccount(trx, parts, { accountId: account.id, actor: 'operator' })
  })
}

/** Changes nothing where an image is under a legal hold. */
export async function deleteAccount(
  trx: Transaction<Tables>,
  { secrets }: { secrets: Secrets },
  { accountId, actor }: { accountId: string; actor: string },
): Promise<'deleted' | 'held'> {
  const email = await lockAccount(trx, accountId)
  if (await hasHeldImage(trx, accountId)) return 'held'
  await noteCustomerChange(trx, accountId)
  await forgetImagesOf(trx, accountId)
  await forgetVerificationsOf(trx, accountId)
  await forgetFailuresOf(trx, secrets, { accountId, email })
  // Before the emails: it waits for transactions that are writing one.
  await deleteRow(trx, accountId)
  await forgetEmailsOf(trx, accountId)
  await dropResetRequests(trx, email)
  await forgetTries(trx, secrets, accountId)
  await queueEmail(trx, { to: email, accountId: undefined }, accountDeleted({ isByOperator: actor === 'operator' }))
  await recordEvent(trx, { actor, action: 'account.deleted', subject: accountId })
  return 'deleted'
}
