import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { jsonIn } from '../json.ts'
import { isSame } from '../secrets.ts'
import type { Delivery, PaymentEvent } from './payments.ts'

const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({
    object: z.object({ customer: z.union([z.string(), z.object({ id: z.string() })]).nullish() }),
  }),
})

/** Undefined unless signed with the secret within the last minutes. */
export function readSignedEvent(delivery: Delivery, secret: string): PaymentEvent | undefined {
  if (!isSigned(delivery, secret, Date.now())) return undefined
  const read = event.safeParse(jsonIn(delivery.body.toString('utf8')))
  if (!read.success) return undefined
  const { id, type, data } = read.data
  const { customer } = data.object
  return { id, type, customerId: typeof customer === 'object' ? customer?.id : customer }
}

/**
 * The signature of payment events, as Stripe makes it (docs.stripe.com/webhooks): `t=SECONDS,v1=HEX`, an HMAC-SHA-256
 * over time, dot and bytes. While a secret is replaced there are two v1. A time too far from now, either way, is
 * refused, so that nothing overheard can be replayed later.
 */

/** Seconds between the time that was signed and now. */
const signatureAgeSecondsMax = 300

export function signatureOf(body: Buffer, secret: string, nowMs: number): string {
  const seconds = Math.floor(nowMs / 1000)
  return `t=${seconds},v1=${hashOf(body, secret, String(seconds)).toString('hex')}`
}

/** Whether somebody with the secret signed these bytes within the last minutes. */
export function isSigned({ body, signature }: Delivery, secret: string, nowMs: number): boolean {
  const { time, hashes } = freshPartsOf(signature, nowMs)
  const expected = hashOf(body, secret, time)
  return hashes.some((hash) => isSame(Buffer.from(hash, 'hex'), expected))
}

/** Whether the header may be a signature from the last minutes: known before the bytes have come. */
export function mayBeSigned(signature: string | undefined, nowMs: number): boolean {
  return freshPartsOf(signature, nowMs).hashes.length > 0
}

/** The time of a signature and its hashes, in hexadecimal digits; none where it is malformed or too far from now. */
function freshPartsOf(signature = '', nowMs: number): { time: string; hashes: string[] } {
  const parts = signature.split(',').map((part) => part.trim().split('=', 2))
  const [time = '', ...otherTimes] = valuesOf(parts, 't')
  const age = Math.abs(Math.floor(nowMs / 1000) - Number(time))
  // A second time would leave open which one was signed.
  const isFresh = /^\d{1,12}$/.test(time) && otherTimes.length === 0 && age <= signatureAgeSecondsMax
  return { time, hashes: isFresh ? valuesOf(parts, 'v1').filter((hash) => /^[0-9a-f]{64}$/i.test(hash)) : [] }
}

function valuesOf(parts: readonly string[][], name: string): string[] {
  return parts.filter(([key]) => key === name).map(([, value = '']) => value)
}

function hashOf(body: Buffer, secret: string, time: string): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest()
}
