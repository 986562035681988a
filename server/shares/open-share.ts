/**
 * Opens a share, for anybody who has its link. One transaction counts the opening, lists it, records it and queues the
 * clinician's email, before anything is answered: a process that is killed may lose an answer, and never allows one
 * opening more. What cannot be opened is answered alike after the same work, whatever the reason.
 */
import type { Transaction } from 'kysely'
import type { Api } from '#contract/api'
import { passcodeFailuresMax, shareViewsListedMax } from '#contract/limits'
import type { OpenedShare } from '#contract/share-endpoints'
import { type AttemptParts, attemptRules, networkOf, networkPrefix, takeAttempt } from '../accounts/attempts.ts'
import { browserName } from '../accounts/session-list.ts'
import { hashOfToken } from '../accounts/tokens.ts'
import { countRefusal, hiddenNetwork } from '../audit/count-refusal.ts'
import { recordEvent } from '../audit/record.ts'
import type { Fail, Verb } from '../http/verb.ts'
import { shareOpenedEmail } from '../mail/emails/share-emails.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { waitingLine } from '../platform/waiting-line.ts'
import type { AttemptLimits } from '../settings.ts'
import { recordEvents } from '../watch/events.ts'
import { attest } from './attestation.ts'
import { linkIdOf, passcodeHash } from './share-link.ts'
import { findShareId, insertView, type Opening, openingEmail, tryOpening, type View } from './share-store.ts'
import type { Signer } from './signer.ts'

export interface ShowParts extends AttemptParts {
  database: Database
  signer: Signer
  publicUrl: string
  settings: { attempts: AttemptLimits }
}

export interface OpenParts extends ShowParts {
  opener: Opener
}

type OpenFail = Fail<'share_not_found' | 'passcode_required' | 'passcode_wrong' | 'shares_busy'>

interface OpenRequest {
  linkId: string
  passcode: string | undefined
  view: View
  /** The account of a call with a key. */
  actor: string | null
  /** What refusals of unknown shares are counted by. */
  stranger: string
}

/** Openings of one share wait for each other: they hold few of the connections that all calls share. */
const runningMax = 4
const waitingMax = 2_000

type Opener = ReturnType<typeof shareOpener>

/** One per process. `make` makes the answer: where it fails, nothing was opened. */
export function shareOpener({ database, publicUrl }: { database: Database; publicUrl: string }) {
  const line = waitingLine({ runningMax, waitingMax })
  return async <T>(request: OpenRequest, make: (opening: Opening) => Promise<T>, fail: OpenFail): Promise<T> => {
    const work = () => inTransaction(database, (trx) => carryOut(trx, publicUrl, request, make))
    const outcome = await line(work, () => fail('shares_busy', undefined))
    switch (outcome.kind) {
      case 'opened':
        return outcome.made
      case 'required':
        return fail('passcode_required', undefined)
      case 'wrong':
        return fail('passcode_wrong', { remainingAttempts: outcome.remainingAttempts })
      case 'closed':
        return fail('share_not_found', undefined)
    }
  }
}

async function carryOut<T>(
  trx: Transaction<Tables>,
  publicUrl: string,
  { linkId, passcode, view, actor, stranger }: OpenRequest,
  make: (opening: Opening) => Promise<T>,
) {
  const linkHash = hashOfToken(linkId)
  const opening = await tryOpening(trx, linkHash, passcode ? passcodeHash(linkId, passcode) : null)
  if (opening?.isRight) {
    const made = await make(opening)
    await note(trx, publicUrl, opening, view, actor)
    return { kind: 'opened', made } as const
  }
  if (opening !== undefined && !passcode) return { kind: 'required' } as const
  const subject = (await findShareId(trx, linkHash)) ?? stranger
  await countRefusal(trx, { actor, action: 'share.refused', subject })
  if (opening === undefined) return { kind: 'closed' } as const
  return { kind: 'wrong', remainingAttempts: passcodeFailuresMax - opening.failures } as const
}

async function note(
  trx: Transaction<Tables>,
  publicUrl: string,
  opening: Opening,
  view: View,
  actor: string | null,
): Promise<void> {
  const { accountId, id, views, recipient } = opening
  await insertView(trx, opening, view)
  const event = { actor, action: 'share.opened', subject: id } as const
  // A link without a limit could fill the log.
  const isListed = views <= shareViewsListedMax
  if (isListed) await recordEvent(trx, { ...event, details: { way: view.way } })
  else await countRefusal(trx, event)
  const to = views === 1 ? await openingEmail(trx, accountId) : undefined
  if (to !== undefined) await queueEmail(trx, { to, accountId }, shareOpenedEmail({ publicUrl, recipient }))
  if (!isListed) return
  const data = { shareId: id, way: view.way }
  await recordEvents(trx, [{ accountId, type: 'share.opened', npi: null, data, cause: `share ${id} ${views}` }])
}

async function showOpened(parts: OpenParts, opening: Opening): Promise<OpenedShare> {
  const { content, createdAt, expiresAt } = opening
  const { credentials, ...clinician } = content
  return {
    clinician,
    credentials,
    sharedAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    attestation: await attest(parts, opening),
  }
}

/** A call without a key: counted by its network. */
export async function strangersCall(
  parts: ShowParts,
  { ip }: { ip: string },
  userAgent: string | undefined,
  fail: Fail<'too_many_attempts'>,
) {
  const network = networkOf(ip)
  await takeAttempt(parts, attemptRules(parts.settings.attempts).shareOpenings, network, fail)
  return {
    actor: null,
    stranger: hiddenNetwork(parts.secrets, network),
    seen: { browser: browserName(userAgent), network: networkPrefix(ip) },
  }
}

export function openShare(parts: OpenParts): Verb<Api['openShare']> {
  return async ({ body: { token, passcode, recipient }, headers, client, fail }) => {
    const { actor, stranger, seen } = await strangersCall(parts, client, headers['User-Agent'], fail)
    const view: View = { recipient, way: 'page', ...seen }
    const request = { linkId: linkIdOf(token), passcode, view, actor, stranger }
    return { output: await parts.opener(request, (opening) => showOpened(parts, opening), fail) }
  }
}

export function importShare(parts: OpenParts): Verb<Api['importShare']> {
  return async ({ body: { token, passcode, recipient }, caller: { accountId }, fail }) => {
    const view: View = { recipient, way: 'api', browser: null, network: null }
    const request = { linkId: linkIdOf(token), passcode, view, actor: accountId, stranger: accountId }
    return { output: await parts.opener(request, (opening) => showOpened(parts, opening), fail) }
  }
}
