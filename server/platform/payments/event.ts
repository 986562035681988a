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

/** Undefined unless signed with the secret within the last minutes. */
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
