/** Checks calls to your callbackUrl as Standard Webhooks says, with the Web Crypto of Node and browsers. */
import type { VerificationDecidedWebhookPayload } from './generated/types.gen.js'

export class WebhookError extends Error {}

export interface ReceivedWebhook {
  /** The callbackSecret that the answer to your submission had. */
  secret: string
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** As received: the signature is that of its bytes. */
  body: string
  /** How old or early it may be. */
  toleranceSeconds?: number
}

/** The event, or a WebhookError where it is not ours or not of now. */
export async function verifyWebhook(received: ReceivedWebhook): Promise<VerificationDecidedWebhookPayload> {
  const { secret, body, toleranceSeconds = 300 } = received
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerIn(received.headers, name),
  )
  if (!id || !timestamp || !signatures) {
    throw new WebhookError('Expected the headers webhook-id, webhook-timestamp and webhook-signature.')
  }
  const ageSeconds = Date.now() / 1000 - Number(timestamp)
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) {
    throw new WebhookError(
      `Expected a call of the last ${toleranceSeconds} seconds; got webhook-timestamp ${timestamp}.`,
    )
  }
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  for (const signature of signatures.split(' ')) {
    const [version, text = ''] = signature.split(',')
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', key, bytesOf(text), signed))) return JSON.parse(body)
  }
  throw new WebhookError('Expected a signature made with this secret.')
}

function headerIn(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1]
  return typeof found === 'string' ? found : found?.join(' ')
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    throw new WebhookError('Expected base64 in secret and signature.')
  }
}
