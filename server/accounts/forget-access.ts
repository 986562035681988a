import type { Kysely, RawBuilder } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { forgetUnusedDevices } from './devices.ts'
import { forgetExpiredProofs } from './email-proof-store.ts'
import { forgetExpiredResetTokens } from './reset-store.ts'
import { forgetExpiredChallenges } from './second-factor/challenge-store.ts'
import { forgetEndedSessions } from './sessions.ts'
import { forgetOldFailures } from './sign-in-failures.ts'

export async function forgetOldAccess(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  await forgetOldFailures(db, now)
  await forgetUnusedDevices(db, now)
  await forgetExpiredProofs(db, now)
  await forgetExpiredResetTokens(db, now)
  await forgetExpiredChallenges(db, now)
  await forgetEndedSessions(db, now)
}
