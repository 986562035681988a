/** Removes what is past its time, daily and at every start (docs/operating.md); images have their own upkeep. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { forgetUnusedDevices } from '../accounts/devices.ts'
import { forgetExpiredProofs } from '../accounts/email-proof-store.ts'
import { forgetExpiredResetTokens } from '../accounts/reset-store.ts'
import { forgetExpiredChallenges } from '../accounts/second-factor/challenge-store.ts'
import { forgetEndedSessions } from '../accounts/sessions.ts'
import { forgetOldFailures } from '../accounts/sign-in-failures.ts'
import { cutOldEvents } from '../audit/cut.ts'
import { forgetOldPaymentEvents } from '../billing/webhook.ts'
import { forgetReplacedKeys } from '../keys/keys.ts'
import { forgetGivenUpEmails } from '../mail/queue.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { atMostEvery, keepDoing, type Repeating } from '../platform/repeating.ts'
import type { Secrets } from '../platform/secrets.ts'
import { dayMs } from '../platform/times.ts'
import { forgetEndedShares } from '../shares/end-shares.ts'
import { forgetOldChecks } from '../status/checks.ts'
import { forgetOldRequests } from '../support/requests.ts'
import { forgetOldUsage } from '../usage/usage-writer.ts'
import { forgetOldAnswers } from '../verifications/answer-once.ts'
import { forgetOldSamples } from '../verifications/sample-verification-store.ts'
import { forgetUnwatched } from '../watch/forget.ts'
import { forgetOldDeliveries } from '../webhooks/delivery-store.ts'

interface RetentionParts {
  database: Database
  secrets: Secrets
}

const retryMs = 60_000

export function keepRetention(parts: RetentionParts, warn: (sentence: string) => void): Repeating {
  const daily = atMostEvery(dayMs, () => removeOld(parts))
  const work = async () => {
    await daily()
    return false
  }
  return keepDoing(work, {
    name: 'retention',
    everyMs: retryMs,
    onAway: (reason) => warn(`What is past its time is still kept: ${reason}.`),
  })
}

/** `now` differs from the database's in tests only. */
export async function removeOld(
  { database, secrets }: RetentionParts,
  now: RawBuilder<Date> = sql`now()`,
): Promise<void> {
  const { db } = database
  await forgetOldUsage(db, now)
  await forgetOldAnswers(db, now)
  await forgetOldSamples(db, now)
  await forgetOldDeliveries(db, now)
  await forgetGivenUpEmails(db, now)
  await forgetOldPaymentEvents(db, now)
  await forgetOldAccess(db, now)
  await forgetReplacedKeys(db, now)
  await forgetEndedShares(db, now)
  await forgetOldChecks(db, now)
  await forgetOldRequests(db, now)
  await forgetUnwatched(db, now)
  await cutOldEvents({ database, secrets }, now)
}

async function forgetOldAccess(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  await forgetOldFailures(db, now)
  await forgetUnusedDevices(db, now)
  await forgetExpiredProofs(db, now)
  await forgetExpiredResetTokens(db, now)
  await forgetExpiredChallenges(db, now)
  await forgetEndedSessions(db, now)
}
