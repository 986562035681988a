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
