/** Errors of accounts, sessions and their emails; they are part of the table in errors.ts. */
import { passkeysMax } from './limits.ts'
import type { SecondFactorStep } from './second-factor.ts'

export const accountErrors = {
  login_refused: {
    status: 401,
    sentence: () => 'The email address or the password is wrong.',
  },
  second_factor_required: {
    status: 401,
    sentence: (_: SecondFactorStep) => 'The password is right. This account also needs its second factor.',
    members: (step: SecondFactorStep) => step,
  },
  second_factor_expired: {
    status: 401,
    sentence: () => 'This took too long, or something has changed meanwhile; begin again with your password.',
  },
  second_factor_wrong: {
    status: 401,
    sentence: () => 'The code or passkey was not accepted. Each code works only once.',
  },
  second_factor_not_set: {
    status: 403,
    sentence: () => 'Admins need a second factor here: set one up in your profile first.',
  },
  admin_session_missing: {
    status: 403,
    sentence: () =>
      'An API key alone is not enough for admins here: also send the token of your session, opened with a second factor, in the Authorization header.',
  },
  second_factor_exists: {
    status: 409,
    sentence: () => 'This second factor is set up already; remove it before you set it up again.',
  },
  second_factor_unknown: {
    status: 404,
    sentence: () => 'This account has no such second factor.',
  },
  second_factor_last: {
    status: 409,
    sentence: () => 'Admins need a second factor here: add another one, then remove this one.',
  },
  passkeys_full: {
    status: 409,
    sentence: () => `An account may have ${passkeysMax} passkeys; remove one first.`,
  },
  passkeys_impossible: {
    status: 409,
    sentence: () => 'Passkeys need an address with a host name, and this one is an IP address.',
  },
  session_unknown: {
    status: 404,
    sentence: () => 'There is no such session, or it has ended.',
  },
  email_taken: {
    status: 409,
    sentence: () => 'An account with this email address exists already; sign in or reset its password.',
  },
  password_too_common: {
    status: 400,
    sentence: (d: { parameter: string }) =>
      `${d.parameter}: expected one that is not among the most common; this one is guessed first.`,
  },
  password_wrong: {
    status: 403,
    sentence: () => 'The password is wrong.',
  },
  sign_in_stopped: {
    status: 403,
    sentence: () =>
      'Too many sign-ins in a row have failed with this email address; reset its password to sign in again.',
  },
  too_many_attempts: {
    status: 429,
    retryAfterSeconds: 60,
    sentence: (d: { what: string; seconds: number }) => `Too many ${d.what}; try again in ${durationOf(d.seconds)}.`,
  },
  reset_link_invalid: {
    status: 400,
    sentence: () =>
      'This link to reset a password does not work any more: it or another one was used, or it is older than 30 minutes. Ask for a new one.',
  },
  verification_link_invalid: {
    status: 400,
    sentence: () =>
      'This link to verify an email address does not work any more: another one was used, or it is older than 24 hours. Sign in to ask for a new one.',
  },
  verification_session_needed: {
    status: 403,
    sentence: () => 'Sign in to the account that this link belongs to, then open the link again.',
  },
  email_verified: {
    status: 409,
    sentence: () => 'The email address of this account is verified already.',
  },
  account_held: {
    status: 409,
    sentence: () =>
      'An image of this account has to be kept for legal reasons, so the account cannot be deleted now; write to support.',
  },
  last_admin: {
    status: 409,
    sentence: () => 'This account is the only admin: have somebody else made one first, then delete it.',
  },
  phone_missing: {
    status: 400,
    sentence: () => 'Phone number is required',
  },
  email_and_password_missing: {
    status: 400,
    sentence: () => 'Email and password are required',
  },
  support_details_missing: {
    status: 400,
    sentence: () => 'Please provide details about your support request',
  },
} as const

/** For people: in the unit in which it is a small number. Days are rounded. */
function durationOf(seconds: number): string {
  const [amount, unit] =
    seconds <= 90
      ? [seconds, 'second']
      : seconds <= 5_400
        ? [Math.ceil(seconds / 60), 'minute']
        : seconds <= 86_400
          ? [Math.ceil(seconds / 3_600), 'hour']
          : [Math.round(seconds / 86_400), 'day']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
