/**
 * Holds rosters to the plan of their account: after a change to a plan with fewer members, only the oldest are watched.
 * Each roster keeps its last watched member and the limit by which that was found. It is found again where the plan has
 * another limit now, or members have changed since.
 */
import { sql, type Transaction } from 'kysely'
import { plans, tiers } from '#contract/plans'
import { effectivePlan } from '../billing/subscription.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import { minuteSeconds } from '../platform/times.ts'
import { lockRosters, watchAll } from './roster-store.ts'

export function keepHoldingToPlans(database: Database, warn: (sentence: string) => void): Repeating {
  return keepDoing(() => holdNextToPlan(database), {
    name: 'members by plan',
    everyMs: minuteSeconds * 1000,
    onAway: (reason) => warn(`Rosters wait to be held to their plans: ${reason}.`),
  })
}

const limitByTier = sql.join(
  tiers.map((tier) => sql`when ${tier} then ${plans[tier].rosterMembers}::int`),
  sql` `,
)
const limitNow = sql<number>`case ${effectivePlan.tier} ${limitByTier} end`

/** The rosters of one account; false where none waits. */
export function holdNextToPlan(database: Database): Promise<boolean> {
  return inTransaction(database, async (trx) => {
    const due = await trx
      .selectFrom('rosters')
      .leftJoin('subscriptions', 'subscriptions.account_id', 'rosters.account_id')
      .select(['rosters.account_id as accountId', limitNow.as('limit')])
      .where(sql<boolean>`held_to is distinct from ${limitNow}`)
      // One that takes too long holds up no other.
      .orderBy(sql`random()`)
      .limit(1)
      .executeTakeFirst()
    if (due === undefined) return false
    await hold(trx, due)
    return true
  })
}

async function hold(
  trx: Transaction<Tables>,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<void> {
  const rosters = await lockRosters(trx, accountId)
  const total = rosters.reduce((sum, { members }) => sum + members, 0)
  if (total <= limit) {
    await watchAll(trx, accountId)
    await trx.updateTable('rosters').set({ held_to: limit }).where('account_id', '=', accountId).execute()
    return
  }
  const ids = rosters.map(({ id }) => id)
  await sql`with kept as (
      select roster_id, added_at, npi from roster_members where roster_id = any(${ids})
      order by added_at, roster_id, npi limit ${limit}),
    last as (
      select distinct on (roster_id) roster_id, added_at, npi, count(*) over (partition by roster_id) as watched
      from kept order by roster_id, added_at desc, npi desc)
    update rosters set held_to = ${limit}, watched = coalesce(last.watched, 0),
      watched_until = coalesce(last.added_at, '-infinity'), watched_npi = coalesce(last.npi, 0)
    from (select unnest(${ids}::text[]) as id) as own left join last on roster_id = own.id
    where rosters.id = own.id`.execute(trx)
}
