/**
 * The address to which the payment provider sends its news. It reads the bytes as they come, since those are what is signed; but none of
 * a call whose signature cannot be right whatever they are, and not more at a time than there is room for, since anybody may send some.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { paymentEventBytesMax, paymentEventBytesOfAllMax, paymentEventBytesOfNetworkMax } from '#contract/limits'
import { networkOf } from '../accounts/attempts.ts'
import { readBody } from '../http/read-body.ts'
import { headerText } from '../http/request-input.ts'
import { countUploads } from '../http/uploads-under-way.ts'
import { apiError, fail } from '../http/verb.ts'
import { mayBeSigned } from '../platform/payments/signature.ts'
import type { ReceiveEvent } from './receive-event.ts'

const webhookPath = '/webhooks/payments'

/** Adds the address. */
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
