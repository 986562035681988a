/** Everything an admin decides by, in one answer. */
import type { Api } from '#contract/api'
import type { RegistrySource } from '#registry/search/follow'
import { requireAdmin } from '../accounts/require-admin.ts'
import { type GateParts, requireAdminSession } from '../accounts/second-factor/admin-gate.ts'
import type { Verb } from '../http/verb.ts'
import type { Images } from '../images/images.ts'
import type { Database } from '../platform/database/database.ts'
import { reviewOf } from './review-of.ts'
import type { ShowVerification } from './shown-verification.ts'
import { findVerification } from './verification-store.ts'

interface ReviewParts extends GateParts {
  database: Database
  registry: RegistrySource
  images: Images
  show: ShowVerification
}

/** The verb behind the evidence on the admin desk. */
export function reviewVerification(parts: ReviewParts): Verb<Api['reviewVerification']> {
  const { db } = parts.database
  return async ({ caller: { accountId }, params: { id }, headers: { Authorization: authorization }, fail }) => {
    await requireAdmin(parts.database, { accountId, action: 'verification.review_refused' }, fail)
    await requireAdminSession(parts, { accountId, authorization }, fail)
    const row = await findVerification(db, id, undefined)
    if (row === undefined) return fail('verification_not_found', undefined)
    const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    return { output: await reviewOf(parts, registry, row, accountId) }
  }
}
