/** What the pages of payments that move no money look like: plain HTML without a script. */
import { createHash } from 'node:crypto'
import { plans, type Tier } from '#contract/plans'
import { productName } from '#contract/product'

const style = `body{font:16px/1.5 system-ui,sans-serif;color-scheme:light dark;margin:0;padding:2rem 1rem}
main{max-width:26rem;margin:0 auto;border:1px solid #8888;border-radius:12px;padding:1.5rem}
h1{font-size:1.4rem;margin:0 0 1rem}form{margin:.75rem 0 0}.note{border-left:4px solid #ca8a04;padding-left:.75rem}
button{font:inherit;width:100%;padding:.7rem;border-radius:8px;border:1px solid #8888;cursor:pointer}
.pay{background:#1d4ed8;border-color:#1d4ed8;color:#fff}`

/** Nothing is loaded or run; the forms go here, and from here to the web app. */
export function contentPolicy(publicUrl: string): string {
  const hash = createHash('sha256').update(style).digest('base64')
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    `form-action 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The page on which a plan can be paid for; `path` is its own. */
export function checkoutPage(path: string, tier: Tier): string {
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

/** A page that says why nothing can be paid on it. */
export function messagePage(message: keyof typeof messages, publicUrl: string): string {
  const [title, words] = messages[message]
  return page(title, `<p>${words}</p><p><a href="${publicUrl}/home?panel=payment">Go to the dashboard</a></p>`)
}

function page(title: string, content: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style>`
  return `<!doctype html>\n<html lang="en">\n<head>${head}</head>\n<body><main><h1>${title}</h1>\n${content}</main></body>\n</html>\n`
}
