/** The way back to an account, and the proof that an address is one's own. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as parameter from './parameters.ts'

const exampleToken = 'k3J0v9Zq1xT7bY5mN2wR8cL4hF6sD0gA1uE9iO3pXyQ'

/** An answer that is only a sentence for people. */
export const sentence = z.object({ message: z.string() })

export const recoveryEndpoints = {
  forgotPassword: endpoint({
    method: 'POST',
    path: '/forgot-password',
    group: 'accounts',
    summary: 'Ask for a link to reset the password',
    description:
      'Sends an email with a link that works once, for 30 minutes; at most 3 an hour per address, and 3 more for the device value’s account. The response is the same whether or not the address has an account. With type portal the link leads to the page of the personal portal.',
    caller: 'anyone',
    body: z.strictObject({
      email: parameter.email,
      type: parameter.word(['portal']).optional(),
      device: parameter.device,
    }),
    output: sentence,
    errors: ['too_many_attempts', 'not_ready'],
    example: {
      input: { body: { email: 'ada@example.org' } },
      output: { message: 'If this address has an account, an email with a link to reset its password is on its way.' },
    },
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/reset-password',
    group: 'accounts',
    summary: 'Set a new password',
    description:
      'Sets a new password with the token from the link, voids every other link, and ends every session of the account; an admin also gets a new API key. If the address was never confirmed from inside the account, someone else may have created it: the API key is then replaced, and verification requests, images, callbacks, second factors and known devices are deleted too.',
    caller: 'anyone',
    body: z.strictObject({ token: parameter.token, newPassword: parameter.newPassword }),
    output: sentence.extend({ email: z.string() }),
    errors: ['reset_link_invalid', 'password_too_common', 'too_many_attempts', 'overloaded', 'not_ready'],
    example: {
      input: { body: { token: exampleToken, newPassword: 'a long walk by the sea' } },
      output: { message: 'Your password was changed. Sign in with the new one.', email: 'ada@example.org' },
    },
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/verify-email',
    group: 'accounts',
    summary: 'Verify an email address',
    description:
      'Verifies the address that the link was sent to. Send the session of the account along, or its password, to prove that the account is yours too: a later password reset then leaves what you made with it. A new address takes the place of the old one only with the session of the account that asked; every session of the account then ends, and an admin gets a new API key. Using a link voids the others. The same link works again with the same result until it expires, 24 hours after it was sent.',
    caller: 'anyone',
    requestHeaders: { Authorization: 'The account’s session as a Bearer token, if there is one.' },
    body: z.strictObject({
      token: parameter.token,
      password: parameter.anyPassword.optional().describe('The password of the account, in place of its session.'),
    }),
    output: z.object({ message: z.string(), email: z.string() }),
    errors: [
      'verification_link_invalid',
      'verification_session_needed',
      'session_invalid',
      'email_taken',
      'password_wrong',
      'sign_in_stopped',
      'too_many_attempts',
      'overloaded',
      'not_ready',
    ],
    example: {
      input: { body: { token: exampleToken } },
      output: { message: 'Your email address is verified.', email: 'ada@example.org' },
    },
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/verify-email/resend',
    group: 'accounts',
    summary: 'Send the verification link again',
    description:
      'Sends another link to the address waiting to be verified; earlier links keep working until one of them is used.',
    caller: 'session',
    body: z.strictObject({ device: parameter.device }),
    output: sentence,
    errors: ['email_verified', 'too_many_attempts'],
    example: { input: {}, output: { message: 'An email with a new link is on its way to ada@example.org.' } },
  }),
}
