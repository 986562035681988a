import type { Api } from '#contract/api'
import { pagingDepthMax, verificationPageSizeDefault } from '#contract/limits'
import { requireAdmin } from '../accounts/admin-role.ts'
import { type GateParts, requireAdminSession } from '../accounts/second-factor/admin-gate.ts'
import type { Verb } from '../http/verb.ts'
import type { Database } from '../platform/database/database.ts'
import type { ShowVerification } from './shown-verification.ts'
import { countNeedingReview, listVerifications, usualWaitHours } from './verification-store.ts'

/** Lists an account's own verifications or, for admins, all. Others who ask for all are refused, on record. */
export function listVerificationsVerb(
  parts: GateParts & { database: Database; show: ShowVerification },
): Verb<Api['listVerifications']> {
  const { database, show } = parts
  return async ({ caller: { accountId }, query, headers: { Authorization: authorization }, fail }) => {
    const isOfAll = query.admin === 'true'
    if (isOfAll) {
      await requireAdmin(database, { accountId, action: 'verification.list_refused' }, fail)
      await requireAdminSession(parts, { accountId, authorization }, fail)
    }
    if (query.search !== undefined && !isOfAll) {
      fail('invalid_input', { parameter: 'search', expected: 'it with admin=true only', got: 'it without' })
    }
    const { page = 1, limit = verificationPageSizeDefault } = query
    if (page * limit > pagingDepthMax) return fail('page_too_deep', { limit: pagingDepthMax, got: page * limit })
    const { rows, total } = await listVerifications(
      database.db,
      {
        accountId: isOfAll ? undefined : accountId,
        isPersonal: query.type === 'personal' ? true : undefined,
        statuses: query.status,
        npi: query.npi,
        needsReview: query.needsReview === 'true',
        credential: query.credential,
        state: query.state,
        olderThanDays: query.olderThanDays,
        failed: query.failed,
        search: query.search,
      },
      {
        offset: (page - 1) * limit,
        limit,
        // The queues show the oldest first, decided requests the newest.
        isOldestFirst: isOfAll && (query.status?.join() === 'pending' || query.needsReview === 'true'),
      },
    )
    const viewer = { viewerId: accountId, isFirstParty: isOfAll || query.type === 'personal', isForAdmin: isOfAll }
    const needReview = isOfAll ? { needReview: await countNeedingReview(database.db) } : {}
    const isQueue = !isOfAll && query.type === 'personal' && query.status?.includes('pending')
    const usual = isQueue ? await usualWaitHours(database.db) : undefined
    return {
      output: {
        verifications: rows.map((row) => show(row, viewer)),
        page,
        total,
        limit,
        ...needReview,
        ...(usual !== undefined && { usualWaitHours: usual }),
      },
    }
  }
}
