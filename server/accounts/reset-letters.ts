/**
 * Makes links to reset a password for the requests that forgot-password.ts has written down, after those were answered, so that
 * the time an answer takes tells nothing. A request is taken off the list in the transaction that makes its link and its letter:
 * it is done once, also when a process dies in between.
 */
import { recordEvent } from '../audit/record.ts'
import { resetPasswordLetter } from '../mail/letters/reset-password.ts'
import { queueLetter } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { MailSettings } from '../settings.ts'
import { lockByEmail } from './account-store.ts'
import { insertResetToken, takeResetRequest } from './reset-store.ts'
import { createToken } from './tokens.ts'

export interface ResetLetterParts {
  database: Database
  secrets: Secrets
  settings: Pick<MailSettings, 'publicUrl'>
  /** Something the operator should read in the log. */
  warn(sentence: string): void
}

/** How often to look for requests, in milliseconds. */
const intervalMs = 500

/** Begins to make links, until it is closed. */
export function startResetLetters(parts: ResetLetterParts, { everyMs = intervalMs } = {}): Repeating {
  return keepDoing(() => makeOne(parts), {
    everyMs,
    onAway: (reason) => parts.warn(`Links to reset passwords wait: ${reason}.`),
  })
}

/** Whether there was a request; those of addresses without an account are dropped. */
async function makeOne({ database, secrets, settings: { publicUrl } }: ResetLetterParts): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const request = await takeResetRequest(trx)
    if (request === undefined) return false
    // Locked, since an address that the account gives up at this moment opens nothing afterwards.
    const accountId = await lockByEmail(trx, request.email)
    if (accountId === undefined) return true
    const { text: value, hash } = createToken()
    await insertResetToken(trx, accountId, hash)
    const letter = resetPasswordLetter({ publicUrl, isPortal: request.isPortal })
    await queueLetter(trx, { to: request.email, accountId }, letter, { value, secrets })
    await recordEvent(trx, { actor: null, action: 'account.reset_asked', subject: accountId })
    return true
  })
}
