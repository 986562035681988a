/** The settings of payments. */
import { z } from 'zod'
import { isLoopback } from './platform/loopback.ts'
import type { StripeChoice } from './platform/payments/stripe.ts'

/** Who takes the payments: nobody, with a page that pretends to, or Stripe. */
export type PaymentsChoice = { kind: 'local' } | ({ kind: 'stripe' } & StripeChoice)

export interface PaymentsSettings {
  payments: PaymentsChoice
}

/** The rows of the settings' table. */
const table = [
  {
    name: 'PAYMENTS_URL',
    default: 'local:',
    description:
      'Who takes payments: local: for a page of our own that moves no money, so that anybody can have the Developer plan for nothing, or stripe: for Stripe.',
  },
  {
    name: 'STRIPE_SECRET_KEY',
    default: 'none',
    description:
      'The secret key of your account at Stripe, sk_… or rk_…. It is required with stripe:, as the next two are, and never shown.',
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    default: 'none',
    description: 'The signing secret of the webhook endpoint at Stripe, whsec_…. It is never shown.',
  },
  {
    name: 'STRIPE_PRICE_DEVELOPER',
    default: 'none',
    description: 'The id of the monthly price of the Developer plan at Stripe, price_….',
  },
] as const

const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_DEVELOPER'] as const

/** What the values of the rows have to be. */
const schema = {
  PAYMENTS_URL: z
    .string()
    .refine((text) => text === 'local:' || text === 'stripe:' || apiUrlIn(text) !== undefined, {
      error:
        'local:, stripe:, or stripe: and the https address of an API like that of Stripe (http on this machine only)',
    })
    .default('local:'),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_[\w]{8,255}$/, { error: 'a secret key as sk_… or rk_…' })
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[\w+/=-]{8,255}$/, { error: 'a signing secret as whsec_…' })
    .optional(),
  STRIPE_PRICE_DEVELOPER: z
    .string()
    .regex(/^price_\w{1,255}$/, { error: 'the id of a price as price_…' })
    .optional(),
}

const readSchema = z.object(schema)

/** Sentences about settings that other settings ask for. */
function missing(given: Readonly<Record<string, string | undefined>>): string[] {
  if (!given.PAYMENTS_URL?.startsWith('stripe:')) return []
  return stripeNames
    .filter((name) => given[name] === undefined)
    .map((name) => `${name}: expected a value, because PAYMENTS_URL is stripe:; got nothing.`)
}

/** The choice as the product uses it, once nothing is missing. */
function settingsOf(values: z.output<typeof readSchema>): PaymentsSettings {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_PRICE_DEVELOPER: developer,
  } = values
  if (values.PAYMENTS_URL === 'local:' || !secretKey || !webhookSecret || !developer)
    return { payments: { kind: 'local' } }
  const apiUrl = apiUrlIn(values.PAYMENTS_URL)
  return { payments: { kind: 'stripe', secretKey, webhookSecret, prices: { developer }, apiUrl } }
}

/** The address behind stripe:, to which the secret key is sent; over plain http anyone on the way would learn it. */
function apiUrlIn(text: string): URL | undefined {
  const address = text.slice('stripe:'.length)
  if (!text.startsWith('stripe:') || !URL.canParse(address)) return undefined
  const url = new URL(address)
  const isPlain = `${url.username}${url.password}${url.search}${url.hash}` === '' && url.pathname === '/'
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  return isPlain && isSafe ? url : undefined
}

/** What server/settings.ts reads them by. */
export const paymentsSettings = {
  table,
  schema,
  missing,
  settingsOf,
  /** Settings whose value no sentence repeats. */
  secretNames: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
} as const
