/** The address to which the payment provider sends its news. It reads the bytes as they come, since those are what is signed. */
import type { FastifyInstance } from 'fastify'
import { paymentEventBytesMax } from '#contract/limits'
import { readBody } from '../http/read-body.ts'
import type { ReceiveEvent } from './receive-event.ts'

const webhookPath = '/webhooks/payments'

/** Adds the address. */
export function serveWebhook(app: FastifyInstance, receive: ReceiveEvent): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', readBody)
    scope.post(webhookPath, { bodyLimit: paymentEventBytesMax }, async ({ body, headers }, reply) => {
      const signature = headers['stripe-signature']
      await receive({
        body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        signature: Array.isArray(signature) ? signature.join(',') : signature,
      })
      return reply.send({ received: true })
    })
  })
}
