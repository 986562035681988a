/** Countries and territories whose numbers begin with 1 (ITU-T E.164, country code 1), by their codes in ISO 3166. */
const planCountries = new Set('US CA AG AI AS BB BM BS DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI'.split(' '))

/** Whether ten digits on file with an address in the country are a number of the North American plan. */
export function isInPlan(countryCode: string): boolean {
  return planCountries.has(countryCode)
}

/**
 * A phone number in E.164 form when it is one of the North American plan (ten digits, or eleven with the 1 before them, area
 * code and exchange beginning with 2 to 9); otherwise as on file, and null when there is none.
 */
export function phoneNumber(text: string): string | null {
  if (text === '') return null
  const digits = text.replace(/[\s().-]/g, '').replace(/^\+/, '')
  const match = /^1?([2-9]\d{2}[2-9]\d{6})$/.exec(digits)
  return match === null ? text : `+1${match[1]}`
}
