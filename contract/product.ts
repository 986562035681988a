/** Facts about the product itself that more than one place says. */

export const productName = 'Praxidex'
/** Where a server without settings is reached; built pages name it, and a server puts its own address in its place. */
export const defaultOrigin = 'http://localhost:3000'
export const productSentence =
  'Praxidex finds doctors, other clinicians and healthcare organizations of the United States by place, specialty, credential, name or NPI, from the file CMS publishes.'
