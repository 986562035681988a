/**
 * The checkout page of payments that move no money. Paying sends a signed event; the page's address is its only key.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { plans, type Tier } from '#contract/plans'
import { productName } from '#contract/product'
import { type LocalPayments, localCheckoutPath } from '../platform/payments/local.ts'
import { returnUrls } from '../platform/payments/payments.ts'
import type { ReceiveEvent } from './webhook.ts'

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

const style = `body{font:16px/1.5 system-ui,sans-serif;color-scheme:light dark;margin:0;padding:2rem 1rem}
main{max-width:26rem;margin:0 auto;border:1px solid #8888;border-radius:12px;padding:1.5rem}
h1{font-size:1.4rem;margin:0 0 1rem}form{margin:.75rem 0 0}.note{border-left:4px solid #ca8a04;padding-left:.75rem}
button{font:inherit;width:100%;padding:.7rem;border-radius:8px;border:1px solid #8888;cursor:pointer}
.pay{background:#1d4ed8;border-color:#1d4ed8;color:#fff}`

function contentPolicy(publicUrl: string): string {
  const hash = createHash('sha256').update(style).digest('base64')
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    `form-action 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function checkoutPage(path: string, tier: Tier): string {
  const { name, price } = plans[tier]
  return page(
    `Subscribe to ${name}`,
    `<p>${productName} ${name}, ${price}, renewed every month until you give it up.</p>
<p class="note"><strong>No money moves.</strong> This server takes no payments: nobody is charged, and no card is asked for.</p>
<form method="post" action="${path}/pay"><button class="pay">Pay</button></form>
<form method="post" action="${path}/cancel"><button>Cancel</button></form>`,
  )
}

const messages = {
  missing: ['This page does not exist', 'Choose the plan again in your dashboard.'],
  expired: ['This page has expired', 'Nothing was paid. Choose the plan again in your dashboard.'],
  paid: ['This is paid already', 'Your dashboard shows your plan.'],
} as const

function messagePage(message: keyof typeof messages, publicUrl: string): string {
  const [title, words] = messages[message]
  return page(title, `<p>${words}</p><p><a href="${publicUrl}/home?panel=payment">Go to the dashboard</a></p>`)
}

function page(title: string, content: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style>`
  return `<!doctype html>\n<html lang="en">\n<head>${head}</head>\n<body><main><h1>${title}</h1>\n${content}</main></body>\n</html>\n`
}
