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
  emailVerified: z.boolean().describe('Whether a link in an email to this address was followed.'),
  pendingEmail: z.string().nullable().describe('The address that takes its place once it is verified.'),
  keyReplaceAdvised: z
    .boolean()
    .describe('Whether the password was reset or the address changed since the API key was made, which works on.'),
  secondFactor: z
    .enum(['on', 'off', 'required'])
    .describe('Whether signing in takes a second factor; required where the account has none and needs one.'),
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
      'Opens a session and answers with its token, which goes into the Authorization header as Bearer. Keep the device value, and send it with the next sign-in: guesses of strangers then do not lock you out. It opens nothing by itself. Where the account has a second factor, the answer is second_factor_required with a challenge and the methods to take it by; POST /login/second-factor opens the session then.',
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
    description: 'The account of the session, with its Default API key.',
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
    summary: 'Change the phone number or the email address',
    description:
      'Takes newPhone alone, or newEmail and password. A new email address gets an email with a link, and replaces the old one when the link is used while signed in to this account; until then it is the pendingEmail of the answer. An address that is not verified may be replaced 3 times a day.',
    caller: 'session',
    body: z.strictObject({
      newPhone: parameter.phoneOrEmpty.optional(),
      newEmail: parameter.newEmailOrEmpty.optional(),
      password: parameter.passwordOrEmpty.optional(),
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
    description: 'Ends the session of the token; other sessions of the account go on.',
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
      'Deletes the account for good, with its API keys, its sessions, its verifications and their images, and ends what is paid for at once, without paying anything back. An email confirms it. The address may sign up again afterwards, to a new account.',
    caller: 'session',
    body: z.strictObject({ password: parameter.anyPassword }),
    output: z.object({ message: z.string() }),
    errors: ['password_wrong', 'account_held', 'last_admin', 'sign_in_stopped', 'too_many_attempts', 'overloaded'],
    example: {
      input: { body: { password: 'a long walk by the sea' } },
      output: { message: 'Your account is deleted; an email confirms it.' },
    },
  }),
}
