/** Calls that we make to developers' programs, signed as Standard Webhooks says (standardwebhooks.com). */
import { z } from 'zod'
import { event, eventTypes } from './events.ts'
import { keysOf } from './verification-words.ts'
import { check, verification } from './verifications.ts'

/** Headers of each call, with what each says. */
export const webhookHeaders = {
  'webhook-id': 'The id of the call; a repeated call has the same one.',
  'webhook-timestamp': 'When it was sent, in seconds since 1970.',
  'webhook-signature':
    'v1, a comma, and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64. For 24 hours after a rotation there are two, with a space between.',
}

const decided = 'verification.decided'
const needsReview = 'verification.needs_review'

export const verificationDecided = {
  group: 'verifications',
  event: decided,
  summary: 'A verification is decided',
  description:
    'Sent to the callbackUrl of a verification when an admin approves, rejects or revokes it, or its submitter withdraws it. It is signed with the callbackSecret. A 2xx response within ten seconds ends it; otherwise it is retried for up to three days.',
  body: z.object({
    type: z.literal(decided),
    timestamp: z.iso.datetime().describe('When the decision was made.'),
    data: verification.omit({ imageUrl: true }),
  }),
} as const

export const verificationNeedsReview = {
  group: 'verifications',
  event: needsReview,
  summary: 'An approval needs another review',
  description:
    'Sent to the callbackUrl of an approved verification whose checks changed with a newer primary-source list. It stays approved until an admin revokes it, which verification.decided reports.',
  body: z.object({
    type: z.literal(needsReview),
    timestamp: z.iso.datetime().describe('When the lists were compared.'),
    data: verification
      .pick({ id: true, npi: true })
      .extend({ checks: z.array(check).describe('The checks that changed, with their new results.') }),
  }),
} as const

/** What webhook endpoints get: the event as GET /api/events answers it. */
const eventHappened = {
  group: 'watch',
  event: 'event',
  summary: 'An event',
  description:
    'Sent to each webhook endpoint of the account that wants events of its type, with the id that GET /api/events has. It is signed with the secret of the endpoint. Deliveries about one provider are made in order. A 2xx response within ten seconds ends one; otherwise it is retried for up to three days.',
  body: z.union(keysOf(eventTypes).map((type) => event.extend({ type: z.literal(type), data: eventTypes[type].data }))),
} as const

export const webhooks = [eventHappened, verificationDecided, verificationNeedsReview] as const
