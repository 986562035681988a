/**
 * Payments by Stripe's library. Each account is a customer, with its id in the metadata, and pays on Stripe's page: no
 * card number comes near this product. Calls have a time limit; after several failures in a row the next ones fail at
 * once for a while.
 */
import type { Stripe } from 'stripe'
import { z } from 'zod'
import { type InvoiceState, tiers } from '#contract/plans'
import { hasErrorCode } from '../error-code.ts'
import { circuitBreaker } from './circuit.ts'
import { PaymentsAwayError, PaymentsRefusedError } from './errors.ts'
import { readSignedEvent } from './event.ts'
import type { Invoice, PaidSubscription, Payments, ReturnUrls, SoldTier } from './payments.ts'

export interface StripeChoice {
  secretKey: string
  webhookSecret: string
  prices: Readonly<Record<SoldTier, string>>
  /** Where the API answers, if not at Stripe's own address. */
  apiUrl: URL | undefined
}

/** Timeouts of a question, which Stripe waits for while it sends an event, and of a change. */
const readTimeoutMs = 1_500
const writeTimeoutMs = 4_000

/** A change that meets another one under the same key is tried again, once. */
const writeRetriesMax = 1

/** More than one in force are an accident; this many are looked at. */
const subscriptionsMax = 20

/** Hosts of the pages that Stripe has people pay on. */
const pageHosts: readonly string[] = ['checkout.stripe.com', 'billing.stripe.com']

/** Payments by the account at Stripe that the secret key belongs to. Asks nothing yet. */
export async function stripePayments(
  choice: StripeChoice & { returnUrls: ReturnUrls },
  times = { readMs: readTimeoutMs, writeMs: writeTimeoutMs },
): Promise<Payments> {
  const { prices, returnUrls, webhookSecret } = choice
  const stripe = await openLibrary(choice)
  const ask = circuitBreaker(asOurError)
  const reading = { timeout: times.readMs, maxNetworkRetries: 0 }
  const writing = (idempotencyKey: string) => ({
    timeout: times.writeMs,
    maxNetworkRetries: writeRetriesMax,
    idempotencyKey,
  })

  return {
    prices,
    async createCustomer({ requestKey, accountId, email }) {
      const metadata = { account_id: accountId }
      return ask(async () => created.parse(await stripe.customers.create({ email, metadata }, writing(requestKey))).id)
    },
    async setEmail({ requestKey, customerId, email }) {
      await ask(() => unlessGone(stripe.customers.update(customerId, { email }, writing(requestKey))))
    },
    async deleteCustomer(customerId) {
      // Takes no key: it may be asked for as often as one likes.
      await ask(() =>
        unlessGone(stripe.customers.del(customerId, {}, { timeout: times.writeMs, maxNetworkRetries: 0 })),
      )
    },
    async startCheckout({ requestKey, accountId, customerId, tier }) {
      const session: Stripe.Checkout.SessionCreateParams = {
        mode: 'subscription',
        customer: customerId,
        client_reference_id: accountId,
        line_items: [{ price: prices[tier], quantity: 1 }],
        subscription_data: { metadata: { account_id: accountId, tier } },
        success_url: returnUrls.success,
        cancel_url: returnUrls.cancel,
      }
      return ask(async () => {
        const { url, expires_at } = page.parse(await stripe.checkout.sessions.create(session, writing(requestKey)))
        return { url: pageAt(url), expiresAt: new Date(expires_at * 1000) }
      })
    },
    async setEnding({ requestKey, subscriptionId, isEnding }) {
      const change = { cancel_at_period_end: isEnding }
      await ask(() => stripe.subscriptions.update(subscriptionId, change, writing(requestKey)))
    },
    async findSubscription(customer) {
      const query = { customer, limit: subscriptionsMax }
      return ask(async () => {
        const { data } = subscriptions.parse(await stripe.subscriptions.list(query, reading))
        return bestOf(data, prices)
      })
    },
    async listInvoices(customer, limit) {
      return ask(async () => {
        const { data } = invoices.parse(await stripe.invoices.list({ customer, limit }, reading))
        return data.flatMap(invoiceOf)
      })
    },
    async findNextCharge(customer) {
      return ask(async () => {
        const preview = await unlessCode(noneUpcomingCode, stripe.invoices.createPreview({ customer }, reading))
        if (preview === undefined) return undefined
        const { amount_due, currency, period_end } = upcoming.parse(preview)
        return { at: new Date(period_end * 1000), amount: amount_due, currency }
      })
    },
    readEvent: (delivery) => readSignedEvent(delivery, webhookSecret),
  }
}

/** The library takes some time to load, which only those who use it should wait for. */
async function openLibrary({ secretKey, apiUrl }: StripeChoice): Promise<Stripe> {
  const { default: Library } = await import('stripe')
  const address =
    apiUrl === undefined
      ? {}
      : ({
          host: apiUrl.hostname,
          port: apiUrl.port,
          protocol: apiUrl.protocol === 'http:' ? 'http' : 'https',
        } as const)
  const httpClient = readingErrorPages(Library.createNodeHttpClient())
  return new Library(secretKey, { telemetry: false, httpClient, ...address })
}

/** An error page, such as that of a proxy, is the error that its status says; the library would lose the status. */
function readingErrorPages(client: Stripe.HttpClient): Stripe.HttpClient {
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request)
    const [status, toJson] = [response.getStatusCode(), response.toJSON.bind(response)]
    response.toJSON = () =>
      toJson().catch((error: unknown) => {
        if (status < 400) throw error
        return { error: { type: 'api_error', message: `it answers with status ${status} and without JSON` } }
      })
    return response
  }
  return client
}

