/**
 * The payment provider's webhook. It takes the raw bytes, which are signed; none of a request whose signature cannot be
 * right, and no more at a time than there is room for. An answer means that the effect is stored.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { paymentEventBytesMax, paymentEventBytesOfAllMax, paymentEventBytesOfNetworkMax } from '#contract/limits'
import { networkOf } from '../accounts/attempts.ts'
import { readBody } from '../http/read-body.ts'
import { headerText } from '../http/request-input.ts'
import { countUploads } from '../http/uploads-under-way.ts'
import { apiError, fail } from '../http/verb.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import { mayBeSigned } from '../platform/payments/event.ts'
import type { Delivery } from '../platform/payments/payments.ts'
import { findAccount } from './subscription-store.ts'
import { type BillingParts, takeOver } from './take-over.ts'

const webhookPath = '/webhooks/payments'

export function serveWebhook(app: FastifyInstance, receive: ReceiveEvent): void {
  const busy = () => apiError('not_ready', { waitingFor: ['other news of payments'] })
  const underWay = countUploads({
    bytesMax: paymentEventBytesMax,
    bytesOfSenderMax: paymentEventBytesOfNetworkMax,
    bytesOfAllMax: paymentEventBytesOfAllMax,
    busy,
  })
  const hooks = {
    async preParsing(request: FastifyRequest) {
      if (!mayBeSigned(signatureIn(request), Date.now())) fail('event_unsigned', undefined)
      if (!underWay.begin(request.raw, networkOf(request.ip))) throw busy()
    },
    async onSend({ raw }: FastifyRequest) {
      underWay.end(raw)
    },
  }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', readBody)
    scope.post(webhookPath, { bodyLimit: paymentEventBytesMax, ...hooks }, async (request, reply) => {
      const { body } = request
      await receive({ body: Buffer.isBuffer(body) ? body : Buffer.alloc(0), signature: signatureIn(request) })
      return reply.send({ received: true })
    })
  })
}

function signatureIn({ headers }: FastifyRequest): string | undefined {
  return headerText(headers['stripe-signature'])
}

export type ReceiveEvent = (delivery: Delivery) => Promise<void>

const relevant = /^(customer\.subscription\.|checkout\.session\.|invoice\.(paid|payment_))/

/** Signatures hold for minutes, and the provider tries for days. */
const eventsKept = sql`interval '30 days'`

/** Fails with `event_unsigned`, and as requests to the provider do. */
export function receiveEvent(parts: BillingParts): ReceiveEvent {
  return async (delivery) => {
    const event = parts.payments.readEvent(delivery)
    if (event === undefined) return fail('event_unsigned', undefined)
    if (!relevant.test(event.type) || event.customerId === undefined) return
    const accountId = await findAccount(parts.database.db, event.customerId)
    if (accountId !== undefined) await takeOver(parts, accountId, event)
  }
}

export async function forgetOldPaymentEvents(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`received_at < ${now} - ${eventsKept}`
  await deleteInBatches(db, { table: 'payment_events', key: ['id'], condition })
}
