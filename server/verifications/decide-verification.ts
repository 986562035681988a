/**
 * Decides a verification, once, by one admin. One transaction holds all that follows: the credential and NPI of a
 * clinician's own request, the audit event, the email, the call to a developer's program, and how long the image is
 * kept.
 */
import type { Transaction } from 'kysely'
import type { Api } from '#contract/api'
import { dayStillRunning, endOfDay } from '#contract/days'
import { approvalYearsDefault, approvalYearsMax } from '#contract/limits'
import type { Verification } from '#contract/verifications'
import { verificationDecided } from '#contract/webhooks'
import type { RegistrySource } from '#registry/search/follow'
import { findById, npiIndex } from '../accounts/account.ts'
import { requireAdmin } from '../accounts/admin-role.ts'
import { type GateParts, requireAdminSession } from '../accounts/second-factor/admin-gate.ts'
import { recordEvent } from '../audit/record.ts'
import { queueCallback } from '../callbacks/callbacks.ts'
import type { Verb } from '../http/verb.ts'
import { scheduleDestruction } from '../images/image-retention.ts'
import type { Images } from '../images/images.ts'
import { verificationDecidedEmail } from '../mail/emails/verification-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isTaken } from '../platform/error-code.ts'
import { endShares } from '../shares/end-shares.ts'
import { refreshHeld } from './account-verifications.ts'
import { reviewOf } from './review-verification.ts'
import type { ShowVerification } from './shown-verification.ts'
import { type Decision, decide, findVerification } from './verification-store.ts'

interface DecideParts extends GateParts {
  database: Database
  registry: RegistrySource
  images: Images
  show: ShowVerification
  /** `imageDays` are the days that an image is kept after the decision. */
  settings: GateParts['settings'] & { publicUrl: string; imageDays: { approved: number; rejected: number } }
}

type Decide = Verb<Api['decideVerification']>
type DecideRequest = Parameters<Decide>[0]

export function decideVerification(parts: DecideParts): Decide {
  const { database, show } = parts
  return async (request) => {
    const {
      caller: { accountId },
      params: { id },
      query,
      headers: { Authorization: authorization },
      fail,
    } = request
    await requireAdmin(database, { accountId, action: 'verification.decision_refused' }, fail)
    await requireAdminSession(parts, { accountId, authorization }, fail)
    const decision = decisionOf(request, accountId)
    const isDone = await inTransaction(database, (trx) => carryOut(parts, trx, id, decision, fail)).catch((error) => {
      // Another account has this NPI.
      if (isTaken(error, npiIndex)) return 'npi_taken' as const
      throw error
    })
    const row = await findVerification(database.db, id, undefined)
    if (row === undefined) return fail('verification_not_found', undefined)
    if (isDone === 'npi_taken') return fail('npi_taken', { npi: row.npi })
    if (isDone) {
      const next = await evidenceFor(parts, query.next, accountId).catch(() => undefined)
      return {
        output: {
          ...show(row, { viewerId: accountId, isFirstParty: true, isForAdmin: true }),
          ...(next !== undefined && { next }),
        },
      }
    }
    if (row.accountId === accountId) return fail('verification_own', undefined)
    const decidedBy = row.decidedBy === null ? undefined : await findById(database.db, row.decidedBy)
    return fail('verification_decided', { status: row.status, decidedBy: decidedBy?.email ?? 'nobody yet' })
  }
}

/** The evidence for the next request, if there is one. The decision holds whether this succeeds or not. */
async function evidenceFor(parts: DecideParts, id: string | undefined, viewerId: string) {
  const registry = parts.registry.current()
  const row = id === undefined ? undefined : await findVerification(parts.database.db, id, undefined)
  return row === undefined || registry === undefined ? undefined : reviewOf(parts, registry, row, viewerId)
}

function decisionOf({ body, fail }: DecideRequest, decidedBy: string): Decision {
  const { status, rejectionReason = null, note = null, expiresAt } = body
  const incomplete = (parameter: string, expected: string, got: string) =>
    fail('decision_incomplete', { parameter, expected, got })
  const isApproving = status === 'approved' || status === 'kept'
  if (!isApproving && rejectionReason === null) incomplete('rejectionReason', `a reason with ${status}`, 'nothing')
  if (isApproving && rejectionReason !== null) incomplete('rejectionReason', `none with ${status}`, 'one')
  if (status === 'kept' && note !== null) incomplete('note', 'none with kept', 'one')
  if (status !== 'approved' && expiresAt !== undefined) incomplete('expiresAt', `none with ${status}`, 'one')
  return {
    status,
    decidedBy,
    rejectionReason,
    note,
    expiresAt:
      status === 'approved'
        ? endOf(expiresAt ?? dayIn(approvalYearsDefault), (expected, day) => incomplete('expiresAt', expected, day))
        : null,
  }
}

function endOf(day: string, refuse: (expected: string, day: string) => never): Date {
  const [today, lastDay] = [dayStillRunning(new Date()), dayIn(approvalYearsMax)]
  if (day > today && day <= lastDay) return endOfDay(day)
  return refuse(`a day after ${today} and no later than ${lastDay}`, day)
}

function dayIn(years: number): string {
  const date = new Date()
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.toISOString().slice(0, 10)
}

/** False when it was decided already. A failure undoes all of it. */
async function carryOut(
  { settings, show }: DecideParts,
  trx: Transaction<Tables>,
  id: string,
  decision: Decision,
  fail: DecideRequest['fail'],
): Promise<boolean> {
  const decided = await decide(trx, id, decision)
  if (decided === undefined) return false
  const { status, decidedBy, rejectionReason, note } = decision
  const { accountId, npi, credential, isPersonal, callbackUrl } = decided
  await recordEvent(trx, {
    actor: decidedBy,
    action: `verification.${status}`,
    subject: id,
    details: rejectionReason === null ? {} : { reason: rejectionReason },
  })
  if (status === 'kept') return true
  if (isPersonal) {
    const held = (await refreshHeld(trx, accountId)).find((other) => other !== npi)
    if (status === 'approved' && held !== undefined) return fail('npi_differs', { npi, held })
    if (status === 'revoked') await endShares(trx, { accountId, actor: decidedBy, verificationId: id })
    const to = await findById(trx, accountId)
    const row = await findVerification(trx, id, undefined)
    const { publicUrl } = settings
    const decided = verificationDecidedEmail({
      publicUrl,
      npi,
      credential,
      status,
      reason: rejectionReason,
      note,
      expiresAt: status === 'approved' ? (row?.expiresAt ?? null) : null,
    })
    if (to !== undefined) await queueEmail(trx, { to: to.email, accountId }, decided)
  }
  if (callbackUrl !== null) {
    const row = await findVerification(trx, id, accountId)
    const data = row === undefined ? { id } : toldOf(show(row, { viewerId: accountId, isFirstParty: false }))
    await queueCallback(trx, { accountId, url: callbackUrl, event: verificationDecided.event, data })
  }
  const days = settings.imageDays[status === 'approved' ? 'approved' : 'rejected']
  await scheduleDestruction(trx, { accountId, verificationId: id, days })
  return true
}

/** Without the link to the image, which works for five minutes only. */
function toldOf({ imageUrl: _, ...told }: Verification): object {
  return told
}
