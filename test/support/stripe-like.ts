/**
 * A server that answers as Stripe's API does where the product asks it: customers, pages to pay on, subscriptions;
 * with keys that make a request happen once, an event for everything that happens, and faults when a test asks for
 * them. What people do on Stripe's own pages, and what Stripe does by itself, are functions here.
 */
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { type EventType, type Invoice, type Subscription, stripeWorld } from './stripe-world.ts'

/**
 * What becomes of a request: an answer, one with another page to pay on, an error with a status, any other text, or no
 * answer at all.
 */
type Fate = 'answer' | { pageUrl: string | null } | number | { status: number; text: string } | 'silence' | 'reset'

interface Seen {
  /** Method and path. */
  call: string
  key: string | undefined
  /** The fields that were sent. */
  form: Readonly<Record<string, string>>
  /** Answered from memory, without any effect. */
  isReplay: boolean
}

interface StripeEvent {
  id: string
  type: EventType
  data: { object: { customer: string } }
}

export interface StripeLike {
  /** The choice of payments that leads here. */
  readonly choice: {
    kind: 'stripe'
    secretKey: string
    webhookSecret: string
    prices: { developer: string }
    apiUrl: URL
  }
  /** Everything that happened, in order. */
  readonly events: readonly StripeEvent[]
  /** The newest first. */
  readonly invoices: readonly Invoice[]
  /** Requests that were answered, in order. */
  readonly seen: readonly Seen[]
  /** What becomes of the next requests that begin so (method and path), one each. */
  next(call: string, ...fates: Fate[]): void
  /** Holds back the answer to the next request, which tells the state when it was asked; `release` lets it go. */
  holdNext(): { asked: Promise<void>; release: () => void }
  /** Somebody pays on the page, which makes a subscription. */
  pay(pageUrl: string): Subscription
  /** A subscription of a customer, made without a page. */
  subscribe(customer: string): Subscription
  renew(subscription: Subscription): void
  setEnding(subscription: Subscription, isEnding: boolean): void
  /** A payment fails, and is being tried again. */
  failPayment(subscription: Subscription): void
  end(subscription: Subscription): void
  /** The address of a customer; undefined where there is no such customer. */
  emailOf(customer: string): string | null | undefined
  /** The event as Stripe would send it at this time. */
  signed(event: object, signing?: { nowMs?: number; secret?: string }): { body: Buffer; signature: string }
  close(): Promise<void>
}

/** Starts one on loopback; `lastsSeconds` is for how long its pages can be paid on. */
export async function startStripeLike({ lastsSeconds = 24 * 3600 } = {}): Promise<StripeLike> {
  const secretKey = `sk_test_${randomBytes(12).toString('hex')}`
  const webhookSecret = `whsec_${randomBytes(12).toString('hex')}`
  const world = stripeWorld({ priceId: 'price_developer', lastsSeconds })
  const memory = new Map<string, { asked: string; status: number; body: string }>()
  const seen: Seen[] = []
  const fates: { call: string; fate: Fate }[] = []
  let held: { onAsked: () => void; released: Promise<void> } | undefined

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = `${request.method} ${request.url}`
    const body = await text(request)
    const key = request.headers['idempotency-key']?.toString()
    const send = (status: number, body: string, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    }
    const fate = fateOf(fates, call)
    if (fate === 'silence') return
    if (fate === 'reset') return void request.socket.destroy()
    if (typeof fate === 'object' && 'text' in fate) return send(fate.status, fate.text)
    if (request.headers.authorization !== `Bearer ${secretKey}`) {
      return send(401, errorBody('invalid_request_error', 'Invalid API Key provided.'))
    }
    const known = key === undefined ? undefined : memory.get(key)
    const asked = `${call} ${body}`
    if (known !== undefined && known.asked !== asked) {
      return send(400, errorBody('idempotency_error', 'Keys can only be used with the same parameters.'))
    }
    seen.push({ call, key, form: Object.fromEntries(new URLSearchParams(body)), isReplay: known !== undefined })
    if (known !== undefined) return send(known.status, known.body, { 'idempotent-replayed': 'true' })
    const { status, body: right } =
      typeof fate === 'number'
        ? faulty(fate)
        : world.answer(request.method ?? '', new URL(request.url ?? '', apiUrl), body)
    const answered = typeof fate === 'object' ? withPage(right, fate.pageUrl) : right
    // Whatever was begun is remembered, failures too; a request that came too early was not begun.
    if (key !== undefined && status !== 429) memory.set(key, { asked, status, body: answered })
    const hold = held
    held = undefined
    hold?.onAsked()
    await hold?.released
    send(status, answered)
  }

  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const apiUrl = new URL(`http://127.0.0.1:${port}`)

  return {
    choice: { kind: 'stripe', secretKey, webhookSecret, prices: { developer: 'price_developer' }, apiUrl },
    seen,
    ...world,
    next: (call, ...next) => void fates.push(...next.map((fate) => ({ call, fate }))),
    holdNext() {
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      const asked = new Promise<void>((resolve) => {
        held = { onAsked: resolve, released }
      })
      return { asked, release }
    },
    signed(event, { nowMs = Date.now(), secret = webhookSecret } = {}) {
      const body = Buffer.from(JSON.stringify(event))
      const time = Math.floor(nowMs / 1000)
      const hash = createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
      return { body, signature: `t=${time},v1=${hash},v0=${'0'.repeat(64)}` }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Takes the next fate of such a request. */
function fateOf(fates: { call: string; fate: Fate }[], call: string): Fate {
  const index = fates.findIndex((each) => call.startsWith(each.call))
  return index === -1 ? 'answer' : (fates.splice(index, 1)[0]?.fate ?? 'answer')
}

function withPage(body: string, url: string | null): string {
  return JSON.stringify({ ...z.looseObject({}).parse(JSON.parse(body)), url })
}

function faulty(status: number): { status: number; body: string } {
  return { status, body: errorBody(status === 429 ? 'rate_limit_error' : 'api_error', 'A fault of the test.') }
}

function errorBody(type: string, message: string): string {
  return JSON.stringify({ error: { type, message } })
}
