/**
 * Deletes an account and all personal data with it in one transaction, which also queues what is stored elsewhere
 * (bytes of images, already unreadable; the payment provider's customer). The audit log keeps events without the
 * person.
 */
import type { Transaction } from 'kysely'
import type { Api } from '#contract/api'
import { recordEvent } from '../audit/record.ts'
import { noteCustomerChange } from '../billing/customer-changes.ts'
import { fail as failWith, type Verb } from '../http/verb.ts'
import { forgetImagesOf, hasHeldImage } from '../images/image-retention.ts'
import type { KeyChecker } from '../keys/check-key.ts'
import { accountDeleted } from '../mail/emails/account-emails.ts'
import { forgetEmailsOf, queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { endShares } from '../shares/end-shares.ts'
import { forgetVerificationsOf } from '../verifications/account-verifications.ts'
import { forgetWatchOf } from '../watch/forget.ts'
import { forgetWebhooksOf } from '../webhooks/forget.ts'
import { findById, lockAccount } from './account.ts'
import { deleteRow, findByEmail, isLastAdmin } from './account-store.ts'
import { networkOf } from './attempts.ts'
import { checkOwnPassword, confirmPassword, type PasswordParts } from './check-password.ts'
import { forgetFailuresOf } from './devices.ts'
import { dropResetRequests } from './reset-store.ts'
import { forgetTries } from './second-factor/challenge-store.ts'

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
  await endShares(trx, { accountId, actor })
  await forgetImagesOf(trx, accountId)
  await forgetVerificationsOf(trx, accountId)
  await forgetWatchOf(trx, accountId)
  await forgetWebhooksOf(trx, accountId)
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

/** Fails with `password_wrong` and the limits on guessing; `last_admin`; and `account_held` under a legal hold. */
export function deleteMe(parts: PasswordParts & { keys: KeyChecker }): Verb<Api['deleteMe']> {
  const { database, keys } = parts
  return async ({ body: { password }, caller: { accountId }, client, fail }) => {
    const { email } = (await findById(database.db, accountId)) ?? failWith('session_invalid', undefined)
    const checked = await checkOwnPassword(parts, { accountId, email, password, network: networkOf(client.ip) }, fail)
    if (checked === undefined || checked.id !== accountId) return fail('password_wrong', undefined)
    const outcome = await inTransaction(database, async (trx) => {
      // The first lock, so that admins who delete themselves at the same time cannot deadlock.
      if (await isLastAdmin(trx, accountId)) return 'last-admin'
      if (await confirmPassword(trx, checked)) {
        return deleteAccount(trx, parts, { accountId, actor: accountId })
      }
      return (await findById(trx, accountId)) === undefined ? 'gone' : 'changed'
    })
    switch (outcome) {
      case 'last-admin':
        return fail('last_admin', undefined)
      case 'held':
        return fail('account_held', undefined)
      case 'changed':
        return fail('password_wrong', undefined)
      case 'gone':
        return failWith('session_invalid', undefined)
      case 'deleted':
        keys.forget(accountId)
        return { output: { message: 'Your account is deleted. We’ve sent a confirmation by email.' } }
    }
  }
}
