/**
 * Submits a verification: checks the request, makes and stores a new image, runs the instant checks, and answers with
 * what they found. A repeated call with the same Idempotency-Key gets the first answer (answer-once.ts).
 */
import { z } from 'zod'
import type { Api } from '#contract/api'
import { imagesPerHourMax } from '#contract/limits'
import type { CredentialType } from '#contract/verification-words'
import { type Verification, verification } from '#contract/verifications'
import type { RegistrySource } from '#registry/search/follow'
import { findById } from '../accounts/account.ts'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import type { PreparedImage } from '../images/image-answer.ts'
import { bindImage } from '../images/image-retention.ts'
import type { Images } from '../images/images.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Limiter } from '../platform/limiter/limiter.ts'
import type { Secrets } from '../platform/secrets.ts'
import { clockSkewSecondsMax, linkSecondsMax } from '../platform/signed-link.ts'
import { hourSeconds } from '../platform/times.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { callbackSecret } from '../webhooks/callback-secret.ts'
import { requirePublicTarget } from '../webhooks/callbacks.ts'
import { answerOnce } from './answer-once.ts'
import { credentialTypesIn, instantChecks } from './instant-checks.ts'
import type { LicenseAsked } from './license-checks.ts'
import { type RegistryEntry, readRegistry } from './registry-facts.ts'
import type { ShowVerification } from './shown-verification.ts'
import { sourceChecks } from './source-checks.ts'
import { findPending, findVerification, insertVerification } from './verification-store.ts'

export interface SubmitParts {
  database: Database
  registry: RegistrySource
  images: Images
  limiter: Limiter
  secrets: Secrets
  show: ShowVerification
}

export type Submit = Verb<Api['submitVerification']>
type Submitted = z.input<Api['submitVerification']['output']>
export type SubmitFail = Parameters<Submit>[0]['fail']

export const uploadRule = { name: 'uploads', limit: imagesPerHourMax, windowSeconds: hourSeconds }

export function submitVerification(parts: SubmitParts): Submit {
  const { database, registry, limiter, show } = parts
  return async ({ caller: { accountId }, body, headers, fail }) => {
    const callbackUrl = publicCallbackOf(body, fail)
    const secret = callbackUrl === null ? {} : { callbackSecret: await callbackSecret(parts, accountId) }
    const again = async (remembered: RememberedSubmission): Promise<Submitted> => ({
      ...(await submissionAgain(parts, accountId, remembered)),
      ...secret,
    })
    const call = { accountId, key: headers['Idempotency-Key'], body, remembered: rememberedSubmission, again, fail }
    return answerOnce(database, call, async (remember): Promise<Submitted> => {
      const current = registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
      const entry = readRegistry(current, body.npi)
      const { npi } = body
      const isPersonal = body.type === 'personal'
      const credential = body.credential ?? credentialOnFile(entry) ?? fail('credential_unknown', { npi })
      if (isPersonal) await requireOwnNpi(parts, { accountId, npi, fail })
      const license = licenseOf(body, fail)
      const pending = await findPending(database.db, 'verifications', { accountId, npi, credential })
      if (pending !== undefined) return fail('verification_pending', { id: pending })
      await takeUpload(limiter, accountId, fail)

      // The lists are read while the image is worked on.
      const [image, ofSources] = await Promise.all([
        prepare(parts, body.image, fail),
        sourceChecks(database.db, { npi, credential, license, entry }),
      ])
      const seenBefore = await parts.images.findSame(image, { accountId, npi })
      const today = new Date().toISOString().slice(0, 10)
      const { metadata } = image
      const checks = instantChecks({ npi, credential, registry: entry, ofSources, seenBefore, metadata, today })
      const id = uuidv7()
      const imageId = await keep(parts, { accountId, verificationId: id }, image, fail)
      const answer = await inTransaction(database, async (trx) => {
        const row = {
          accountId,
          id,
          npi,
          credential,
          isPersonal,
          imageId,
          checks,
          callbackUrl,
          license: license ?? null,
          entry,
        }
        if (!(await insertVerification(trx, row))) return undefined
        await bindImage(trx, { accountId, id: imageId })
        await recordEvent(trx, { actor: accountId, action: 'verification.submitted', subject: id })
        const stored = await findVerification(trx, id, accountId)
        if (stored === undefined) throw new Error('The verification that was just stored is gone.')
        const linkedAtMs = Date.now()
        const shown = show(stored, { viewerId: accountId, isFirstParty: isPersonal, linkedAtMs })
        await remember(trx, toRemember(shown, linkedAtMs))
        return { ...shown, ...secret }
      })
      if (answer !== undefined) return answer
      const other = await findPending(database.db, 'verifications', { accountId, npi, credential })
      return fail('verification_pending', { id: other ?? id })
    })
  }
}

