/** The webhook endpoints of an account, the log of what was sent to them, and sending it again. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { eventTypes } from './events.ts'
import {
  accountDeliveriesAtOnce,
  webhookAnswerShownBytes,
  webhookDeliveriesAtOnce,
  webhookDeliveriesDays,
  webhookDeliveriesPage,
  webhookDescriptionLengthMax,
  webhookOverlapHours,
  webhookRetryDays,
  webhookSecondsMax,
  webhooksMax,
} from './limits.ts'
import * as parameter from './parameters.ts'
import { sentence } from './recovery.ts'
import { keysOf } from './verification-words.ts'

const moment = z.iso.datetime()

const types = keysOf(eventTypes)

/** What a test sends. */
export const testEventType = 'webhook.test'

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(types)).nullable().describe('The event types it receives; null for all.'),
  description: z.string().nullable(),
  isOn: z.boolean().describe(`Whether it gets events. It is switched off after ${webhookRetryDays} days of failures.`),
  failingSince: moment.nullable().describe('Since when deliveries have failed; null if the last one succeeded.'),
  oldSecretUntil: moment.nullable().describe('Until when deliveries are also signed with the secret before.'),
  createdAt: moment,
})

export type Webhook = z.output<typeof webhook>

const deliveryStates = ['waiting', 'delivered', 'failed'] as const

export type DeliveryState = (typeof deliveryStates)[number]

const webhookDelivery = z.object({
  id: z.string().describe('The webhook-id of each try, and the id of the event.'),
  type: z.string(),
  state: z.enum(deliveryStates),
  createdAt: moment,
  attempts: z.int().describe('Tries since it was first sent, or sent again.'),
  attemptedAt: moment.nullable().describe('The last try.'),
  nextAttemptAt: moment.nullable().describe('When it is tried next; null where it is not.'),
  request: z.string().describe('The body that is sent.'),
  response: z
    .object({
      status: z.int(),
      body: z.string().describe(`Its first ${webhookAnswerShownBytes} bytes.`),
    })
    .nullable()
    .describe('To the last try; null where none came.'),
  ms: z.int().nullable().describe('How long the last try took.'),
  error: z.string().nullable().describe('Why the last try failed.'),
})

export type WebhookDelivery = z.output<typeof webhookDelivery>

const secret = z
  .string()
  .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
  .describe('What deliveries are signed with. Only this response has it.')

const url = parameter.callbackUrl.describe('Where deliveries go, by https.')
const eventsExpected = `a list of ${types.join(', ')}, or null for all`
const events = z
  .array(z.enum(types, { error: eventsExpected }), { error: eventsExpected })
  .min(1, { error: eventsExpected })
  .transform((given) => types.filter((type) => given.includes(type)))
  .nullable()
  .describe('The event types it receives; null for all, including types added later.')
  .meta({ override: { type: ['array', 'null'], items: { type: 'string', enum: types }, minItems: 1 } })
const description = parameter.text('a description', webhookDescriptionLengthMax).nullable()

const params = z.strictObject({ id: parameter.rowId })

const exampleId = '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a31'
const exampleEventId = 'evt_0197f0c4-9a55-7c31-8d2e-3f0e6c1b2a32'
const exampleSecret = 'whsec_q0N6dY2c1m8XkqvE7sQ0Vb3f5Z8h4pLr9tWx1yJ6uKo='
const exampleWebhook: Webhook = {
  id: exampleId,
  url: 'https://example.org/praxidex',
  events: ['provider.updated', 'provider.deactivated'],
  description: 'Roster sync',
  isOn: true,
  failingSince: null,
  oldSecretUntil: null,
  createdAt: '2026-01-05T12:00:00.000Z',
}
const exampleDelivery: WebhookDelivery = {
  id: exampleEventId,
  type: testEventType,
  state: 'delivered',
  createdAt: '2026-01-05T12:00:01.000Z',
  attempts: 1,
  attemptedAt: '2026-01-05T12:00:01.400Z',
  nextAttemptAt: null,
  request: JSON.stringify({
    id: exampleEventId,
    type: testEventType,
    at: '2026-01-05T12:00:01.000Z',
    npi: null,
    rosterIds: [],
    data: {},
  }),
  response: { status: 200, body: 'ok' },
  ms: 84,
  error: null,
}

const cursorExpected = 'the nextCursor of an answer'
const failedSinceExpected = `a time of the last ${webhookDeliveriesDays} days, such as 2026-11-20T14:03:12Z`

