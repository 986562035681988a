import { productName } from '#contract/product'
import { type Letter, letter } from '../email.ts'

/** To the operator: somebody asks for support. */

interface SupportRequest {
  accountId: string
  email: string
  category: string
  description: string
}

/** What was asked stands in a file of plain text that goes with it; an answer goes to the account's address. */
export function supportRequest({ accountId, email, category, description }: SupportRequest): Letter {
  return letter({
    kind: 'support-request',
    subject: `${productName} support: ${category}`,
    paragraphs: ['Somebody asks for support. What they wrote is in the file that goes with this letter.'],
    facts: [
      ['Category', category],
      ['From', email],
      ['Account', accountId],
    ],
    attachment: description,
    replyTo: email,
  })
}

/** To the operator: somebody is interested in a plan with a price of its own. */

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