export function publicCallbackOf({ callbackUrl }: Parameters<Submit>[0]['body'], fail: SubmitFail): string | null {
  if (callbackUrl === undefined) return null
  requirePublicTarget('callbackUrl', callbackUrl, fail)
  return callbackUrl
}

export async function takeUpload(limiter: Limiter, subject: string, fail: SubmitFail): Promise<void> {
  const { isAllowed, states } = await limiter.take(`uploads|${subject}`, [uploadRule])
  if (isAllowed) return
  const retryAfterSeconds = states[0]?.resetSeconds ?? uploadRule.windowSeconds
  fail('uploads_limited', { retryAfterSeconds }, { 'retry-after': String(retryAfterSeconds) })
}

export function credentialOnFile({ facts }: RegistryEntry): CredentialType | undefined {
  return facts?.kind === 'individual' ? credentialTypesIn(facts)[0] : undefined
}

/** An account with a verified NPI submits only for that one (specification, section 5). */
async function requireOwnNpi(
  { database }: SubmitParts,
  { accountId, npi, fail }: { accountId: string; npi: string; fail: SubmitFail },
): Promise<void> {
  const verified = (await findById(database.db, accountId))?.npi ?? npi
  if (verified !== npi) fail('npi_locked', { npi: verified })
}

export async function prepare(
  { images }: Pick<SubmitParts, 'images'>,
  base64: string,
  fail: SubmitFail,
): Promise<PreparedImage> {
  const answer = await images.prepare(base64)
  if (answer === 'busy') return fail('decoder_busy', undefined)
  if (answer.ok) return answer
  return answer.reason === 'not_base64'
    ? fail('verification_body', undefined)
    : fail('image_unusable', { reason: answer.sentence })
}

/** Undefined where the request names none. */
export function licenseOf(
  { licenseNumber: number, licenseState: state }: Parameters<Submit>[0]['body'],
  fail: SubmitFail,
): LicenseAsked | undefined {
  if (number !== undefined && state !== undefined) return { number, state, from: 'request' }
  if (number === state) return undefined
  const missing = number === undefined ? 'licenseNumber' : 'licenseState'
  return fail('invalid_input', { parameter: missing, expected: 'licenseNumber and licenseState together', got: 'one' })
}

async function keep(
  { images }: SubmitParts,
  owner: { accountId: string; verificationId: string },
  image: PreparedImage,
  fail: SubmitFail,
): Promise<string> {
  const id = await images.keep(owner, image)
  return id === 'full' ? fail('images_full', undefined) : id
}

/** `linkedAtMs` is when the image link of the first answer was made. */
const rememberedSubmission = verification.omit({ imageUrl: true }).extend({ linkedAtMs: z.int().default(0) })

type RememberedSubmission = z.output<typeof rememberedSubmission>

/** Without the link and the secret of callbacks, which would work for a reader of the table. */
function toRemember({ imageUrl: _, ...answer }: Verification, linkedAtMs: number): RememberedSubmission {
  return { ...answer, linkedAtMs }
}

/**
 * The same answer to the same call: with the same link while that works, so that calls made at once get the same
 * bytes.
 */
async function submissionAgain(
  { database, show }: { database: Database; show: ShowVerification },
  accountId: string,
  { linkedAtMs, ...answer }: RememberedSubmission,
): Promise<Verification> {
  const row = await findVerification(database.db, answer.id, accountId)
  if (row === undefined) return answer
  // Another process, whose clock may be ahead, may check the link.
  const doesLinkWork = Math.abs(Date.now() - linkedAtMs) < (linkSecondsMax - clockSkewSecondsMax) * 1000
  const { imageUrl } = show(row, {
    viewerId: accountId,
    isFirstParty: row.isPersonal,
    linkedAtMs: doesLinkWork ? linkedAtMs : Date.now(),
  })
  return imageUrl === undefined ? answer : { ...answer, imageUrl }
}
