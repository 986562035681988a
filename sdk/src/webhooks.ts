/** Checks webhooks as Standard Webhooks says, with the Web Crypto of Node and browsers. */
import type {
  EventWebhookPayload,
  VerificationDecidedWebhookPayload,
  VerificationNeedsReviewWebhookPayload,
} from './generated/types.gen.js'

/** All that verifyWebhook throws. */
export class WebhookError extends Error {}

export interface ReceivedWebhook {
  /** Of the webhook endpoint, or the callbackSecret that the answer to your submission had. */
  secret: string
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** As received: the signature is that of its bytes. */
  body: string
  /** How old or early it may be. */
  toleranceSeconds?: number
}

/** What a webhook endpoint gets; its type says what its data are. */
export type PraxidexEvent = EventWebhookPayload

/** What a callbackUrl gets. */
export type CallbackPayload = VerificationDecidedWebhookPayload | VerificationNeedsReviewWebhookPayload

/** More than a rotation makes: the work for one call is bounded. */
const signaturesMax = 8

/**
 * The event, or a WebhookError where it is not ours or not of now, whatever was sent. For calls to a callbackUrl name
 * its type: `verifyWebhook<CallbackPayload>`.
 */
export async function verifyWebhook<Payload extends PraxidexEvent | CallbackPayload = PraxidexEvent>(
  received: ReceivedWebhook,
): Promise<Payload> {
  const { secret, body, toleranceSeconds = 300 } = received
  const secretBytes = bytesOf(secret.replace(/^whsec_/, ''))
  if (!secretBytes?.length) throw new WebhookError('Expected whsec_ and base64 in secret.')
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerIn(received.headers, name),
  )
  if (!id || !timestamp || !signatures) {
    throw new WebhookError('Expected the headers webhook-id, webhook-timestamp and webhook-signature.')
  }
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('Expected webhook-timestamp in seconds since 1970.')
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds)) {
    throw new WebhookError(
      `Expected a call of the last ${toleranceSeconds} seconds; got webhook-timestamp ${timestamp}.`,
    )
  }
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', secretBytes, algorithm, false, ['verify'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures.split(' ', signaturesMax)) {
    const [version, text = ''] = signature.split(',', 2)
    const bytes = version === 'v1' ? bytesOf(text) : undefined
    if (bytes !== undefined && (await crypto.subtle.verify('HMAC', key, bytes, signed))) return payloadIn(body)
  }
  throw new WebhookError('Expected a signature made with this secret.')
}

function payloadIn(body: string) {
  try {
    return JSON.parse(body)
  } catch {
    throw new WebhookError('Expected JSON in the body.')
  }
}

function headerIn(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : found?.join(' ')
}

/** Undefined where it is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
