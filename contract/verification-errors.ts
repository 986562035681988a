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
      `The same request is pending already, as verification ${d.id}; wait for its decision.`,
  },
  verification_decided: {
    status: 409,
    sentence: (d: { status: string; decidedBy: string }) =>
      `This verification is ${d.status} already, by ${d.decidedBy}; nothing was changed.`,
  },
  verification_own: {
    status: 403,
    sentence: () => 'Nobody decides a request of their own; another admin has to.',
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
      `The NPI ${d.npi} is verified for another account already; nothing was changed. One of the two has to be looked into.`,
  },
  npi_differs: {
    status: 409,
    sentence: (d: { npi: string; held: string }) =>
      `The account has the verified NPI ${d.held}, and this request is for ${d.npi}; nothing was changed. Reject one of the two.`,
  },
  credential_unknown: {
    status: 400,
    sentence: (d: { npi: string }) =>
      `credential: expected RN, MD or DO, since the registry says none of them of the NPI ${d.npi}; got nothing.`,
  },
  image_unusable: {
    status: 400,
    sentence: (d: { reason: string }) => d.reason,
  },
  images_full: {
    status: 409,
    sentence: () =>
      `This account has ${imagesStoredMax} images of requests stored, as many as it may; they are removed some time after each decision.`,
  },
  uploads_limited: {
    status: 429,
    sentence: (d: { retryAfterSeconds: number }) =>
      `An account may send ${imagesPerHourMax} images an hour; send the next one in ${Math.ceil(d.retryAfterSeconds / 60)} minutes.`,
  },
  decoder_busy: {
    status: 503,
    retryAfterSeconds: 5,
    sentence: () => 'Too many images are being read; try again in a few seconds.',
  },
  idempotency_key_malformed: {
    status: 400,
    sentence: (d: { got: string }) =>
      `Idempotency-Key: expected 1 to 255 letters, digits, hyphens and underscores; got ${d.got}.`,
  },
  idempotency_key_reused: {
    status: 422,
    sentence: () => 'Idempotency-Key: expected a key that was not used yet; this one came with another body.',
  },
  admin_only: {
    status: 403,
    sentence: () => 'Only admins may do this.',
  },
} as const
