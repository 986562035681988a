/** The settings that bound guessing and flooding, and say which proxies are believed about who calls. */
import { isIP } from 'node:net'
import { z } from 'zod'
import { passwordLengthMax, passwordLengthMin } from '#contract/limits'

/** How often something may be tried; see the settings' table for the time each holds for. */
export interface AttemptLimits {
  signInsPerIp: number
  signUpsPerIp: number
  failuresPerAccount: number
  failuresInARow: number
  emailsPerRecipient: number
  resetsPerIp: number
  newKeysPerAccount: number
  phoneChangesPerAccount: number
}

export interface LimitSettings {
  attempts: AttemptLimits
  /** Addresses and networks of proxies. */
  trustedProxies: readonly string[]
  /** In code points, never below the contract's. */
  passwordLengthMin: number
  /** Whether admins need a second factor. */
  adminSecondFactor: 'required' | 'optional'
}

/** The rows of the settings' table. */
export const limitSettingsTable = [
  {
    name: 'TRUSTED_PROXIES',
    default: 'none',
    description:
      'Addresses or networks (10.0.0.0/8) of your proxies, separated by commas. Only what they say in X-Forwarded-For is believed.',
  },
  {
    name: 'PASSWORD_LENGTH_MIN',
    default: String(passwordLengthMin),
    description: `The least characters of a new password, ${passwordLengthMin} or more; NIST SP 800-63B-4 asks for 15 where nothing but a password protects an account.`,
  },
  {
    name: 'ADMIN_SECOND_FACTOR',
    default: 'required where NODE_ENV is production, else optional',
    description:
      'Whether admins need a second factor: required or optional. Where it is required, an admin without one can sign in and set one up, and nothing else; and an admin’s API key decides nothing without a session that was opened with one.',
  },
  {
    name: 'SIGN_INS_PER_IP',
    default: '60',
    description: 'Sign-ins that one IP address may try in a minute.',
  },
  {
    name: 'SIGN_UPS_PER_IP',
    default: '20',
    description: 'Sign-ups that one IP address may try in an hour.',
  },
  {
    name: 'SIGN_IN_FAILURES_PER_ACCOUNT',
    default: '10',
    description:
      'Sign-ins with one email address that may fail in 15 minutes; from the third on each is followed by a pause that doubles.',
  },
  {
    name: 'SIGN_IN_FAILURES_IN_A_ROW',
    default: '100',
    description: 'Sign-ins with one email address that may fail in a row; then its password has to be reset.',
  },
  {
    name: 'EMAILS_PER_RECIPIENT',
    default: '3',
    description:
      'Emails that strangers may cause to one address in an hour: by sign-ups, changes of address and password resets. A browser that signed in before has as many of its own.',
  },
  {
    name: 'RESETS_PER_IP',
    default: '20',
    description: 'Such links that one IP address may ask for in an hour.',
  },
  {
    name: 'NEW_KEYS_PER_ACCOUNT',
    default: '10',
    description: 'How often one account may replace its API key in an hour; each time a letter says so.',
  },
  {
    name: 'PHONE_CHANGES_PER_ACCOUNT',
    default: '30',
    description: 'How often one account may change its phone number in an hour.',
  },
] as const

/** Far above what anybody needs: a limit has a limit too. */
const countMax = 1_000_000

/** What the values of the rows have to be. */
export const limitSchema = {
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => (text === 'none' ? [] : text.split(',').map((part) => part.trim())))
    .refine((parts) => parts.every(isNetwork), {
      error: 'IP addresses or networks such as 10.0.0.0/8, separated by commas, or none',
    })
    .default([]),
  PASSWORD_LENGTH_MIN: count(passwordLengthMin, passwordLengthMax).default(passwordLengthMin),
  ADMIN_SECOND_FACTOR: z.enum(['required', 'optional'], { error: 'required or optional' }).optional(),
  SIGN_INS_PER_IP: count(1, countMax).default(60),
  SIGN_UPS_PER_IP: count(1, countMax).default(20),
  SIGN_IN_FAILURES_PER_ACCOUNT: count(1, countMax).default(10),
  SIGN_IN_FAILURES_IN_A_ROW: count(1, countMax).default(100),
  EMAILS_PER_RECIPIENT: count(1, countMax).default(3),
  RESETS_PER_IP: count(1, countMax).default(20),
  NEW_KEYS_PER_ACCOUNT: count(1, countMax).default(10),
  PHONE_CHANGES_PER_ACCOUNT: count(1, countMax).default(30),
}

const readSchema = z.object(limitSchema)

/** The choices as the product uses them. */
export function limitSettingsOf(
  values: z.output<typeof readSchema>,
  { isProduction }: { isProduction: boolean },
): LimitSettings {
  return {
    trustedProxies: values.TRUSTED_PROXIES,
    passwordLengthMin: values.PASSWORD_LENGTH_MIN,
    adminSecondFactor: values.ADMIN_SECOND_FACTOR ?? (isProduction ? 'required' : 'optional'),
    attempts: {
      signInsPerIp: values.SIGN_INS_PER_IP,
      signUpsPerIp: values.SIGN_UPS_PER_IP,
      failuresPerAccount: values.SIGN_IN_FAILURES_PER_ACCOUNT,
      failuresInARow: values.SIGN_IN_FAILURES_IN_A_ROW,
      emailsPerRecipient: values.EMAILS_PER_RECIPIENT,
      resetsPerIp: values.RESETS_PER_IP,
      newKeysPerAccount: values.NEW_KEYS_PER_ACCOUNT,
      phoneChangesPerAccount: values.PHONE_CHANGES_PER_ACCOUNT,
    },
  }
}

function count(min: number, max: number) {
  const error = `a whole number from ${min} to ${max}`
  return z
    .string()
    .refine((text) => /^\d{1,7}$/.test(text) && Number(text) >= min && Number(text) <= max, { error })
    .transform(Number)
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const bitsMax = isIP(address) === 4 ? 32 : 128
  const hasBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax && Number(bits) > 0)
  return isIP(address) !== 0 && hasBits && more.length === 0
}
