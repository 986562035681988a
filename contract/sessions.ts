import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import * as parameter from './parameters.ts'
import { sentence } from './recovery.ts'
import { passwordErrors } from './second-factor.ts'

const session = z.object({
  id: z.string(),
  browser: z.string().nullable().describe('Browser and operating system, if known.'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().describe('To the minute.'),
  isCurrent: z.boolean().describe('Whether this call uses it.'),
})

const exampleId = '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a11'

export const sessionEndpoints = {
  listSessions: endpoint({
    method: 'GET',
    path: '/me/sessions',
    group: 'accounts',
    summary: 'The sessions of the account',
    description: 'Where the account is signed in, most recently used first.',
    caller: 'session',
    output: z.object({ sessions: z.array(session) }),
    example: {
      input: {},
      output: {
        sessions: [
          {
            id: exampleId,
            browser: 'Firefox on Windows',
            createdAt: '2026-01-05T12:00:00.000Z',
            lastUsedAt: '2026-01-06T08:15:00.000Z',
            isCurrent: true,
          },
        ],
      },
    },
  }),
  endSession: endpoint({
    method: 'POST',
    path: '/me/sessions/{id}/end',
    group: 'accounts',
    summary: 'End a session',
    description: 'Ends one session of the account; its token stops working at once.',
    caller: 'session',
    params: z.strictObject({ id: parameter.rowId }),
    output: sentence,
    errors: ['session_unknown'],
    example: { input: { params: { id: exampleId } }, output: { message: 'The session has ended.' } },
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/me/password',
    group: 'accounts',
    summary: 'Change the password',
    description:
      'Sets a new password and ends every session of the account. The response has the token of a new one. An admin also gets a new API key.',
    caller: 'session',
    requestHeaders: { 'User-Agent': 'Names the session in the list of sessions.' },
    body: z.strictObject({ password: parameter.anyPassword, newPassword: parameter.newPassword }),
    output: z.object({ token: z.string() }),
    errors: [...passwordErrors, 'password_too_common'],
    example: {
      input: { body: { password: 'a long walk by the sea', newPassword: 'a short row on the lake' } },
      output: { token: 'k3J0v9Zq1xT7bY5mN2wR8cL4hF6sD0gA1uE9iO3pXyQ' },
    },
  }),
}
