/**
 * Decides a verification, once, by one admin. One transaction holds all that follows: the credential and NPI of a
 * clinician's own request, the audit event, the email, the call to a developer's program, and how long the image is
 * kept.
 */
import type { Transaction } from 'kysely'
import type { Api } from '#contract/api'
import { dayStillRunning, endOfDay } from '#contract/days'
import type { EventData } from '#contract/events'
import { approvalYearsDefault, approvalYearsMax } from '#contract/limits'
import type { CredentialType } from '#contract/verification-words'
import { verificationDecided } from '#contract/webhooks'
import type { RegistrySource } from '#registry/search/follow'
import { findById, npiIndex } from '../accounts/account.ts'
import { requireAdmin } from '../accounts/admin-role.ts'
import { type GateParts, requireAdminSession } from '../accounts/second-factor/admin-gate.ts'
import { recordEvent } from '../audit/record.ts'
import { ApiError, fail, type Verb } from '../http/verb.ts'
import { scheduleDestruction } from '../images/image-retention.ts'
import type { Images } from '../images/images.ts'
import { verificationDecidedEmail } from '../mail/emails/verification-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { isTaken } from '../platform/error-code.ts'
import { endShares } from '../shares/end-shares.ts'
import { type NewEvent, recordEvents } from '../watch/events.ts'
import { queueCallback } from '../webhooks/callbacks.ts'
import { refreshHeld } from './account-verifications.ts'
import { reviewOf } from './review-verification.ts'
import type { ShowVerification } from './shown-verification.ts'
import { type Decision, decide, findVerification, type VerificationRow } from './verification-store.ts'

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
    const row = await settle(parts, id, decisionOf(request, accountId), fail)
    const next = await evidenceFor(parts, query.next, accountId).catch(() => undefined)
    return {
      output: {
        ...show(row, { viewerId: accountId, isFirstParty: true, isForAdmin: true }),
        ...(next !== undefined && { next }),
      },
    }
  }
}

/** Rejects one after the other, each in its own transaction, and answers which could not be. */
export function rejectVerifications(parts: DecideParts): Verb<Api['rejectVerifications']> {
  return async ({ caller: { accountId }, body, headers: { Authorization: authorization }, fail: refuse }) => {
    await requireAdmin(parts.database, { accountId, action: 'verification.decision_refused' }, refuse)
    await requireAdminSession(parts, { accountId, authorization }, refuse)
    const { ids, rejectionReason, note = null } = body
    const decision: Decision = { status: 'rejected', decidedBy: accountId, rejectionReason, note, expiresAt: null }
    const failures: { id: string; code: string; error: string }[] = []
    for (const id of ids) {
      await settle(parts, id, decision, fail).catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        failures.push({ id, code: error.code, error: error.message })
      })
    }
    return { output: { rejected: ids.length - failures.length, failures } }
  }
}

/** Makes a decision, or fails with why it cannot be made; answers the decided verification. */
async function settle(
  parts: DecideParts,
  id: string,
  decision: Decision,
  fail: DecideRequest['fail'],
): Promise<VerificationRow> {
  const { database } = parts
  const isDone = await inTransaction(database, (trx) => carryOut(parts, trx, id, decision, fail)).catch((error) => {
    // Another account has this NPI.
    if (isTaken(error, npiIndex)) return 'npi_taken' as const
    throw error
  })
  const row = await findVerification(database.db, id, undefined)
  if (row === undefined) return fail('verification_not_found', undefined)
  if (isDone === 'npi_taken') return fail('npi_taken', { npi: row.npi })
  if (isDone) return row
  if (row.accountId === decision.decidedBy) return fail('verification_own', undefined)
  const admin = row.decidedBy === null ? undefined : await findById(database.db, row.decidedBy)
  const decidedBy = admin?.email ?? (row.decidedBy === null ? 'no one yet' : 'a deleted account')
  return fail('verification_decided', { status: row.status, decidedBy })
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

export function dayIn(years: number): string {
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
  const { accountId, npi, credential, isPersonal, callbackUrl, claimedBy } = decided
  await recordEvent(trx, {
    actor: decidedBy,
    action: `verification.${status}`,
    subject: id,
    details: {
      ...(rejectionReason !== null && { reason: rejectionReason }),
      // A claim is a courtesy: others may decide, on record.
      ...(claimedBy !== null && claimedBy !== decidedBy && { claimedBy }),
    },
  })
  if (status === 'kept') return true
  const row = await findVerification(trx, id, undefined)
  const expiresAt = status === 'approved' ? (row?.expiresAt ?? null) : null
  const events: NewEvent[] = []
  if (isPersonal) {
    const held = (await refreshHeld(trx, accountId)).find((other) => other !== npi)
    if (status === 'approved' && held !== undefined) return fail('npi_differs', { npi, held })
    if (status === 'revoked') {
      events.push(...(await endShares(trx, { accountId, actor: decidedBy, verificationId: id })))
    }
    const to = await findById(trx, accountId)
    const { publicUrl } = settings
    const decided = verificationDecidedEmail({
      publicUrl,
      name: row?.provider?.name ?? null,
      npi,
      credential,
      status,
      reason: rejectionReason,
      note,
      expiresAt,
    })
    if (to !== undefined) await queueEmail(trx, { to: to.email, accountId }, decided)
  }
  if (callbackUrl !== null) await callBack(trx, show, { accountId, id, url: callbackUrl })
  const days = settings.imageDays[status === 'approved' ? 'approved' : 'rejected']
  await scheduleDestruction(trx, { accountId, verificationId: id, days })
  events.push(decidedEvent({ accountId, id, npi, credential, status, rejectionReason, expiresAt }))
  await recordEvents(trx, events)
  return true
}

/** For the account's feed of events. */
export function decidedEvent({
  accountId,
  id,
  npi,
  credential,
  status,
  rejectionReason,
  expiresAt,
}: {
  accountId: string
  id: string
  npi: string
  credential: CredentialType
  status: EventData<'verification.decided'>['status']
  rejectionReason: string | null
  expiresAt: Date | null
}): NewEvent {
  const ends = expiresAt?.toISOString() ?? null
  return {
    accountId,
    type: 'verification.decided',
    npi: Number(npi),
    data: { verificationId: id, npi, credential, status, rejectionReason, expiresAt: ends },
    cause: `verification ${id} ${status}`,
  }
}

/** Reports what became of a verification, without the link to its image, which works for five minutes only. */
export async function callBack(
  trx: Transaction<Tables>,
  show: ShowVerification,
  { accountId, id, url }: { accountId: string; id: string; url: string },
): Promise<void> {
  const row = await findVerification(trx, id, accountId)
  if (row === undefined) throw new Error('The verification that was just decided is gone.')
  const { imageUrl: _, ...data } = show(row, { viewerId: accountId, isFirstParty: false })
  await queueCallback(trx, { accountId, url, event: verificationDecided.event, data })
}
