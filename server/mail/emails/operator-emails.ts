/** Emails to the operator. An answer goes to the account's address. */
import { productName } from '#contract/product'
import { composeEmail, type Email } from '../email.ts'

interface SupportRequest {
  number: string
  accountId: string
  email: string
  category: string
  description: string
}

export function supportRequest({ number, accountId, email, category, description }: SupportRequest): Email {
  return composeEmail({
    kind: 'support-request',
    subject: `${productName} support ${number}: ${category}`,
    greeting: null,
    paragraphs: ['You have a new support request. The message is attached. Reply to this email to answer it.'],
    facts: [
      ['Request', number],
      ['Category', category],
      ['From', email],
      ['Account', accountId],
    ],
    attachment: description,
    replyTo: email,
  })
}

export function salesRequest({ accountId, email, plan }: { accountId: string; email: string; plan: string }): Email {
  return composeEmail({
    kind: 'sales-request',
    subject: `${productName} sales: ${plan}`,
    greeting: null,
    paragraphs: [`A customer is interested in the ${plan} plan. We told them you’ll be in touch shortly.`],
    facts: [
      ['Plan', plan],
      ['From', email],
      ['Account', accountId],
    ],
    replyTo: email,
  })
}
