import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { supportTextMax } from './limits.ts'
import * as parameter from './parameters.ts'
import { sentence } from './recovery.ts'
import { supportCategories } from './support-words.ts'

const descriptionExpected = `a text of at most ${supportTextMax} characters`

export const supportEndpoints = {
  contactSales: endpoint({
    method: 'POST',
    path: '/me/contact-sales',
    group: 'accounts',
    summary: 'Ask for a plan with a price of its own',
    description: 'Tells the sales team that the account is interested in a plan; once a day.',
    caller: 'session',
    body: z.strictObject({ tier: parameter.word(['developer', 'enterprise']) }),
    output: sentence,
    errors: ['too_many_attempts'],
    example: {
      input: { body: { tier: 'enterprise' } },
      output: { message: 'Our sales team will contact you shortly to discuss pricing options.' },
    },
  }),
  requestSupport: endpoint({
    method: 'POST',
    path: '/me/support',
    group: 'accounts',
    summary: 'Ask for support',
    description: 'Sends a request to the support team, which answers to the address of the account.',
    caller: 'session',
    body: z.strictObject({
      category: parameter.word(supportCategories),
      description: z
        .string({ error: descriptionExpected })
        .trim()
        .max(supportTextMax, { error: descriptionExpected })
        .regex(/^[^\0]*$/, { error: `${descriptionExpected}, without NUL characters` }),
    }),
    inputErrors: { description: 'support_details_missing' },
    output: sentence,
    errors: ['support_details_missing', 'too_many_attempts'],
    example: {
      input: {
        body: { category: 'Bug Report', description: 'The map shows my practice on the wrong side of the street.' },
      },
      output: { message: 'Your request is on its way to our support team, who will answer by email.' },
    },
  }),
}
