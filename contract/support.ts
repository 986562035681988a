import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { attachmentBytesMax, imageBodyBytesMax, sizeOf, supportRequestsListed, supportTextMax } from './limits.ts'
import * as parameter from './parameters.ts'
import { sentence } from './recovery.ts'
import { attachmentKinds, supportCategories, supportMessage, supportStatuses } from './support-words.ts'

const number = z.string().describe('Names the request in emails and questions about it.')

const descriptionExpected = `a text of at most ${supportTextMax} characters`

export const supportEndpoints = {
  contactSales: endpoint({
    method: 'POST',
    path: '/me/contact-sales',
    group: 'accounts',
    summary: 'Ask for a custom plan',
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
    description: 'Sends a request to the support team, which replies to the account’s email address.',
    caller: 'session',
    bodyBytesMax: imageBodyBytesMax,
    body: z.strictObject({
      category: parameter.word(supportCategories),
      description: z
        .string({ error: descriptionExpected })
        .trim()
        .max(supportTextMax, { error: descriptionExpected })
        .regex(/^[^\0]*$/, { error: `${descriptionExpected}, without NUL characters` }),
      attachment: z
        .string({ error: 'a file in base64, or nothing' })
        .min(1, { error: 'a file in base64, or nothing' })
        .optional()
        .describe(
          `A file in base64, without a prefix: ${attachmentKinds} of at most ${sizeOf(attachmentBytesMax)}. Images are encoded again without metadata.`,
        )
        .meta({ contentEncoding: 'base64' }),
    }),
    inputErrors: { description: 'support_details_missing' },
    output: sentence.extend({ number }),
    errors: ['support_details_missing', 'image_unusable', 'decoder_busy', 'rate_limited', 'too_many_attempts'],
    example: {
      input: {
        body: { category: 'Bug Report', description: 'The map shows my practice on the wrong side of the street.' },
      },
      output: { message: supportMessage('48213907'), number: '48213907' },
    },
  }),
  listSupportRequests: endpoint({
    method: 'GET',
    path: '/me/support',
    group: 'accounts',
    summary: 'List your support requests',
    description: `The account’s latest ${supportRequestsListed} requests, newest first. Their text isn’t stored; it’s in the email to the support team.`,
    caller: 'session',
    output: z.object({
      requests: z.array(
        z.object({
          number,
          category: z.enum(supportCategories),
          status: z.enum(supportStatuses).describe('open until the support team closes it.'),
          createdAt: z.iso.datetime(),
        }),
      ),
    }),
    example: {
      input: {},
      output: {
        requests: [
          { number: '48213907', category: 'Bug Report', status: 'open', createdAt: '2026-01-05T12:00:00.000Z' },
        ],
      },
    },
  }),
}
