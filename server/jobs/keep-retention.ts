/**
 * Removes what is kept no longer, once a day and at every start: what docs/operating.md says of it, "What is kept,
 * and for how long". Images have an upkeep of their own (server/images). It runs in every process; what one has
 * removed the others do not find.
 */
import { type RawBuilder, sql } from 'kysely'
import { forgetOldAccess } from '../accounts/forget-access.ts'
import { cutOldEvents } from '../audit/cut.ts'
import { forgetOldPaymentEvents } from '../billing/webhook.ts'
import { forgetGivenUpCallbacks } from '../callbacks/callbacks.ts'
import { forgetReplacedKeys } from '../keys/keys.ts'
import { forgetGivenUpEmails } from '../mail/queue.ts'
import type { Database } from '../platform/database/database.ts'
import { atMostEvery, keepDoing, type Repeating } from '../platform/repeating.ts'
import type { Secrets } from '../platform/secrets.ts'
import { dayMs } from '../platform/times.ts'
import { forgetOldUsage } from '../usage/usage-store.ts'
import { forgetOldAnswers } from '../verifications/forget-verifications.ts'

interface RetentionParts {
  database: Database
  secrets: Secrets
}

/** How soon it is done again after a failure, in milliseconds. */
const retryMs = 60_000

/** Begins with it, until it is closed; a failure is warned of once until it is over. */
export function keepRetention(parts: RetentionParts, warn: (sentence: string) => void): Repeating {
  const daily = atMostEvery(dayMs, () => removeOld(parts))
  const work = async () => {
    await daily()
    return false
  }
  return keepDoing(work, {
    everyMs: retryMs,
    onAway: (reason) => warn(`What is past its time is still kept: ${reason}.`),
  })
}

/** Removes all that is past its time at the moment `now`, which is another than the database's in tests only. */
export async function removeOld(
  { database, secrets }: RetentionParts,
  now: RawBuilder<Date> = sql`now()`,
): Promise<void> {
  const { db } = database
  await forgetOldUsage(db, now)
  await forgetOldAnswers(db, now)
  await forgetGivenUpCallbacks(db, now)
  await forgetGivenUpEmails(db, now)
  await forgetOldPaymentEvents(db, now)
  await forgetOldAccess(db, now)
  await forgetReplacedKeys(db, now)
  await cutOldEvents({ database, secrets }, now)
}
