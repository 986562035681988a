/** Everything an admin decides by, in one answer. */
import type { Api } from '#contract/api'
import type { RegistrySource } from '#registry/read/follow-registry'
import { findById } from '../accounts/account-store.ts'
import { isAdmin } from '../accounts/roles.ts'
import { historyOf } from '../audit/history.ts'
import type { Verb } from '../http/verb.ts'
import type { Images } from '../images/images.ts'
import type { Database } from '../parts/database.ts'
import { askRegistry, type RegistryFacts } from './registry-facts.ts'
import type { ShowVerification } from './shown-verification.ts'
import { findRelated, findVerification } from './verification-store.ts'

/** Other requests that are shown beside one. */
const relatedMax = 20

interface ReviewParts {
  database: Database
  registry: RegistrySource
  images: Images
  show: ShowVerification
}

/** The verb behind the evidence on the admin desk. */
export function reviewVerification({ database, registry, images, show }: ReviewParts): Verb<Api['reviewVerification']> {
  return async ({ caller: { accountId }, params: { id }, fail }) => {
    if (!(await isAdmin(database.db, accountId))) return fail('admin_only', undefined)
    const row = await findVerification(database.db, id, undefined)
    if (row === undefined) return fail('verification_not_found', undefined)
    const current = registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
    const { facts } = askRegistry(current, row.npi)
    const submitter = await findById(database.db, row.accountId)
    const viewer = { viewerId: accountId, isOfScreens: true }
    const [related, history, image] = await Promise.all([
      findRelated(database.db, row, relatedMax),
      historyOf(database.db, id),
      images.describe(row.imageId),
    ])
    return {
      output: {
        verification: show(row, viewer),
        submitter: { email: submitter?.email ?? '', npi: submitter?.npi ?? null },
        registry: facts === undefined ? null : summaryOf(facts),
        image: image ?? null,
        earlier: related.map((other) => show(other, viewer)),
        history,
      },
    }
  }
}

function summaryOf({ name, kind, credentials, specialties, licenses, city, state, deactivatedOn }: RegistryFacts) {
  return { name, kind, credentials, specialties, licenses, city, state, deactivatedOn }
}
