/** To the operator: somebody asks for support. */
import { productName } from '#contract/product'
import { type Letter, letter } from '../letter.ts'

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
