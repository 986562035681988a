/** Words of requests to support that screens show too; apart from the schemas, which no browser needs. */

/** In the order in which they are offered (specification, section 3). */
export const supportCategories = [
  'Feature Request',
  'Bug Report',
  'Billing Questions',
  'Account Access',
  'Other',
] as const

export type SupportCategory = (typeof supportCategories)[number]

export const supportStatuses = ['open', 'closed'] as const

/** The attachment of a request, in the words of its field and its errors. */
export const attachmentKinds = 'a PDF or a JPEG, PNG or WebP image'

/** What is said of a request that was sent; `number` names it. */
export function supportMessage(number: string): string {
  return `We got your request ${number}. We’ll reply by email.`
}
