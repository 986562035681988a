/** Errors of accounts, sessions and their emails; they are part of the table in errors.ts. */

import { apiKeysMax, passkeysMax, webhooksMax } from './limits.ts'
import { plain } from './plain-error.ts'
import type { SecondFactorStep } from './second-factor.ts'

export const accountErrors = {
  login_refused: plain(401, 'The email address or the password is wrong.'),
  second_factor_required: {
    status: 401,
    sentence: (_: SecondFactorStep) => 'The password is right. This account also needs its second factor.',
    members: (step: SecondFactorStep) => step,
  },
  second_factor_expired: plain(401, 'This sign-in has expired; start again with your password.'),
  second_factor_wrong: plain(401, 'The code or passkey was not accepted. Each code works only once.'),
  second_factor_not_set: plain(403, 'Admins need a second factor here: set one up in your profile first.'),
  admin_session_missing: plain(
    403,
    'An API key alone is not enough for admins here: also send the token of your session, opened with a second factor, in the Authorization header.',
  ),
  second_factor_exists: plain(409, 'This second factor is already set up; remove it before you set it up again.'),
  second_factor_unknown: plain(404, 'This account has no such second factor.'),
  second_factor_last: plain(409, 'Admins need a second factor here: add another one, then remove this one.'),
  passkeys_full: plain(409, `An account may have ${passkeysMax} passkeys; remove one first.`),
  passkeys_impossible: plain(409, 'Passkeys need an address with a host name, and this one is an IP address.'),
  api_keys_full: plain(
    409,
    `An account can have ${apiKeysMax} API keys, including those in an overlap; revoke one first, or rotate without an overlap.`,
  ),
  api_key_not_found: plain(404, 'The account has no such API key, or it no longer works.'),
  default_key_fixed: plain(
    409,
    'The Default key keeps its name, has all scopes and works everywhere; make another key to limit it.',
  ),
  webhooks_full: plain(409, `An account may have ${webhooksMax} webhook endpoints; delete one first.`),
  webhook_not_found: plain(404, 'The account has no such webhook endpoint.'),
  webhook_off: plain(409, 'This webhook endpoint is switched off; switch it on first.'),
  delivery_not_found: plain(404, 'This webhook endpoint has no such delivery, or it is too old.'),
  session_unknown: plain(404, 'There is no such session, or it has ended.'),
  email_taken: plain(409, 'An account with this email address already exists; sign in or reset its password.'),
  password_too_common: {
    status: 400,
    sentence: (d: { parameter: string }) =>
      `${d.parameter}: expected a less common password; this one is easy to guess.`,
  },
  password_wrong: plain(403, 'The password is wrong.'),
  sign_in_stopped: plain(
    403,
    'Too many failed sign-ins in a row with this email address; reset its password to sign in again.',
  ),
  too_many_attempts: {
    status: 429,
    retryAfterSeconds: 60,
    sentence: (d: { what: string; seconds: number }) => `Too many ${d.what}; try again in ${durationOf(d.seconds)}.`,
  },
  reset_link_invalid: plain(400, 'This reset link has expired or was already used. Request a new one.'),
  verification_link_invalid: plain(
    400,
    'This verification link has expired or was already used. Sign in to request a new one.',
  ),
  verification_session_needed: plain(
    403,
    'Sign in to the account that this link belongs to, then open the link again.',
  ),
  email_verified: plain(409, 'Your email address is already verified.'),
  account_held: plain(
    409,
    'An image in this account must be kept for legal reasons, so the account can’t be deleted now; contact support.',
  ),
  last_admin: plain(409, 'This is the only admin account; make someone else an admin before you delete it.'),
  phone_missing: plain(400, 'Phone number is required'),
  email_and_password_missing: plain(400, 'Email and password are required'),
  support_details_missing: plain(400, 'Please provide details about your support request'),
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