export const webhookEndpoints = {
  listWebhooks: endpoint({
    method: 'GET',
    path: '/me/webhooks',
    group: 'accounts',
    summary: 'The webhook endpoints of the account',
    description: 'The oldest first.',
    caller: 'session',
    output: z.object({ webhooks: z.array(webhook) }),
    example: { input: {}, output: { webhooks: [exampleWebhook] } },
  }),
  createWebhook: endpoint({
    method: 'POST',
    path: '/me/webhooks',
    group: 'accounts',
    summary: 'Add a webhook endpoint',
    description: `Sends the account’s events to a URL from now on, signed by Standard Webhooks with the secret of this answer, which no other answer has. A 2xx status within ${webhookSecondsMax} seconds accepts a delivery. Others are tried again for up to ${webhookRetryDays} days, with growing pauses; redirects are not followed. Each server makes ${webhookDeliveriesAtOnce} deliveries to an endpoint at a time, and ${accountDeliveriesAtOnce} of an account. An account may have ${webhooksMax} endpoints.`,
    caller: 'session',
    body: z.strictObject({ url, events, description: description.optional() }),
    output: z.object({ webhook, secret }),
    status: 201,
    errors: ['webhooks_full', 'too_many_attempts'],
    example: {
      input: {
        body: {
          url: exampleWebhook.url,
          events: ['provider.updated', 'provider.deactivated'],
          description: 'Roster sync',
        },
      },
      output: { webhook: exampleWebhook, secret: exampleSecret },
    },
  }),
  changeWebhook: endpoint({
    method: 'PUT',
    path: '/me/webhooks/{id}',
    group: 'accounts',
    summary: 'Change a webhook endpoint',
    description: 'Changes the members you send. Waiting deliveries go to the new URL.',
    caller: 'session',
    params,
    body: z.strictObject({ url: url.optional(), events: events.optional(), description: description.optional() }),
    output: z.object({ webhook }),
    errors: ['webhook_not_found', 'too_many_attempts'],
    example: {
      input: { params: { id: exampleId }, body: { description: 'Roster sync' } },
      output: { webhook: exampleWebhook },
    },
  }),
  rotateWebhookSecret: endpoint({
    method: 'POST',
    path: '/me/webhooks/{id}/rotate-secret',
    group: 'accounts',
    summary: 'Rotate the secret of a webhook endpoint',
    description: `Makes another secret. For ${webhookOverlapHours} hours deliveries have two signatures, by this one and by the one before.`,
    caller: 'session',
    params,
    output: z.object({ webhook, secret }),
    errors: ['webhook_not_found', 'too_many_attempts'],
    example: {
      input: { params: { id: exampleId } },
      output: { webhook: { ...exampleWebhook, oldSecretUntil: '2026-01-06T12:00:00.000Z' }, secret: exampleSecret },
    },
  }),
  testWebhook: endpoint({
    method: 'POST',
    path: '/me/webhooks/{id}/test',
    group: 'accounts',
    summary: 'Send a test event',
    description: `Sends an event of type ${testEventType} within a second, whatever else waits, and once: it is not tried again. The list of deliveries has the outcome.`,
    caller: 'session',
    params,
    output: z.object({ delivery: webhookDelivery }),
    status: 201,
    errors: ['webhook_not_found', 'webhook_off', 'too_many_attempts'],
    example: {
      input: { params: { id: exampleId } },
      output: {
        delivery: {
          ...exampleDelivery,
          state: 'waiting',
          attempts: 0,
          attemptedAt: null,
          nextAttemptAt: exampleDelivery.createdAt,
          response: null,
          ms: null,
        },
      },
    },
  }),
  enableWebhook: endpoint({
    method: 'POST',
    path: '/me/webhooks/{id}/enable',
    group: 'accounts',
    summary: 'Switch a webhook endpoint on again',
    description:
      'It gets the events from now on. Send those that failed again with resend; GET /api/events has those that came while it was off.',
    caller: 'session',
    params,
    output: z.object({ webhook }),
    errors: ['webhook_not_found'],
    example: { input: { params: { id: exampleId } }, output: { webhook: exampleWebhook } },
  }),
  deleteWebhook: endpoint({
    method: 'DELETE',
    path: '/me/webhooks/{id}',
    group: 'accounts',
    summary: 'Delete a webhook endpoint',
    description: 'Deletes the endpoint, its waiting deliveries and its log.',
    caller: 'session',
    params,
    output: sentence,
    errors: ['webhook_not_found'],
    example: { input: { params: { id: exampleId } }, output: { message: 'The webhook endpoint is deleted.' } },
  }),
  listWebhookDeliveries: endpoint({
    method: 'GET',
    path: '/me/webhooks/{id}/deliveries',
    group: 'accounts',
    summary: 'Deliveries of a webhook endpoint',
    description: `The newest first, ${webhookDeliveriesPage} at a time, kept for ${webhookDeliveriesDays} days.`,
    caller: 'session',
    params,
    query: z.strictObject({
      state: parameter.word(deliveryStates).optional(),
      cursor: z
        .string({ error: cursorExpected })
        .regex(/^[\w-]{1,80}$/, { error: cursorExpected })
        .optional()
        .describe('For the next page: the nextCursor of the answer before.'),
    }),
    output: z.object({ deliveries: z.array(webhookDelivery), nextCursor: z.string().nullable() }),
    errors: ['webhook_not_found'],
    example: {
      input: { params: { id: exampleId } },
      output: { deliveries: [exampleDelivery], nextCursor: null },
    },
  }),
  resendWebhookDeliveries: endpoint({
    method: 'POST',
    path: '/me/webhooks/{id}/resend',
    group: 'accounts',
    summary: 'Send deliveries again',
    description:
      'Takes deliveryId, or failedSince for all that were made since then and failed. Each is sent with its id and body as before and a new timestamp, and is tried as long as a new one. One goes out within a second, whatever else waits; all take their turn. A try under way ends first, and if it’s accepted, that was the delivery.',
    caller: 'session',
    params,
    body: z.strictObject({
      deliveryId: parameter.rowId.optional(),
      failedSince: z.iso.datetime({ offset: true, error: failedSinceExpected }).optional(),
    }),
    output: z.object({ count: z.int().describe('How many are sent again.') }),
    errors: ['webhook_not_found', 'webhook_off', 'delivery_not_found', 'too_many_attempts'],
    example: {
      input: { params: { id: exampleId }, body: { deliveryId: exampleEventId } },
      output: { count: 1 },
    },
  }),
}
