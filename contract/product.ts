/** Facts about the product itself that more than one place says. */

export const productName = 'Praxidex'
export const productSentence =
  'Praxidex finds doctors, other clinicians and healthcare organizations of the United States by place, specialty, credential, name or NPI, from the file CMS publishes.'
