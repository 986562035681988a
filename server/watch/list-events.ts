import type { Kysely } from 'kysely'
import type { Api } from '#contract/api'
import { type EventType, eventTypes, ownEventsScope, ownEventTypes } from '#contract/events'
import { eventPageDefault } from '#contract/limits'
import type { Scope } from '#contract/scopes'
import { keysOf } from '#contract/verification-words'
import type { Fail, Verb } from '../http/verb.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { feedPage, lastPosition } from './events.ts'
import { requireRoster } from './rosters.ts'

/** Before the first event. */
const start = '0'

export function listEvents({ database: { db } }: { database: Database }): Verb<Api['listEvents']> {
  return async ({ caller: { accountId, account }, query, fail }) => {
    const { roster, type, after, order = 'oldest', limit = eventPageDefault } = query
    const types = readableTypes(type, account.scopes, fail)
    if (roster !== undefined) await requireRoster(db, { accountId, id: roster }, fail)
    const newestFirst = order === 'newest'
    const page = await feedPage(db, { accountId, rosterId: roster, types, after, newestFirst, limit })
    if (after !== undefined && page.last === undefined) await requireReached(db, after, fail)
    const events = page.events.map(({ id, type, npi, rosterIds, data, at }) => {
      return { id, type, at: at.toISOString(), npi, rosterIds, data }
    })
    return { output: { events, next: page.last ?? after ?? start, hasMore: !page.isWhole } }
  }
}

/** A cursor of another database, or of one before it was restored, would miss the next events without a sign. */
async function requireReached(db: Kysely<Tables>, after: string, fail: Fail<'invalid_input'>): Promise<void> {
  const last = await lastPosition(db)
  if (BigInt(after) <= BigInt(last)) return
  const expected = `at most ${last}, the position of the last event; leave it out to start again at the oldest`
  fail('invalid_input', { parameter: 'after', expected, got: after })
}

/** Those asked for, else all that the key may read; undefined for every type. */
function readableTypes(
  asked: readonly EventType[] | undefined,
  scopes: readonly Scope[] | null,
  fail: Fail<'scope_missing'>,
): readonly EventType[] | undefined {
  if (scopes === null || scopes.includes(ownEventsScope)) return asked
  if (asked === undefined) return keysOf(eventTypes).filter((type) => !ownEventTypes.has(type))
  return asked.some((type) => ownEventTypes.has(type))
    ? fail('scope_missing', { scope: ownEventsScope, scopes })
    : asked
}
