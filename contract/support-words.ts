/** Words of requests to support that screens show too; apart from the schemas, which no browser needs. */

/** In the order in which they are offered (specification, section 3). */
export const supportCategories = [
  'Feature Request',
  'Bug Report',
  'Billing Questions',
  'Account Access',
  'Other',
] as const
