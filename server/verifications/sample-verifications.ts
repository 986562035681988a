/**
 * Verifications of test mode: checked against the sample data as live ones are against the real, then decided by
 * themselves (decide-samples.ts). Nothing live sees them, and they see nothing live; their images are not kept.
 */
import type { Transaction } from 'kysely'
import type { Api } from '#contract/api'
import { testOutcomeOf } from '#contract/key-modes'
import { pagingDepthMax, verificationPageSizeDefault } from '#contract/limits'
import { type Verification, verification } from '#contract/verifications'
import { verificationDecided } from '#contract/webhooks'
import type { Verb } from '../http/verb.ts'
import { inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { uuidv7 } from '../platform/uuid.ts'
import type { SampleData } from '../providers/sample-data.ts'
import { limitSubject } from '../usage/meter.ts'
import { callbackSecret } from '../webhooks/callback-secret.ts'
import { queueCallback } from '../webhooks/callbacks.ts'
import { answerOnce } from './answer-once.ts'
import { instantChecks } from './instant-checks.ts'
import { readRegistry } from './registry-facts.ts'
import { findSample, insertSample, listSamples, setWithdrawn } from './sample-verification-store.ts'
import type { ShowVerification, Viewer } from './shown-verification.ts'
import { sourceChecks } from './source-checks.ts'
import {
  credentialOnFile,
  licenseOf,
  prepare,
  publicCallbackOf,
  type Submit,
  type SubmitParts,
  takeUpload,
} from './submit-verification.ts'
import { findPending, type VerificationRow } from './verification-store.ts'

export type SampleParts = Pick<SubmitParts, 'database' | 'images' | 'limiter' | 'secrets' | 'show'> & {
  samples: SampleData
}

/** Of an image that was never sent before, as all of test mode are. */
const neverSeen = { exact: 0, near: [], unsure: [] }

export function submitSample(parts: SampleParts): Submit {
  const { database, samples, limiter, show } = parts
  return async ({ caller: { accountId }, body, headers, fail }) => {
    const callbackUrl = publicCallbackOf(body, fail)
    const secret = callbackUrl === null ? {} : { callbackSecret: await callbackSecret(parts, accountId) }
    const again = async (remembered: Verification) => ({ ...remembered, ...secret })
    const key = headers['Idempotency-Key']
    const call = { accountId, mode: 'test', key, body, remembered: verification, again, fail } as const
    return answerOnce(database, call, async (remember) => {
      const registry = samples.registry.current() ?? fail('not_ready', { waitingFor: ['the sample registry'] })
      const { npi } = body
      const entry = readRegistry(registry, npi)
      const credential = body.credential ?? credentialOnFile(entry) ?? fail('credential_unknown', { npi })
      const license = licenseOf(body, fail)
      const pending = await findPending(database.db, 'sample_verifications', { accountId, npi, credential })
      if (pending !== undefined) return fail('verification_pending', { id: pending })
      await takeUpload(limiter, limitSubject({ accountId, mode: 'test' }), fail)
      const [{ metadata }, ofSources] = await Promise.all([
        prepare(parts, body.image, fail),
        sourceChecks(samples.lists, { npi, credential, license, entry }),
      ])
      const today = new Date().toISOString().slice(0, 10)
      const evidence = { npi, credential, registry: entry, ofSources, seenBefore: neverSeen, metadata, today }
      const checks = instantChecks(evidence)
      const id = uuidv7()
      const isPersonal = body.type === 'personal'
      const outcome = testOutcomeOf(npi, entry.facts?.kind === 'individual')
      const answer = await inTransaction(database, async (trx) => {
        const row = { accountId, id, npi, credential, isPersonal, checks, license, callbackUrl, outcome }
        if (!(await insertSample(trx, row))) return undefined
        const stored = await findSample(trx, { accountId, id })
        if (stored === undefined) throw new Error('The verification that was just stored is gone.')
        const shown = shownSample(show, stored, { viewerId: accountId, isFirstParty: isPersonal })
        await remember(trx, shown)
        return { ...shown, ...secret }
      })
      if (answer !== undefined) return answer
      const other = await findPending(database.db, 'sample_verifications', { accountId, npi, credential })
      return fail('verification_pending', { id: other ?? id })
    })
  }
}

/** No account is an admin in test mode. */
export function listSampleVerifications(parts: SampleParts): Verb<Api['listVerifications']> {
  const { database, show } = parts
  return async ({ caller: { accountId }, query, fail }) => {
    if (query.admin === 'true') return fail('admin_only', undefined)
    const { page = 1, limit = verificationPageSizeDefault } = query
    if (page * limit > pagingDepthMax) return fail('page_too_deep', { limit: pagingDepthMax, got: page * limit })
    const isPersonal = query.type === 'personal' ? true : undefined
    // None needs a review: their lists are never replaced.
    const statuses = query.needsReview === 'true' ? [] : query.status
    const filter = { accountId, isPersonal, statuses, npi: query.npi }
    const { rows, total } = await listSamples(database.db, filter, { offset: (page - 1) * limit, limit })
    const viewer = { viewerId: accountId, isFirstParty: isPersonal === true }
    return { output: { verifications: rows.map((row) => shownSample(show, row, viewer)), page, total, limit } }
  }
}

export function getSampleVerification({ database, show }: SampleParts): Verb<Api['getVerification']> {
  return async ({ caller: { accountId }, params: { id }, fail }) => {
    const row = await findSample(database.db, { accountId, id })
    if (row === undefined) return fail('verification_not_found', undefined)
    return { output: shownSample(show, row, { viewerId: accountId, isFirstParty: false }) }
  }
}

export function withdrawSample({ database, show }: SampleParts): Verb<Api['withdrawVerification']> {
  return async ({ caller: { accountId }, params: { id }, fail }) => {
    const isDone = await inTransaction(database, async (trx) => {
      const withdrawn = await setWithdrawn(trx, { accountId, id })
      if (withdrawn === undefined) return false
      await callBackSample(trx, show, { accountId, id, url: withdrawn.callbackUrl })
      return true
    })
    const row = await findSample(database.db, { accountId, id })
    if (row === undefined) return fail('verification_not_found', undefined)
    if (!isDone) return fail('verification_not_pending', { status: row.status })
    return { output: shownSample(show, row, { viewerId: accountId, isFirstParty: row.isPersonal }) }
  }
}

/** Reports what became of it, where it has a program to be called. */
export async function callBackSample(
  trx: Transaction<Tables>,
  show: ShowVerification,
  { accountId, id, url }: { accountId: string; id: string; url: string | null },
): Promise<void> {
  const row = url === null ? undefined : await findSample(trx, { accountId, id })
  if (url === null || row === undefined) return
  const data = shownSample(show, row, { viewerId: accountId, isFirstParty: false })
  await queueCallback(trx, { accountId, url, event: verificationDecided.event, data })
}

function shownSample(show: ShowVerification, row: VerificationRow, viewer: Viewer): Verification {
  return { ...show(row, viewer), mode: 'test' }
}
