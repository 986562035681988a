/**
 * The check digit of an NPI: the Luhn formula over the prefix 80840 (health applications, United States) followed by
 * the ten digits. Source: CMS, "Requirements for National Provider Identifier and NPI Check Digit".
 */

/** NPIs that begin with 2 were never given out: from here on they are invented, and so is what is said of them. */
export const inventedNpiMin = 2_000_000_000

/** What the prefix 80840 adds to the Luhn sum. */
const prefixSum = 24

/** Ten digits, the first 1 or 2, the last the right check digit. */
export function hasValidCheckDigit(npi: number | string): boolean {
  if (typeof npi === 'string') return /^[12]\d{9}$/.test(npi) && hasValidCheckDigit(Number(npi))
  if (!Number.isInteger(npi) || npi < 1_000_000_000 || npi > 2_999_999_999) return false
  return npi % 10 === checkDigit(Math.floor(npi / 10))
}

/** Throws a RangeError for anything but nine digits, the first 1 or 2. */
export function withCheckDigit(nineDigits: number): number {
  if (!Number.isInteger(nineDigits) || nineDigits < 100_000_000 || nineDigits > 299_999_999) {
    throw new RangeError(`expected nine digits, the first of them 1 or 2; got ${nineDigits}`)
  }
  return nineDigits * 10 + checkDigit(nineDigits)
}

function checkDigit(nineDigits: number): number {
  let sum = prefixSum
  let isDoubled = true
  // Bitwise truncation is twice as fast; every row's number is checked.
  for (let rest = nineDigits; rest > 0; rest = (rest / 10) | 0) {
    const digit = rest % 10
    sum += isDoubled ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit
    isDoubled = !isDoubled
  }
  return (10 - (sum % 10)) % 10
}
