/** A clinician's own shares: the list, who opened one, ending one, and the emails about openings. */
import type { Api } from '#contract/api'
import type { Share } from '#contract/share-endpoints'
import type { Verb } from '../http/verb.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { recordEvents } from '../watch/events.ts'
import { endShares } from './end-shares.ts'
import { findShares, findViews, isEmailed, type ShareRow, setEmailed } from './share-store.ts'

interface Parts {
  database: Database
}

export function showShare({ createdAt, expiresAt, lastOpenedAt, ...row }: ShareRow): Share {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastOpenedAt: lastOpenedAt?.toISOString() ?? null,
  }
}

export function listShares({ database: { db } }: Parts): Verb<Api['listShares']> {
  return async ({ caller: { accountId } }) => {
    const [rows, isEmailedOnOpening] = [await findShares(db, accountId), await isEmailed(db, accountId)]
    return { output: { shares: rows.map(showShare), isEmailedOnOpening } }
  }
}

export function setShareEmails({ database: { db } }: Parts): Verb<Api['setShareEmails']> {
  return async ({ caller: { accountId }, body: { isEmailedOnOpening } }) => {
    await setEmailed(db, accountId, isEmailedOnOpening)
    return { output: { isEmailedOnOpening } }
  }
}

export function listShareViews({ database: { db } }: Parts): Verb<Api['listShareViews']> {
  return async ({ caller: { accountId }, params: { id }, fail }) => {
    if ((await findShares(db, accountId, id)).length === 0) return fail('share_not_found', undefined)
    const views = await findViews(db, accountId, id)
    return { output: { views: views.map((view) => ({ ...view, openedAt: view.openedAt.toISOString() })) } }
  }
}

/** One that has ended stays as it is. */
export function revokeShare({ database }: Parts): Verb<Api['revokeShare']> {
  return async ({ caller: { accountId }, params: { id }, fail }) => {
    if ((await findShares(database.db, accountId, id)).length === 0) return fail('share_not_found', undefined)
    await inTransaction(database, async (trx) => {
      await recordEvents(trx, await endShares(trx, { accountId, actor: accountId, id }))
    })
    return { output: { message: 'The share was revoked.' } }
  }
}