const goneCode = 'resource_missing'
const noneUpcomingCode = 'invoice_upcoming_none'

/** Waits for a change of something that may have been deleted, after which there is nothing to change. */
async function unlessGone(change: Promise<unknown>): Promise<void> {
  await unlessCode(goneCode, change)
}

async function unlessCode<T>(code: string, asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (!hasErrorCode(error, code)) throw error
    return undefined
  }
}

/** People are sent nowhere else to pay. Another page would be answered again, so it is no failure of the circuit. */
function pageAt(url: string | null): string {
  const expected = pageHosts.map((host) => `https://${host}`)
  const at = URL.canParse(url ?? '') ? originOf(new URL(url ?? '')) : 'none'
  if (url !== null && expected.includes(at)) return url
  throw new PaymentsRefusedError(`expected a page to pay on at ${expected.join(' or ')}; got ${at}`)
}

/** Neither the path nor a user's name, which do not belong in a log. */
function originOf({ protocol, host }: URL): string {
  return `${protocol}//${host}`
}

const created = z.object({ id: z.string() })

const page = z.object({ url: z.string().nullable(), expires_at: z.number() })

const subscription = z.object({
  id: z.string(),
  status: z.string(),
  created: z.number(),
  cancel_at_period_end: z.boolean(),
  cancel_at: z.number().nullable(),
  metadata: z.object({ tier: z.enum(tiers).optional().catch(undefined) }),
  items: z.object({
    data: z
      .array(
        z.object({
          current_period_start: z.number(),
          current_period_end: z.number(),
          price: z.object({ id: z.string() }),
        }),
      )
      .min(1),
  }),
})

const subscriptions = z.object({ data: z.array(subscription) })

const invoice = z.object({
  id: z.string(),
  status: z.string().nullable(),
  created: z.number(),
  amount_due: z.number(),
  amount_paid: z.number(),
  currency: z.string(),
  hosted_invoice_url: z.string().nullish(),
  lines: z.object({ data: z.array(z.object({ period: z.object({ start: z.number(), end: z.number() }) })) }),
})

const invoices = z.object({ data: z.array(invoice) })

const upcoming = z.object({ amount_due: z.number(), currency: z.string(), period_end: z.number() })

/** Drafts are none yet. */
const invoiceStates: Readonly<Record<string, InvoiceState>> = {
  paid: 'paid',
  open: 'due',
  uncollectible: 'unpaid',
  void: 'void',
}

/** The host of the pages that show invoices. */
const invoiceOrigin = 'https://invoice.stripe.com'

function invoiceOf({ id, status, created, lines, hosted_invoice_url, ...rest }: z.output<typeof invoice>): Invoice[] {
  const state = invoiceStates[status ?? '']
  if (state === undefined) return []
  const [{ period } = { period: { start: created, end: created } }] = lines.data
  const url = hosted_invoice_url ?? ''
  return [
    {
      id,
      createdAt: new Date(created * 1000),
      periodStart: new Date(period.start * 1000),
      periodEnd: new Date(period.end * 1000),
      amount: state === 'paid' ? rest.amount_paid : rest.amount_due,
      currency: rest.currency,
      state,
      url: URL.canParse(url) && originOf(new URL(url)) === invoiceOrigin ? url : undefined,
    },
  ]
}

/** The plan goes on while a payment is retried; Stripe then says that it was paid or that it is over. */
const statusesInForce: readonly string[] = ['active', 'trialing', 'past_due']

function bestOf(
  found: readonly z.output<typeof subscription>[],
  prices: Readonly<Record<SoldTier, string>>,
): PaidSubscription | undefined {
  const rank = ({ tier }: PaidSubscription) => tiers.indexOf(tier)
  return found
    .filter(({ status }) => statusesInForce.includes(status))
    .flatMap((each) => paidOf(each, prices) ?? [])
    .sort((a, b) => rank(b) - rank(a) || b.periodEnd.getTime() - a.periodEnd.getTime())
    .at(0)
}

function paidOf(
  { id, metadata, items, cancel_at, cancel_at_period_end }: z.output<typeof subscription>,
  prices: Readonly<Record<SoldTier, string>>,
): PaidSubscription | undefined {
  // The metadata still names the plan after its price was replaced.
  const tier =
    metadata.tier ?? (items.data.some(({ price }) => price.id === prices.developer) ? 'developer' : undefined)
  const [item] = items.data
  if (tier === undefined || tier === 'free' || item === undefined) return undefined
  const periodEnd = item.current_period_end
  const endsAt = cancel_at !== null && cancel_at <= periodEnd ? cancel_at : undefined
  return {
    id,
    tier,
    periodStart: new Date(item.current_period_start * 1000),
    periodEnd: new Date((endsAt ?? periodEnd) * 1000),
    isEnding: cancel_at_period_end || endsAt !== undefined,
  }
}

const passingStatuses: readonly number[] = [409, 429]

/** An answer that cannot be read fails its call alone: the next one may be another. */
function asOurError(error: unknown): PaymentsAwayError | PaymentsRefusedError {
  if (error instanceof PaymentsRefusedError) return error
  if (error instanceof z.ZodError) {
    const places = error.issues.map(({ path }) => path.join('.') || 'the whole')
    return new PaymentsRefusedError(`expected an answer as its API has it; got another in ${places.join(', ')}`)
  }
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  const isAway =
    typeof status === 'number'
      ? status >= 500 || passingStatuses.includes(status)
      : error instanceof Error && 'type' in error && error.type === 'StripeConnectionError'
  return isAway ? new PaymentsAwayError(error) : new PaymentsRefusedError(error)
}
