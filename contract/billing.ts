import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { plans, tiers } from './plans.ts'

const card = z.object({
  id: z.enum(tiers),
  name: z.string(),
  price: z.string(),
  priceId: z
    .string()
    .optional()
    .describe('What POST /me/checkout asks for; only for a plan that can be bought without talking to anybody.'),
  description: z.string(),
  features: z.array(z.string()),
  cta: z.string(),
  mostPopular: z.boolean(),
})

const actions = ['upgrade', 'downgrade'] as const

const checkout = z
  .strictObject({
    action: z.enum(actions, { error: `one of ${actions.join(', ')}` }),
    targetTier: z.enum(tiers, { error: `one of ${tiers.join(', ')}` }),
    priceId: z.string({ error: 'the priceId of the plan, as GET /plans answers it' }).max(255).optional(),
  })
  .superRefine(({ action, targetTier, priceId }, context) => {
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (action === 'downgrade') {
      if (targetTier !== 'free') refuse('targetTier', 'free with the action downgrade')
      else if (priceId !== undefined) refuse('priceId', 'none with the action downgrade')
    } else if (targetTier === 'enterprise') {
      refuse('targetTier', 'developer with the action upgrade, for Enterprise is agreed with our sales team')
    } else if (targetTier === 'free') {
      refuse('targetTier', 'developer with the action upgrade')
    } else if (priceId === undefined) {
      refuse('priceId', 'the priceId of the plan, as GET /plans answers it')
    }
  })

const { name, price, description, features, cta, mostPopular } = plans.developer

export const billingEndpoints = {
  listPlans: endpoint({
    method: 'GET',
    path: '/plans',
    group: 'accounts',
    summary: 'The plans',
    description: 'The cards of all plans, the one that costs least first.',
    caller: 'anyone',
    output: z.object({ plans: z.array(card) }),
    example: {
      input: {},
      output: {
        plans: [
          {
            id: 'developer',
            name,
            price,
            priceId: 'price_local_developer',
            description,
            features: [...features],
            cta,
            mostPopular,
          },
        ],
      },
    },
  }),
  subscription: endpoint({
    method: 'GET',
    path: '/me/subscription',
    group: 'accounts',
    summary: 'The plan of the account',
    description:
      'The plan that holds now. With a downgrade pending it holds until the expiry date and goes to the free plan then.',
    caller: 'session',
    output: z.object({
      tier: z.enum(tiers),
      pendingDowngrade: z.boolean(),
      expiryDate: z.iso
        .datetime()
        .nullable()
        .describe('The end of the period that is paid; null for a plan that is not paid for.'),
    }),
    example: {
      input: {},
      output: { tier: 'developer', pendingDowngrade: false, expiryDate: '2026-12-20T09:30:00.000Z' },
    },
  }),
  checkout: endpoint({
    method: 'POST',
    path: '/me/checkout',
    group: 'accounts',
    summary: 'Change the plan',
    description:
      'An upgrade answers with the address of a page to pay on, at checkout.stripe.com, billing.stripe.com or this server; the plan changes once the payment provider tells of the payment. Taking back a downgrade leads to the dashboard, since nothing is to be paid. A downgrade keeps the plan until the end of the period that is paid and answers without an address.',
    caller: 'session',
    body: checkout,
    output: z.object({ url: z.url().optional() }),
    errors: ['plan_already', 'plan_agreed', 'payments_away', 'payments_refused', 'too_many_attempts'],
    example: {
      input: { body: { priceId: 'price_local_developer', action: 'upgrade', targetTier: 'developer' } },
      output: { url: 'https://checkout.stripe.com/c/pay/cs_test_a1b2c3' },
    },
  }),
}
