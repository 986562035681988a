/**
 * The checkout page of payments that move no money. Paying sends a signed event; the page's address is its only key.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { plans, type Tier } from '#contract/plans'
import { productName } from '#contract/product'
import { sendPage } from '../http/plain-page.ts'
import { type LocalPayments, localCheckoutPath } from '../platform/payments/local.ts'
import { returnUrls } from '../platform/payments/payments.ts'
import type { ReceiveEvent } from './webhook.ts'

export function serveLocalCheckout(
  app: FastifyInstance,
  { payments, publicUrl, receive }: { payments: LocalPayments; publicUrl: string; receive: ReceiveEvent },
): void {
  const urls = returnUrls(publicUrl)
  const send = (reply: FastifyReply, status: number, page: { title: string; content: string }) =>
    sendPage(reply, { status, publicUrl, ...page })

  app.register(async (scope) => {
    // A form with only a button sends an empty body.
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

function checkoutPage(path: string, tier: Tier) {
  const { name, price, features } = plans[tier]
  return {
    title: `Subscribe to ${productName} ${name}`,
    content: `<p class="price">${price}</p>
<p class="muted">Renews monthly until you cancel.</p>
<ul>${features.map((feature) => `<li>${feature}</li>`).join('')}</ul>
<p class="note"><strong>No money moves.</strong> This server doesn’t take payments. You won’t be charged.</p>
<form method="post" action="${path}/pay"><button class="pay">Pay</button></form>
<form method="post" action="${path}/cancel"><button>Cancel</button></form>`,
  }
}

const messages = {
  missing: ['Page not found', 'Choose your plan again in the dashboard.'],
  expired: ['This page has expired', 'You haven’t paid. Choose your plan again in the dashboard.'],
  paid: ['You’ve already paid', 'Your plan is in the dashboard.'],
} as const

function messagePage(message: keyof typeof messages, publicUrl: string) {
  const [title, words] = messages[message]
  return { title, content: `<p>${words}</p><p><a href="${publicUrl}/home?panel=payment">Go to the dashboard</a></p>` }
}
