/** Approvals that end with a day of UTC end when it is over everywhere in the United States (contract/days.ts). */
import { type Kysely, sql } from 'kysely'

/** Twelve hours: Baker Island is behind UTC by that much. Running it again changes nothing. */
export async function moveApprovalEnds(db: Kysely<unknown>): Promise<void> {
  await sql`update verifications set expires_at = expires_at + interval '12 hours'
    where (expires_at at time zone 'utc')::time = '23:59:59.999'`.execute(db)
}
