/** Reads news about payments, whose form is Stripe's: an event with an id, a type and what it is about. */
import { z } from 'zod'
import type { Delivery, PaymentEvent } from './payments.ts'
import { isSigned } from './signature.ts'

const event = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  data: z.object({
    object: z.object({ customer: z.union([z.string(), z.object({ id: z.string() })]).nullish() }),
  }),
})

/** The event, if somebody with the secret signed it within the last minutes; undefined otherwise, and where it is none at all. */
export function readSignedEvent(delivery: Delivery, secret: string): PaymentEvent | undefined {
  if (!isSigned(delivery, secret, Date.now())) return undefined
  const read = event.safeParse(jsonIn(delivery.body))
  if (!read.success) return undefined
  const { id, type, data } = read.data
  const { customer } = data.object
  return { id, type, customerId: typeof customer === 'object' ? customer?.id : customer }
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
