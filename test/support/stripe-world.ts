/**
 * What is known at the Stripe of the tests: customers, pages to pay on, subscriptions, and the events of all that
 * happened.
 */
import { randomBytes } from 'node:crypto'

export type EventType =
  | 'checkout.session.completed'
  | 'customer.subscription.created'
  | 'customer.subscription.updated'
  | 'customer.subscription.deleted'
  | 'invoice.paid'
  | 'invoice.payment_failed'

/** A subscription as the API answers it, as far as anybody here reads it. */
export interface Subscription {
  id: string
  object: 'subscription'
  customer: string
  status: string
  created: number
  cancel_at: number | null
  cancel_at_period_end: boolean
  metadata: Record<string, string>
  items: { data: { current_period_start: number; current_period_end: number; price: { id: string } }[] }
}

/** An invoice as the API answers it, as far as anybody here reads it. */
export interface Invoice {
  id: string
  object: 'invoice'
  customer: string
  subscription: string
  status: string
  created: number
  amount_due: number
  amount_paid: number
  currency: string
  hosted_invoice_url: string
  lines: { data: { period: { start: number; end: number } }[] }
}

interface Answer {
  status: number
  body: string
}

const month = 30 * 24 * 3600

/** An empty world; `answer` is its API, the rest is what happens in it. */
export function stripeWorld({ priceId, lastsSeconds }: { priceId: string; lastsSeconds: number }) {
  const nowSeconds = () => Math.floor(Date.now() / 1000)
  const customers = new Map<string, { email: string | null }>()
  const pages = new Map<string, { customer: string; metadata: Record<string, string> }>()
  const subscriptions: Subscription[] = []
  const events: { id: string; type: EventType; created: number; data: { object: { customer: string } } }[] = []
  const newId = (kind: string) => `${kind}_${randomBytes(8).toString('hex')}`

  const tell = (type: EventType, object: { customer: string }) => {
    events.push({ id: newId('evt'), type, created: nowSeconds(), data: { object: structuredClone(object) } })
  }
  const invoices: Invoice[] = []
  const tellInvoice = (type: 'invoice.paid' | 'invoice.payment_failed', { id, customer, items }: Subscription) => {
    const invoice: Invoice = {
      id: newId('in'),
      object: 'invoice',
      customer,
      subscription: id,
      status: type === 'invoice.paid' ? 'paid' : 'open',
      created: items.data[0]?.current_period_start ?? 0,
      amount_due: 299,
      amount_paid: type === 'invoice.paid' ? 299 : 0,
      currency: 'usd',
      hosted_invoice_url: `https://invoice.stripe.com/i/acct_1/${newId('test')}`,
      lines: {
        data: items.data.map(({ current_period_start: start, current_period_end: end }) => ({
          period: { start, end },
        })),
      },
    }
    invoices.unshift(invoice)
    tell(type, invoice)
  }

  function subscribe(customer: string, metadata: Record<string, string> = { tier: 'developer' }): Subscription {
    const created = nowSeconds()
    const subscription: Subscription = {
      id: newId('sub'),
      object: 'subscription',
      customer,
      status: 'active',
      created,
      cancel_at: null,
      cancel_at_period_end: false,
      metadata,
      items: {
        data: [{ current_period_start: created, current_period_end: created + month, price: { id: priceId } }],
      },
    }
    subscriptions.push(subscription)
    tell('checkout.session.completed', { customer })
    tell('customer.subscription.created', subscription)
    tellInvoice('invoice.paid', subscription)
    return subscription
  }

  function setEnding(subscription: Subscription, isEnding: boolean): void {
    subscription.cancel_at_period_end = isEnding
    subscription.cancel_at = isEnding ? (subscription.items.data[0]?.current_period_end ?? null) : null
    tell('customer.subscription.updated', subscription)
  }

  function end(subscription: Subscription): void {
    subscription.status = 'canceled'
    tell('customer.subscription.deleted', subscription)
  }

  function answer(method: string, { pathname, searchParams }: URL, body: string): Answer {
    const form = new URLSearchParams(body)
    const [, , noun = '', id = ''] = pathname.split('/')
    switch (`${method} ${noun === 'checkout' ? pathname : `/v1/${noun}`}`) {
      case 'POST /v1/customers': {
        const customer = newId('cus')
        const email = form.get('email')
        if (id !== '') {
          if (!customers.has(id)) return missing('customer', 404)
          customers.set(id, { email })
          return ok({ id, object: 'customer', email })
        }
        customers.set(customer, { email })
        return ok({ id: customer, object: 'customer', email })
      }
      case 'DELETE /v1/customers': {
        if (!customers.delete(id)) return missing('customer', 404)
        for (const subscription of subscriptions) {
          if (subscription.customer === id && subscription.status !== 'canceled') end(subscription)
        }
        return ok({ id, object: 'customer', deleted: true })
      }
      case 'POST /v1/checkout/sessions': {
        const customer = form.get('customer') ?? ''
        if (!customers.has(customer)) return missing('customer')
        if (form.get('line_items[0][price]') !== priceId) return missing('price')
        const session = newId('cs_test')
        const url = `https://checkout.stripe.com/c/pay/${session}#x`
        const tier = form.get('subscription_data[metadata][tier]') ?? ''
        pages.set(url, { customer, metadata: { tier } })
        return ok({ id: session, object: 'checkout.session', url, expires_at: nowSeconds() + lastsSeconds })
      }
      case 'GET /v1/subscriptions': {
        const customer = searchParams.get('customer')
        const data = subscriptions.filter((each) => each.customer === customer && each.status !== 'canceled')
        return ok({ object: 'list', url: pathname, has_more: false, data })
      }
      case 'GET /v1/invoices': {
        const [customer, limit] = [searchParams.get('customer'), Number(searchParams.get('limit'))]
        const data = invoices.filter((each) => each.customer === customer).slice(0, limit)
        return ok({ object: 'list', url: pathname, has_more: false, data })
      }
      case 'POST /v1/invoices': {
        const next = subscriptions.find(
          (each) => each.customer === form.get('customer') && each.status !== 'canceled' && !each.cancel_at_period_end,
        )
        if (next === undefined) return refused('invoice_upcoming_none', 'No upcoming invoices for customer.', 404)
        return ok({
          object: 'invoice',
          amount_due: 299,
          currency: 'usd',
          period_end: next.items.data[0]?.current_period_end,
        })
      }
      case 'POST /v1/subscriptions': {
        const subscription = subscriptions.find((each) => each.id === id)
        if (subscription === undefined || subscription.status === 'canceled') return missing('subscription')
        setEnding(subscription, form.get('cancel_at_period_end') === 'true')
        return ok(subscription)
      }
    }
    return { status: 404, body: JSON.stringify({ error: { type: 'invalid_request_error', message: 'No such path.' } }) }
  }

  return {
    events,
    invoices,
    answer,
    subscribe: (customer: string) => subscribe(customer),
    setEnding,
    pay(pageUrl: string): Subscription {
      const page = pages.get(pageUrl)
      if (page === undefined || !customers.has(page.customer)) throw new Error(`There is no page ${pageUrl}.`)
      return subscribe(page.customer, page.metadata)
    },
    renew(subscription: Subscription): void {
      for (const item of subscription.items.data) {
        item.current_period_start = item.current_period_end
        item.current_period_end += month
      }
      subscription.status = 'active'
      tell('customer.subscription.updated', subscription)
      tellInvoice('invoice.paid', subscription)
    },
    failPayment(subscription: Subscription): void {
      subscription.status = 'past_due'
      tell('customer.subscription.updated', subscription)
      tellInvoice('invoice.payment_failed', subscription)
    },
    end,
    /** What the address of a customer is; undefined where there is no such customer. */
    emailOf: (customer: string) => customers.get(customer)?.email,
  }
}

function ok(body: object): Answer {
  return { status: 200, body: JSON.stringify(body) }
}

function missing(what: string, status = 400): Answer {
  return refused('resource_missing', `No such ${what}.`, status)
}

function refused(code: string, message: string, status: number): Answer {
  return { status, body: JSON.stringify({ error: { type: 'invalid_request_error', code, message } }) }
}
