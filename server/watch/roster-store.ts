/** The SQL of rosters and their members. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Roster, RosterMember } from '#contract/watch-endpoints'
import { licenseNoticeDays, type MemberState } from '#contract/watch-words'
import type { Tables } from '../platform/database/tables.ts'

/** As hold-to-plan.ts counted them, until it counts again after a change. */
const watched = sql<number>`least(coalesce(watched, members), members)`

const columns = ['id', 'name', 'members', watched.as('watched'), 'created_at as createdAt'] as const

function shown({ createdAt, ...row }: Omit<Roster, 'createdAt'> & { createdAt: Date }): Roster {
  return { ...row, createdAt: createdAt.toISOString() }
}

/** The oldest first. */
export async function findRosters(db: Kysely<Tables>, accountId: string): Promise<Roster[]> {
  return (await rostersOf(db, accountId).execute()).map(shown)
}

export async function findRoster(db: Kysely<Tables>, accountId: string, id: string): Promise<Roster | undefined> {
  const row = await rostersOf(db, accountId).where('id', '=', id).executeTakeFirst()
  return row && shown(row)
}

/** Locks all rosters of the account, the oldest first, whose changes take turns by it. */
export async function lockRosters(trx: Transaction<Tables>, accountId: string): Promise<Roster[]> {
  return (await rostersOf(trx, accountId).forUpdate().execute()).map(shown)
}

function rostersOf(db: Kysely<Tables>, accountId: string) {
  return db.selectFrom('rosters').select(columns).where('account_id', '=', accountId).orderBy('id')
}

export async function insertRoster(
  trx: Transaction<Tables>,
  { accountId, id, name }: { accountId: string; id: string; name: string },
): Promise<Roster> {
  const row = await trx
    .insertInto('rosters')
    .values({ account_id: accountId, id, name })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return shown(row)
}

export async function setName(
  db: Kysely<Tables>,
  { accountId, id, name }: { accountId: string; id: string; name: string },
): Promise<Roster | undefined> {
  const row = await db
    .updateTable('rosters')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  return row && shown(row)
}

/** Its members are removed in batches (forget.ts); those of other rosters may be watched in their place. */
export async function dropRoster(trx: Transaction<Tables>, accountId: string, id: string): Promise<void> {
  await trx.deleteFrom('rosters').where('id', '=', id).execute()
  await trx.updateTable('rosters').set({ held_to: null }).where('account_id', '=', accountId).execute()
}

export interface NewMember {
  npi: number
  reference: string | null
}

/** Each NPI once. Answers how many were not there before. */
export async function insertMembers(
  trx: Transaction<Tables>,
  rosterId: string,
  members: readonly NewMember[],
): Promise<number> {
  if (members.length === 0) return 0
  const { rows } = await sql<{ isNew: boolean }>`
    insert into roster_members (roster_id, npi, reference)
    select ${rosterId}, npi, reference from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as rows
      (npi bigint, reference text) order by npi
    on conflict (roster_id, npi) do update set reference = excluded.reference
    returning xmax = 0 as "isNew"`.execute(trx)
  return rows.filter(({ isNew }) => isNew).length
}

export async function deleteMembers(
  trx: Transaction<Tables>,
  rosterId: string,
  npis: readonly number[],
): Promise<number> {
  if (npis.length === 0) return 0
  const { numDeletedRows } = await trx
    .deleteFrom('roster_members')
    .where('roster_id', '=', rosterId)
    .where(sql<boolean>`npi = any(${npis}::bigint[])`)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function addToCount(trx: Transaction<Tables>, rosterId: string, count: number): Promise<Roster> {
  const row = await trx
    .updateTable('rosters')
    .set({ members: sql<number>`members + ${count}`, held_to: null })
    .where('id', '=', rosterId)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return shown(row)
}

/** Watches every member of the account, until its rosters are held to its plan (hold-to-plan.ts). */
export async function watchAll(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx
    .updateTable('rosters')
    .set({ watched: null, watched_until: null, watched_npi: null })
    .where('account_id', '=', accountId)
    .where('watched_until', 'is not', null)
    .execute()
}

/** Those that no roster had until now. Locks the others, so that no process forgets them meanwhile. */
export async function insertWatched(
  trx: Transaction<Tables>,
  providers: readonly { npi: number; standing: Tables['watched_providers']['standing'] }[],
): Promise<void> {
  if (providers.length === 0) return
  await sql`insert into watched_providers (npi, standing)
    select npi, standing from jsonb_to_recordset(${JSON.stringify(providers)}::jsonb) as rows (npi bigint, standing text)
    order by npi on conflict (npi) do update set npi = excluded.npi`.execute(trx)
}

/** For members and rosters joined. */
export const isWatched = sql<boolean>`(watched_until is null or (added_at, roster_members.npi) <= (watched_until, watched_npi))`

/** In UTC. */
const today = sql`(now() at time zone 'utc')::date`

/** As contract/watch-endpoints.ts says; the table there has the order. */
const state = sql<MemberState>`case when not ${isWatched} then 'not_watched'
  when not coalesce(is_compared, false) then 'pending' when is_excluded then 'excluded'
  when standing <> 'active' then standing
  when license_expires_on between ${today} and ${today} + ${licenseNoticeDays.at(-1)}::int then 'license_expiring'
  else 'active' end`

interface MemberQuery {
  rosterId: string
  state: MemberState | undefined
  /** An NPI as text. */
  after: string | undefined
  limit: number
}

export async function findMembers(db: Kysely<Tables>, query: MemberQuery): Promise<RosterMember[]> {
  const rows = await db
    .selectFrom('roster_members')
    .innerJoin('rosters', 'rosters.id', 'roster_id')
    .leftJoin('watched_providers', 'watched_providers.npi', 'roster_members.npi')
    .select(['roster_members.npi', 'reference', 'added_at as addedAt'])
    .select([state.as('state'), sql<string | null>`license_expires_on::text`.as('licenseExpiresOn')])
    .where('roster_id', '=', query.rosterId)
    .$if(query.after !== undefined, (one) => one.where('roster_members.npi', '>', query.after ?? '0'))
    .$if(query.state !== undefined, (one) => one.where(sql<boolean>`${state} = ${query.state}`))
    .orderBy('roster_members.npi')
    .limit(query.limit)
    .execute()
  return rows.map(({ npi, addedAt, ...row }) => ({ ...row, npi: Number(npi), addedAt: addedAt.toISOString() }))
}
