/** Rules of the fields about an account, with the sentences for what is missing. */
import { emailLengthMax, passwordLengthMax, passwordLengthMin } from '#contract/limits'

export const emailRules = {
  required: 'Email address is required',
  maxLength: { value: emailLengthMax, message: `An email address has at most ${emailLengthMax} characters` },
  pattern: { value: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, message: 'Enter an email address such as name@example.org' },
} as const

/** A phone number without invisible characters and typographic hyphens, which copying may bring along. */
export function plainNumber(typed: string): string {
  return typed
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
}

export const phoneRules = {
  required: 'Phone number is required',
  setValueAs: plainNumber,
  validate: (phone: string) =>
    (/^\+?[\d\s().-]+$/.test(phone) && /^\d{7,20}$/.test(phone.replace(/\D/g, ''))) ||
    'Enter a phone number of 7 to 20 digits, such as 212-555-0101',
} as const

export const newPasswordRules = {
  required: 'Password is required',
  validate: (password: string) => {
    const length = lengthOf(password)
    if (length < passwordLengthMin) return `Use at least ${passwordLengthMin} characters`
    return length <= passwordLengthMax || `Use at most ${passwordLengthMax} characters`
  },
} as const

export const confirmRules = {
  required: 'Confirm your password',
  validate: (confirm: string, { password }: { password: string }) => confirm === password || 'Passwords do not match',
} as const

/** How well a new password resists guessing; length counts for more than unusual characters. */
export function strengthOf(password: string): string {
  const length = lengthOf(password)
  if (length === 0)
    return `At least ${passwordLengthMin} characters. A few words together are easy to remember and hard to guess.`
  if (length < passwordLengthMin) return `Too short: ${passwordLengthMin - length} more to go.`
  if (new Set(password).size < 5) return 'Weak: it repeats a few characters.'
  if (length < 12) return 'Fair: a few characters more make it much stronger.'
  return length < 16 ? 'Good.' : 'Strong.'
}

/** In code points after NFKC, as the server counts. */
function lengthOf(password: string): number {
  return [...password.normalize('NFKC')].length
}
