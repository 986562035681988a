/** To an account that has used most of its calls of the billing period. */
import { productName } from '#contract/product'
import { type Letter, letter } from '../letter.ts'

/** `calls` of `limit` are counted; the next period begins at `nextPeriodMs`. */
export function quota80(use: { calls: number; limit: number; nextPeriodMs: number; dashboardUrl: string }): Letter {
  const [calls, limit] = [use.calls, use.limit].map((count) => count.toLocaleString('en-US'))
  return letter({
    kind: 'quota-80',
    subject: `${calls} of your ${limit} ${productName} calls are used`,
    paragraphs: [
      `Your account has used ${calls} of the ${limit} calls of this billing period. Once all are used, calls are answered with status 429 until the next period begins.`,
    ],
    facts: [['The next period begins', new Date(use.nextPeriodMs).toUTCString()]],
    link: { label: 'See your usage and plan', url: use.dashboardUrl },
    closing: ['A plan with more calls holds as soon as it is paid. You get this letter once in a billing period.'],
  })
}
