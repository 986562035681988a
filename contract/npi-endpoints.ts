/** Whose an NPI is, for people who fill in a form: called with the session, so it uses no quota. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { credentialTypes, keysOf } from './verification-words.ts'

const npiExpected = 'ten digits'

const npiDigits = z.string({ error: npiExpected }).regex(/^\d{10}$/, { error: npiExpected })

export const npiEndpoints = {
  lookUpNpi: endpoint({
    method: 'GET',
    path: '/me/npi/{npi}',
    group: 'accounts',
    summary: 'Whose an NPI is',
    description:
      'Whether the check digit is right, and what the registry has under the number: a person, an organization, a deactivated NPI, or nothing.',
    caller: 'session',
    params: z.strictObject({ npi: npiDigits }),
    output: z.object({
      npi: z.string(),
      isCheckDigitRight: z.boolean(),
      kind: z.enum(['individual', 'organization', 'deactivated', 'unknown']),
      name: z.string().nullable().describe('Of the person or organization.'),
      credentials: z
        .array(z.enum(keysOf(credentialTypes)))
        .describe('The person’s credentials in the registry that can be verified, likeliest first.'),
    }),
    errors: ['too_many_attempts', 'not_ready'],
    example: {
      input: { params: { npi: '1679576722' } },
      output: {
        npi: '1679576722',
        isCheckDigitRight: true,
        kind: 'individual',
        name: 'David A Wiebe',
        credentials: ['MD'],
      },
    },
  }),
}
