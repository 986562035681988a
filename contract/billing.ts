import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { invoicesListed } from './limits.ts'
import { invoiceStates, plans, tiers } from './plans.ts'

const card = z.object({
  id: z.enum(tiers),
  name: z.string(),
  price: z.string(),
  priceId: z.string().optional().describe('For POST /me/checkout; only for plans you can buy online.'),
  description: z.string(),
  features: z.array(z.string()),
  cta: z.string(),
  mostPopular: z.boolean(),
})

const money = {
  amount: z.int().describe('In the smallest unit of the currency: 299 in usd is $2.99.'),
  currency: z.string().describe('Three letters in lower case (ISO 4217).'),
}

const invoice = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  periodStart: z.iso.datetime(),
  periodEnd: z.iso.datetime(),
  ...money,
  state: z
    .enum(invoiceStates)
    .describe('due while the payment is tried; unpaid once it was given up; simulated where no money moves.'),
  url: z.url().optional().describe('The invoice and its receipt at the payment provider.'),
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
      refuse('targetTier', 'developer with the action upgrade; for Enterprise, contact sales')
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
      'The current plan. With a pending downgrade, it lasts until the expiry date and then becomes the free plan.',
    caller: 'session',
    output: z.object({
      tier: z.enum(tiers),
      pendingDowngrade: z.boolean(),
      expiryDate: z.iso.datetime().nullable().describe('The end of the paid period; null for an unpaid plan.'),
    }),
    example: {
      input: {},
      output: { tier: 'developer', pendingDowngrade: false, expiryDate: '2026-12-20T09:30:00.000Z' },
    },
  }),
  listInvoices: endpoint({
    method: 'GET',
    path: '/me/invoices',
    group: 'accounts',
    summary: 'List your invoices',
    description: `The account’s latest ${invoicesListed} invoices, newest first, and its next charge, as the payment provider has them.`,
    caller: 'session',
    output: z.object({
      invoices: z.array(invoice),
      nextCharge: z
        .object({ date: z.iso.datetime(), ...money })
        .nullable()
        .describe('Null where none is planned: on an unpaid plan, or before a downgrade.'),
    }),
    errors: ['payments_away', 'payments_refused', 'too_many_attempts'],
    example: {
      input: {},
      output: {
        invoices: [
          {
            id: 'in_1a2b3c',
            createdAt: '2026-11-20T09:30:00.000Z',
            periodStart: '2026-11-20T09:30:00.000Z',
            periodEnd: '2026-12-20T09:30:00.000Z',
            amount: 299,
            currency: 'usd',
            state: 'paid',
            url: 'https://invoice.stripe.com/i/acct_1/test_1a2b3c',
          },
        ],
        nextCharge: { date: '2026-12-20T09:30:00.000Z', amount: 299, currency: 'usd' },
      },
    },
  }),
  checkout: endpoint({
    method: 'POST',
    path: '/me/checkout',
    group: 'accounts',
    summary: 'Change the plan',
    description:
      'An upgrade returns the address of a checkout page, at checkout.stripe.com, billing.stripe.com or this server; the plan changes once the payment provider confirms the payment. Undoing a downgrade leads to the dashboard, since there is nothing to pay. A downgrade keeps the plan until the end of the paid period and returns no address.',
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
