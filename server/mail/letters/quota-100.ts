/** To an account that has used all its calls of the billing period. */
import { productName } from '#contract/product'
import { type Letter, letter } from '../letter.ts'

/** All of `limit` are counted; the next period begins at `nextPeriodMs`. */
export function quota100(use: { limit: number; nextPeriodMs: number; dashboardUrl: string }): Letter {
  const limit = use.limit.toLocaleString('en-US')
  return letter({
    kind: 'quota-100',
    subject: `All your ${limit} ${productName} calls are used`,
    paragraphs: [
      `Your account has used all ${limit} calls of this billing period. Until the next one begins, calls are answered with status 429 and the code quota_exceeded.`,
    ],
    facts: [['The next period begins', new Date(use.nextPeriodMs).toUTCString()]],
    link: { label: 'Choose a plan with more calls', url: use.dashboardUrl },
    closing: ['A plan with more calls holds as soon as it is paid. You get this letter once in a billing period.'],
  })
}
