/**
 * Rosters: lists of providers that an account watches. Each change is one transaction, whole or not at all; changes of
 * one account take turns. Another account's roster is answered as one that never was.
 */
import type { Transaction } from 'kysely'
import type { Api } from '#contract/api'
import { itemsPerCall, memberPageDefault, rostersMax } from '#contract/limits'
import { plans } from '#contract/plans'
import type { RegistrySource } from '#registry/search/follow'
import type { Registry } from '#registry/search/query'
import { lockAccount } from '../accounts/account.ts'
import type { Fail, Verb } from '../http/verb.ts'
import { accountOf } from '../keys/keys.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { npiStatusOf } from '../sources/registry-person.ts'
import { membersIn, npisIn } from './member-list.ts'
import {
  addToCount,
  deleteMembers,
  dropRoster,
  findMembers,
  findRoster,
  findRosters,
  insertMembers,
  insertRoster,
  insertWatched,
  lockRosters,
  type NewMember,
  setName,
  watchAll,
} from './roster-store.ts'

interface RosterParts {
  database: Database
}

export function listRosters({ database: { db } }: RosterParts): Verb<Api['listRosters']> {
  return async ({ caller: { accountId } }) => ({ output: { rosters: await findRosters(db, accountId) } })
}

export function createRoster({ database }: RosterParts): Verb<Api['createRoster']> {
  return async ({ caller: { accountId }, body: { name }, fail }) => {
    const output = await inTransaction(database, async (trx) => {
      await lockAccount(trx, accountId)
      if ((await findRosters(trx, accountId)).length >= rostersMax) return fail('rosters_full', undefined)
      return insertRoster(trx, { accountId, id: uuidv7(), name })
    })
    return { output }
  }
}

export function getRoster({ database: { db } }: RosterParts): Verb<Api['getRoster']> {
  return async ({ caller: { accountId }, params: { id }, fail }) => ({
    output: (await findRoster(db, accountId, id)) ?? fail('roster_not_found', undefined),
  })
}

export function renameRoster({ database: { db } }: RosterParts): Verb<Api['renameRoster']> {
  return async ({ caller: { accountId }, params: { id }, body: { name }, fail }) => ({
    output: (await setName(db, { accountId, id, name })) ?? fail('roster_not_found', undefined),
  })
}

export function deleteRoster({ database }: RosterParts): Verb<Api['deleteRoster']> {
  return async ({ caller: { accountId }, params: { id }, fail }) => {
    await inTransaction(database, async (trx) => {
      const rosters = await lockRosters(trx, accountId)
      if (!rosters.some((one) => one.id === id)) return fail('roster_not_found', undefined)
      await dropRoster(trx, accountId, id)
    })
    return { output: { message: 'The roster was deleted.' } }
  }
}

export function changeMembers({
  database,
  registry: source,
}: RosterParts & { registry: RegistrySource }): Verb<Api['changeMembers']> {
  return async ({ caller: { accountId }, params: { id }, body, takeCalls, fail }) => {
    const registry = source.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    const { add, remove, csv } = body
    if (add === undefined && remove === undefined && csv === undefined) {
      fail('invalid_input', { parameter: 'body', expected: 'add, remove or csv', got: 'none of them' })
    }
    const [members, removed] = [membersIn({ add, csv }, fail), npisIn(remove, fail)]
    const added = new Set(members.map(({ npi }) => npi))
    const both = removed.findIndex((npi) => added.has(npi))
    if (both !== -1) {
      const expected = 'an NPI that is not added by the same call'
      fail('invalid_input', { parameter: `remove[${both}]`, expected, got: String(removed[both]) })
    }
    const { tier } = await accountOf(database.db, accountId)
    const output = await inTransaction(database, async (trx) => {
      const rosters = await lockRosters(trx, accountId)
      if (!rosters.some((one) => one.id === id)) return fail('roster_not_found', undefined)
      const change = await changeOne(trx, registry, { rosterId: id, members, removed })
      const difference = change.added - change.removed
      const total = rosters.reduce((sum, one) => sum + one.members, difference)
      const { name: plan, rosterMembers: limit } = plans[tier]
      // After a downgrade members may still be removed.
      if (total > limit && difference > 0) return fail('members_full', { plan, limit, got: total })
      // At once, so that a new member misses no event until rosters are held to their plan again.
      if (total <= limit) await watchAll(trx, accountId)
      await takeCalls(Math.ceil(change.added / itemsPerCall), trx)
      return { ...change, roster: await addToCount(trx, id, difference) }
    })
    return { output }
  }
}

async function changeOne(
  trx: Transaction<Tables>,
  registry: Registry,
  { rosterId, members, removed }: { rosterId: string; members: readonly NewMember[]; removed: readonly number[] },
): Promise<{ added: number; removed: number }> {
  const counts = {
    added: await insertMembers(trx, rosterId, members),
    removed: await deleteMembers(trx, rosterId, removed),
  }
  await insertWatched(
    trx,
    members.map(({ npi }) => ({ npi, standing: npiStatusOf(registry, npi) })),
  )
  return counts
}

export function listMembers({ database: { db } }: RosterParts): Verb<Api['listMembers']> {
  return async ({ caller: { accountId }, params: { id }, query, fail }) => {
    const { state, after, limit = memberPageDefault } = query
    await requireRoster(db, { accountId, id }, fail)
    const members = await findMembers(db, { rosterId: id, state, after, limit: limit + 1 })
    const page = members.slice(0, limit)
    return { output: { members: page, next: members.length > limit ? String(page.at(-1)?.npi) : null } }
  }
}

export async function requireRoster(
  db: Database['db'],
  { accountId, id }: { accountId: string; id: string },
  fail: Fail<'roster_not_found'>,
): Promise<void> {
  if ((await findRoster(db, accountId, id)) === undefined) fail('roster_not_found', undefined)
}
