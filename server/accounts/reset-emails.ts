/** Sends reset links after their requests were answered, so that timing reveals nothing. One transaction each. */
import { recordEvent } from '../audit/record.ts'
import { resetPasswordEmail } from '../mail/emails/account-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { MailSettings } from '../settings.ts'
import { lockByEmail } from './account-store.ts'
import { insertResetToken, takeResetRequest } from './reset-store.ts'
import { createToken } from './tokens.ts'

export interface ResetEmailParts {
  database: Database
  secrets: Secrets
  settings: Pick<MailSettings, 'publicUrl'>
  warn(sentence: string): void
}

const intervalMs = 500

export function startResetEmails(parts: ResetEmailParts, { everyMs = intervalMs } = {}): Repeating {
  return keepDoing(() => makeOne(parts), {
    name: 'password resets',
    everyMs,
    onAway: (reason) => parts.warn(`Links to reset passwords wait: ${reason}.`),
  })
}

/** Answers whether there was a request; those without an account are dropped. */
async function makeOne({ database, secrets, settings: { publicUrl } }: ResetEmailParts): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const request = await takeResetRequest(trx)
    if (request === undefined) return false
    // Locked: an address that the account just gave up must open nothing.
    const accountId = await lockByEmail(trx, request.email)
    if (accountId === undefined) return true
    const { text: value, hash } = createToken()
    await insertResetToken(trx, accountId, hash)
    const content = resetPasswordEmail({ publicUrl, isPortal: request.is_portal })
    await queueEmail(trx, { to: request.email, accountId }, content, { value, secrets })
    await recordEvent(trx, { actor: null, action: 'account.reset_asked', subject: accountId })
    return true
  })
}
