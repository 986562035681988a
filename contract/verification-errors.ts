/** Errors of verifications, part of the table in errors.ts. The first three sentences are the specification's. */
import { imagesPerHourMax, imagesStoredMax } from './limits.ts'

export const verificationErrors = {
  verification_body: {
    status: 400,
    sentence: () => 'Invalid body parameters: image (string) and npi (string) are required',
  },
  verification_id_malformed: {
    status: 400,
    sentence: () => 'Invalid verification ID format',
  },
  verification_not_found: {
    status: 404,
    sentence: () => 'Verification not found',
  },
  verification_pending: {
    status: 409,
    sentence: (d: { id: string }) =>
      `The same request is already pending as verification ${d.id}; wait for its decision.`,
  },
  verification_decided: {
    status: 409,
    sentence: (d: { status: string; decidedBy: string }) =>
      `This verification is already ${d.status}, by ${d.decidedBy}; nothing was changed.`,
  },
  verification_not_pending: {
    status: 409,
    sentence: (d: { status: string }) =>
      `Expected a pending verification; this one is ${d.status}. Nothing was changed.`,
  },
  verification_claimed: {
    status: 409,
    sentence: (d: { by: string; until: string }) => `${d.by} is working on this verification until ${d.until}.`,
  },
  verification_own: {
    status: 403,
    sentence: () => 'You can’t decide your own request; another admin has to.',
  },
  decision_incomplete: {
    status: 400,
    sentence: (d: { parameter: string; expected: string; got: string }) =>
      `${d.parameter}: expected ${d.expected}; got ${d.got}.`,
  },
  npi_locked: {
    status: 403,
    sentence: (d: { npi: string }) => `npi: expected ${d.npi}, the verified NPI of this account; got another one.`,
  },
  npi_taken: {
    status: 409,
    sentence: (d: { npi: string }) =>
      `NPI ${d.npi} is already verified for another account; nothing was changed. Look into both before you decide.`,
  },
  npi_differs: {
    status: 409,
    sentence: (d: { npi: string; held: string }) =>
      `The account’s verified NPI is ${d.held}, but this request is for ${d.npi}; nothing was changed. Reject one of the two.`,
  },
  credential_unknown: {
    status: 400,
    sentence: (d: { npi: string }) =>
      `credential: expected RN, MD or DO, since the registry lists none of them for NPI ${d.npi}; got nothing.`,
  },
  image_unusable: {
    status: 400,
    sentence: (d: { reason: string }) => d.reason,
  },
  images_full: {
    status: 409,
    sentence: () =>
      `This account already has ${imagesStoredMax} stored images, the maximum; each is deleted some time after its request is decided.`,
  },
  uploads_limited: {
    status: 429,
    sentence: (d: { retryAfterSeconds: number }) =>
      `You can send ${imagesPerHourMax} images per hour; send the next one in ${Math.ceil(d.retryAfterSeconds / 60)} minutes.`,
  },
  decoder_busy: {
    status: 503,
    retryAfterSeconds: 5,
    sentence: () => 'Too many images are being processed; try again in a few seconds.',
  },
  idempotency_key_malformed: {
    status: 400,
    sentence: (d: { got: string }) =>
      `Idempotency-Key: expected 1 to 255 letters, digits, hyphens and underscores; got ${d.got}.`,
  },
  idempotency_key_reused: {
    status: 422,
    sentence: () => 'Idempotency-Key: expected an unused key; this one was already used with a different body.',
  },
  admin_only: {
    status: 403,
    sentence: () => 'Only admins may do this.',
  },
} as const
