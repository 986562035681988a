/** To the operator: somebody is interested in a plan with a price of its own. */
import { productName } from '#contract/product'
import { type Letter, letter } from '../letter.ts'

/** An answer goes to the account's address. */
export function salesRequest({ accountId, email, plan }: { accountId: string; email: string; plan: string }): Letter {
  return letter({
    kind: 'sales-request',
    subject: `${productName} sales: ${plan}`,
    paragraphs: [`Somebody would like to hear about the ${plan} plan. They were told that you contact them shortly.`],
    facts: [
      ['Plan', plan],
      ['From', email],
      ['Account', accountId],
    ],
    replyTo: email,
  })
}
