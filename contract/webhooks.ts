/** Calls that we make to developers' programs, signed as Standard Webhooks says (standardwebhooks.com). */
import { z } from 'zod'
import { verification } from './verifications.ts'

/** Headers of each call, with what each says. */
export const webhookHeaders = {
  'webhook-id': 'The id of the call; a repeated call has the same one.',
  'webhook-timestamp': 'When it was sent, in seconds since 1970.',
  'webhook-signature': 'v1, and the HMAC-SHA256 of id, timestamp and body, with dots between, in base64.',
}

const decided = 'verification.decided'

export const verificationDecided = {
  event: decided,
  summary: 'A verification is decided',
  description:
    'Sent to the callbackUrl of a verification when an admin approves or rejects it, or takes the approval back. It is signed with the callbackSecret. Any 2xx answer within ten seconds ends it; otherwise it is repeated for up to three days.',
  body: z.object({
    type: z.literal(decided),
    timestamp: z.iso.datetime().describe('When the decision was made.'),
    data: verification.omit({ imageUrl: true }),
  }),
} as const
