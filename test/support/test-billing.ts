/**
 * What tests of plans and money need: the verbs over a real database, and a Stripe of the tests behind Stripe's own
 * library.
 */
import { randomBytes } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import type { z } from 'zod'
import type { billingEndpoints } from '#contract/billing'
import { checkout } from '#server/billing/checkout'
import { reconcile } from '#server/billing/reconcile'
import { subscription } from '#server/billing/subscription'
import { receiveEvent } from '#server/billing/webhook'
import { fail } from '#server/http/verb'
import { openLimiter } from '#server/platform/limiter/limiter'
import { openPayments } from '#server/platform/payments/payments'
import { openSecrets } from '#server/platform/secrets'
import { uuidv7 } from '#server/platform/uuid'
import { startTestDatabase } from './platform/test-database.ts'
import { startStripeLike } from './stripe-like.ts'

type CheckoutBody = z.output<(typeof billingEndpoints)['checkout']['body']>

/** Starts a database and a Stripe; `close` stops both. */
export async function startTestBilling() {
  const [database, stripe] = [await startTestDatabase(), await startStripeLike()]
  const { db } = database
  const secrets = openSecrets(randomBytes(32))
  const publicUrl = 'https://praxidex.example'
  const payments = await openPayments(stripe.choice, { database, secrets, publicUrl })
  const limiter = openLimiter('memory:', { warn: () => {} })
  const parts = { database, payments, publicUrl, limiter, secrets }
  const [showPlan, changePlan, receive] = [subscription(parts), checkout(parts), receiveEvent(parts)]
  const asked = (accountId: string) => ({
    params: {},
    query: {},
    headers: {},
    client: { ip: '127.0.0.1' },
    fail,
    caller: { kind: 'session', accountId, sessionId: '' } as const,
  })

  const billing = {
    ...parts,
    stripe,
    receive,
    /** What every verb is asked with. */
    asked,
    reconcile: () => reconcile(parts),
    /** Takes news in over a database that does something else with statements. */
    receiveOver: (plugin: KyselyPlugin) =>
      receiveEvent({ ...parts, database: { ...database, db: db.withPlugin(plugin) } }),
    async newAccount(): Promise<{ accountId: string; email: string }> {
      const accountId = uuidv7()
      const email = `${accountId}@example.org`
      await db.insertInto('accounts').values({ id: accountId, email, phone: '2125550101', password_hash: '' }).execute()
      return { accountId, email }
    },
    planOf: (accountId: string) => showPlan({ ...asked(accountId), body: {} }).then(outputOf),
    change: (accountId: string, body: CheckoutBody) => changePlan({ ...asked(accountId), body }).then(outputOf),
    upgrade: (accountId: string) =>
      billing.change(accountId, { action: 'upgrade', targetTier: 'developer', priceId: 'price_developer' }),
    downgrade: (accountId: string) => billing.change(accountId, { action: 'downgrade', targetTier: 'free' }),
    /** Delivers what happened at Stripe from event number `from` on. */
    async deliver(from = 0): Promise<void> {
      for (const event of stripe.events.slice(from)) await receive(stripe.signed(event))
    },
    /** An account that has paid, with its subscription at Stripe and the news of it taken in. */
    async subscriber() {
      const account = await billing.newAccount()
      const { url = '' } = await billing.upgrade(account.accountId)
      const from = stripe.events.length
      const subscription = stripe.pay(url)
      await billing.deliver(from)
      return { ...account, subscription }
    },
    /** What the audit log tells of the account's plan, in the order of the transactions. */
    audited: async (accountId: string) => {
      const events = await db
        .selectFrom('audit_events')
        .select(['action', 'actor'])
        .where('subject', '=', accountId)
        .orderBy('at')
        .orderBy('id')
        .execute()
      return events.map(({ action, actor }) => `${action} by ${actor}`)
    },
    emailsTo: async (email: string) => {
      const letters = await db
        .selectFrom('letters')
        .select('subject')
        .where('recipient', '=', email)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return letters.map(({ subject }) => subject)
    },
    async close(): Promise<void> {
      await stripe.close()
      await limiter.close()
      await database.close()
    },
  }
  return billing
}

export type TestBilling = Awaited<ReturnType<typeof startTestBilling>>

function outputOf<T>({ output }: { output: T }): T {
  return output
}
