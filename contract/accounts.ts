/** Accounts, sessions and the API key: how a developer or clinician gets from an email address to a key. */
import { z } from 'zod'
import { apiKeyText, exampleKey } from './api-keys.ts'
import { endpoint } from './endpoint.ts'
import * as parameter from './parameters.ts'

export const user = z.object({
  _id: z.string(),
  email: z.string(),
  phone: z.string(),
  npi: z.string().nullable().describe('The verified NPI; null until a verification is approved.'),
  credentials: z.array(z.string()).describe('Approved credentials.'),
  apiKey: apiKeyText,
  admin: z.boolean(),
  emailVerified: z.boolean().describe('Whether the address was confirmed by a link in an email.'),
  pendingEmail: z.string().nullable().describe('The address that will replace it once verified.'),
  keyReplaceAdvised: z
    .boolean()
    .describe('Whether the password or address changed since the API key was made. The key still works.'),
  secondFactor: z
    .enum(['on', 'off', 'required'])
    .describe('Whether signing in takes a second factor; required if the account needs one and has none.'),
  quotaEmails: z.boolean().describe('Whether to email when 80% and 100% of the quota are used.'),
  weeklyEmails: z.boolean().describe('Whether to email a weekly count of the account’s events, if there are any.'),
})

export const signedIn = z.object({
  token: z.string(),
  device: z.string().describe('A random value for this browser or program to keep.'),
})

const exampleUser = {
  _id: '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10',
  email: 'ada@example.org',
  phone: '212-555-0101',
  npi: null,
  credentials: [],
  apiKey: exampleKey,
  admin: false,
  emailVerified: true,
  pendingEmail: null,
  keyReplaceAdvised: false,
  secondFactor: 'off' as const,
  quotaEmails: true,
  weeklyEmails: true,
}

export const accountEndpoints = {
  signup: endpoint({
    method: 'POST',
    path: '/signup',
    group: 'accounts',
    summary: 'Create an account',
    description:
      'Creates an account with its API key, and sends an email with a link to verify the address; at most 3 an hour go to one address. Sign in afterwards with POST /login.',
    caller: 'anyone',
    body: z.strictObject({ email: parameter.newEmail, password: parameter.newPassword, phone: parameter.phone }),
    output: z.object({ _id: z.string(), email: z.string() }),
    status: 201,
    errors: ['email_taken', 'password_too_common', 'too_many_attempts', 'overloaded', 'not_ready'],
    example: {
      input: { body: { email: 'ada@example.org', password: 'a long walk by the sea', phone: '212-555-0101' } },
      output: { _id: '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10', email: 'ada@example.org' },
    },
  }),
  login: endpoint({
    method: 'POST',
    path: '/login',
    group: 'accounts',
    summary: 'Sign in',
    description:
      'Opens a session and returns its token, to send as a Bearer token in the Authorization header. Keep the device value and send it with the next sign-in, so that strangers’ wrong guesses don’t lock you out. It opens nothing by itself. If the account has a second factor, the response is second_factor_required with a challenge and the available methods; POST /login/second-factor then opens the session.',
    caller: 'anyone',
    requestHeaders: { 'User-Agent': 'Names the session in the list of sessions.' },
    body: z.strictObject({ email: parameter.email, password: parameter.anyPassword, device: parameter.device }),
    output: signedIn,
    errors: [
      'login_refused',
      'second_factor_required',
      'sign_in_stopped',
      'too_many_attempts',
      'overloaded',
      'not_ready',
    ],
    example: {
      input: { body: { email: 'ada@example.org', password: 'a long walk by the sea' } },
      output: {
        token: 'k3J0v9Zq1xT7bY5mN2wR8cL4hF6sD0gA1uE9iO3pXyQ',
        device: 'Qm1vZ8rT4xW0aK7cN2yH5dJ9fL3gS6bP1eU8iO0tVzA',
      },
    },
  }),
  me: endpoint({
    method: 'GET',
    path: '/me',
    group: 'accounts',
    summary: 'The signed-in user',
    description: 'The signed-in account, with its Default API key.',
    caller: 'session',
    isForEnrolling: true,
    output: user,
    example: {
      input: {},
      output: exampleUser,
    },
  }),
  changeMe: endpoint({
    method: 'POST',
    path: '/me',
    group: 'accounts',
    summary: 'Change the phone number, the email address or the emails',
    description:
      'Takes newPhone, or newEmail with password, or quotaEmails: whether to email when 80% and 100% of the quota are used, or weeklyEmails: whether to email a weekly count of the account’s events. A new email address gets an email with a link, and replaces the old one when the link is opened while signed in to this account; until then it’s the pendingEmail in the response. An unverified address can be replaced 3 times a day.',
    caller: 'session',
    body: z.strictObject({
      newPhone: parameter.phoneOrEmpty.optional(),
      newEmail: parameter.newEmailOrEmpty.optional(),
      password: parameter.passwordOrEmpty.optional(),
      quotaEmails: z.boolean({ error: 'true or false' }).optional(),
      weeklyEmails: z.boolean({ error: 'true or false' }).optional(),
    }),
    output: user,
    errors: [
      'phone_missing',
      'email_and_password_missing',
      'password_wrong',
      'sign_in_stopped',
      'too_many_attempts',
      'overloaded',
    ],
    example: {
      input: { body: { newEmail: 'ada@example.net', password: 'a long walk by the sea' } },
      output: { ...exampleUser, pendingEmail: 'ada@example.net' },
    },
  }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    group: 'accounts',
    summary: 'Sign out',
    description: 'Ends this session; the account’s other sessions stay open.',
    caller: 'session',
    isForEnrolling: true,
    output: z.object({ message: z.string() }),
    example: { input: {}, output: { message: 'Signed out.' } },
  }),
  deleteMe: endpoint({
    method: 'POST',
    path: '/me/delete',
    group: 'accounts',
    summary: 'Delete the account',
    description:
      'Deletes the account for good, with its API keys, its sessions, its verifications and their images, and cancels a paid plan immediately, without a refund. An email confirms it. The address can sign up again for a new account.',
    caller: 'session',
    body: z.strictObject({ password: parameter.anyPassword }),
    output: z.object({ message: z.string() }),
    errors: ['password_wrong', 'account_held', 'last_admin', 'sign_in_stopped', 'too_many_attempts', 'overloaded'],
    example: {
      input: { body: { password: 'a long walk by the sea' } },
      output: { message: 'Your account is deleted. We’ve sent a confirmation by email.' },
    },
  }),
}
