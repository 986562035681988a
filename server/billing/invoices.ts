/** What an account was and will be charged, as the payment provider has it: nothing of it is stored here. */
import type { Api } from '#contract/api'
import { invoiceReadsPerHour, invoicesListed } from '#contract/limits'
import { type AttemptParts, takeAttempt } from '../accounts/attempts.ts'
import type { Verb } from '../http/verb.ts'
import { hourSeconds } from '../platform/times.ts'
import { findCustomer } from './subscription-store.ts'
import type { BillingParts } from './take-over.ts'

export const invoicesRule = {
  name: 'invoices',
  what: 'looks at your invoices',
  limit: invoiceReadsPerHour,
  windowSeconds: hourSeconds,
}

export function listInvoices(
  parts: Pick<BillingParts, 'database' | 'payments'> & AttemptParts,
): Verb<Api['listInvoices']> {
  const { database, payments } = parts
  return async ({ caller: { accountId }, fail }) => {
    await takeAttempt(parts, invoicesRule, accountId, fail)
    const customer = await findCustomer(database.db, accountId)
    if (customer === undefined) return { output: { invoices: [], nextCharge: null } }
    const [invoices, next] = await Promise.all([
      payments.listInvoices(customer.id, invoicesListed),
      payments.findNextCharge(customer.id),
    ])
    const shown = invoices.map(({ createdAt, periodStart, periodEnd, url, ...rest }) => ({
      ...rest,
      createdAt: createdAt.toISOString(),
      periodStart: periodStart.toISOString(),
      periodEnd: periodEnd.toISOString(),
      ...(url !== undefined && { url }),
    }))
    if (next === undefined) return { output: { invoices: shown, nextCharge: null } }
    const { at, ...charge } = next
    return { output: { invoices: shown, nextCharge: { ...charge, date: at.toISOString() } } }
  }
}
