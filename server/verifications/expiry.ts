/**
 * The end of approvals: their owners are told 60, 30 and 7 days before, once each, and on the day itself the account loses the
 * credential, whether or not the process slept through any of these days.
 */

import type { Transaction } from 'kysely'
import { reminderDays } from '#contract/limits'
import { verificationExpiringLetter } from '../mail/letters/verification-expiring.ts'
import { queueLetter } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import { claimExpiring, type ExpiringVerification } from './expiry-store.ts'
import { refreshHeld } from './held-credentials.ts'

/** Milliseconds between two looks, and approvals that one look takes. */
const intervalMs = 60_000
const takenMax = 50

interface ExpiryParts {
  database: Database
  publicUrl: string
}

/** Watches over approvals until it is closed. */
export function watchExpiry(parts: ExpiryParts & { warn(sentence: string): void }): Repeating {
  const onAway = (reason: string) => parts.warn(`Approvals that end wait: ${reason}.`)
  return keepDoing(async () => (await endApprovals(parts)) === takenMax, { everyMs: intervalMs, onAway })
}

/** Does what is due; answers for how many approvals something was done. */
export async function endApprovals({ database, publicUrl }: ExpiryParts): Promise<number> {
  return inTransaction(database, async (trx) => {
    const due = await claimExpiring(trx, reminderDays, takenMax)
    for (const one of due) await follow(trx, publicUrl, one)
    return due.length
  })
}

async function follow(trx: Transaction<Tables>, publicUrl: string, one: ExpiringVerification): Promise<void> {
  const { accountId, npi, credential, expiresAt, days, email } = one
  if (days === 0) {
    await refreshHeld(trx, accountId)
    return
  }
  await queueLetter(
    trx,
    { to: email, accountId },
    verificationExpiringLetter({ publicUrl, npi, credential, days, expiresAt }),
  )
}
