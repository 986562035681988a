/**
 * Removes what is kept no longer, once a day and at every start: sums of calls, last requests, remembered answers, calls to
 * developers that were given up, events of the audit log. Images have an upkeep of their own (server/images). It runs in every process; what one has removed the others do not find.
 */
import { type RawBuilder, sql } from 'kysely'
import { cutOldEvents } from '../audit/cut.ts'
import { forgetGivenUp } from '../callbacks/callback-store.ts'
import type { Database } from '../parts/database.ts'
import { atMostEvery, keepDoing, type Repeating } from '../parts/repeating.ts'
import type { Secrets } from '../parts/secrets.ts'
import { forgetOldUsage } from '../usage/forget-usage.ts'
import { forgetOldCalls } from '../verifications/idempotency-store.ts'

interface RetentionParts {
  database: Database
  secrets: Secrets
}

/** How often it is done, and how soon again after a failure, in milliseconds. */
const dayMs = 86_400_000
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
  await forgetOldUsage(database.db, now)
  await forgetOldCalls(database.db, now)
  await forgetGivenUp(database.db, now)
  await cutOldEvents({ database, secrets }, now)
}
