/** Emails to the operator. An answer goes to the account's address. */
import { productName } from '#contract/product'
import { composeEmail, type Email } from '../email.ts'

interface SupportRequest {
  accountId: string
  email: string
  category: string
  description: string
}

export function supportRequest({ accountId, email, category, description }: SupportRequest): Email {
  return composeEmail({
    kind: 'support-request',
    subject: `${productName} support: ${category}`,
    paragraphs: ['Somebody asks for support. What they wrote is in the file that goes with this email.'],
    facts: [
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
    paragraphs: [`Somebody would like to hear about the ${plan} plan. They were told that you contact them shortly.`],
    facts: [
      ['Plan', plan],
      ['From', email],
      ['Account', accountId],
    ],
    replyTo: email,
  })
}
