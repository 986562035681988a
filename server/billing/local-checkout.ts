/**
 * The page of payments that move no money: it says what is bought and that nothing is charged, and has two buttons. Paying is told of
 * by the same news, with the same signature, as a payment at a real provider. The address of a page is its only key.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type LocalPayments, localCheckoutPath } from '../platform/payments/local.ts'
import { returnUrls } from '../platform/payments/payments.ts'
import { checkoutPage, contentPolicy, messagePage } from './local-checkout-page.ts'
import type { ReceiveEvent } from './receive-event.ts'

/** Adds the pages. */
export function serveLocalCheckout(
  app: FastifyInstance,
  { payments, publicUrl, receive }: { payments: LocalPayments; publicUrl: string; receive: ReceiveEvent },
): void {
  const urls = returnUrls(publicUrl)
  const send = (reply: FastifyReply, status: number, html: string) =>
    reply
      .code(status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', contentPolicy(publicUrl))
      .send(html)

  app.register(async (scope) => {
    // A form with a button alone sends an empty body.
    scope.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
      payload.resume()
      done(null)
    })

    scope.get<{ Params: { id: string } }>(`${localCheckoutPath}/:id`, async ({ params }, reply) => {
      const checkout = await payments.findCheckout(params.id)
      if (checkout === undefined) return send(reply, 404, messagePage('missing', publicUrl))
      if (checkout.state !== 'open') return send(reply, 200, messagePage(checkout.state, publicUrl))
      return send(reply, 200, checkoutPage(`${localCheckoutPath}/${params.id}`, checkout.tier))
    })

    scope.post<{ Params: { id: string } }>(`${localCheckoutPath}/:id/pay`, async ({ params }, reply) => {
      const delivery = await payments.pay(params.id)
      if (delivery === undefined) return send(reply, 410, messagePage('expired', publicUrl))
      await receive(delivery)
      return reply.redirect(urls.success, 303)
    })

    scope.post(`${localCheckoutPath}/:id/cancel`, async (_request, reply) => reply.redirect(urls.cancel, 303))
  })
}
