/** Everything an admin decides by, put together: a verification with what all sources say of it. */
import type { z } from 'zod'
import type { Api } from '#contract/api'
import type { Registry } from '#registry/search/query'
import { findById } from '../accounts/account.ts'
import { historyOf } from '../audit/history.ts'
import type { Images } from '../images/images.ts'
import type { Database } from '../platform/database/database.ts'
import { recordView } from './record-view.ts'
import { askRegistry, type RegistryFacts } from './registry-facts.ts'
import type { ShowVerification } from './shown-verification.ts'
import { findRelated, type VerificationRow } from './verification-store.ts'

/** Other requests that are shown beside one. */
const relatedMax = 20

interface ReviewSources {
  database: Database
  images: Images
  show: ShowVerification
}

/** The evidence for one verification, with links to images made for the admin who reads it; that it is shown is on record. */
export async function reviewOf(
  { database, images, show }: ReviewSources,
  registry: Registry,
  row: VerificationRow,
  viewerId: string,
): Promise<z.input<Api['reviewVerification']['output']>> {
  await recordView(database, viewerId, row.id)
  const { db } = database
  const { facts } = askRegistry(registry, row.npi)
  const viewer = { viewerId, isOfScreens: true, isForAdmin: true }
  const [submitter, related, history, image] = await Promise.all([
    findById(db, row.accountId),
    findRelated(db, row, relatedMax),
    historyOf(db, row.id),
    images.describe(row.imageId),
  ])
  return {
    verification: show(row, viewer),
    submitter: { email: submitter?.email ?? '', npi: submitter?.npi ?? null },
    registry: facts === undefined ? null : summaryOf(facts),
    image: image ?? null,
    earlier: related.map((other) => show(other, viewer)),
    history,
  }
}

function summaryOf({ name, kind, credentials, specialties, licenses, city, state, deactivatedOn }: RegistryFacts) {
  return { name, kind, credentials, specialties, licenses, city, state, deactivatedOn }
}
