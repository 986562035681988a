/** The evidence that an admin decides by. That an admin was shown it is on record. */
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Api } from '#contract/api'
import type { RegistrySource } from '#registry/search/follow'
import type { Registry } from '#registry/search/query'
import { findById } from '../accounts/account.ts'
import { requireAdmin } from '../accounts/admin-role.ts'
import { type GateParts, requireAdminSession } from '../accounts/second-factor/admin-gate.ts'
import { hasHappenedSince, historyOf } from '../audit/history.ts'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import type { Images } from '../images/images.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { fullNameOf } from '../sources/asked-name.ts'
import type { BoardRow } from './license-checks.ts'
import { type RegistryFacts, readRegistry } from './registry-facts.ts'
import type { ShowVerification } from './shown-verification.ts'
import { askBoards } from './source-checks.ts'
import { findRelated, findVerification, type VerificationRow } from './verification-store.ts'

interface ReviewParts extends GateParts {
  database: Database
  registry: RegistrySource
  images: Images
  show: ShowVerification
}

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

const relatedMax = 20

interface ReviewSources {
  database: Database
  images: Images
  show: ShowVerification
}

export async function reviewOf(
  { database, images, show }: ReviewSources,
  registry: Registry,
  row: VerificationRow,
  viewerId: string,
): Promise<z.input<Api['reviewVerification']['output']>> {
  await recordView(database, viewerId, row.id)
  const { db } = database
  const entry = readRegistry(registry, row.npi)
  const { facts } = entry
  const viewer = { viewerId, isFirstParty: true, isForAdmin: true }
  const [submitter, related, history, image, { board }] = await Promise.all([
    findById(db, row.accountId),
    findRelated(db, row, relatedMax),
    historyOf(db, row.id),
    images.describe(row.imageId),
    askBoards(db, { ...row, license: row.license ?? undefined, entry }),
  ])
  return {
    verification: show(row, viewer),
    submitter: { email: submitter?.email ?? '', npi: submitter?.npi ?? null },
    registry: facts === undefined ? null : summaryOf(facts),
    board: board === undefined ? null : shownBoard(board),
    image: image ?? null,
    earlier: related.map((other) => show(other, viewer)),
    history,
  }
}

function summaryOf({ name, kind, credentials, specialties, licenses, city, state, deactivatedOn }: RegistryFacts) {
  return { name, kind, credentials, specialties, licenses, city, state, deactivatedOn }
}

function shownBoard({ license, list, row, verdict, basis }: BoardRow) {
  const { number, profession, status, statusText, expiresOn, discipline } = row
  const ofRow = {
    name: fullNameOf(row.name),
    number,
    profession,
    status: statusText || (status ?? ''),
    expiresOn,
    discipline,
  }
  return { license, list: list.title, date: list.date, verdict, basis, ...ofRow }
}

/** The desk polls while a document is read: looks within five minutes are one. */
const lookBegan = sql<Date>`now() - interval '5 minutes'`

/** Recorded before anything is shown. */
async function recordView(database: Database, viewerId: string, id: string): Promise<void> {
  const look = { subject: id, actions: ['verification.viewed'], actor: viewerId, since: lookBegan } as const
  if (await hasHappenedSince(database.db, look)) return
  await inTransaction(database, (trx) =>
    recordEvent(trx, { actor: viewerId, action: 'verification.viewed', subject: id }),
  )
}
