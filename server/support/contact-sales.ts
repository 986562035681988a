/** Tells the sales team that an account is interested in a plan: an email to the operator's address. */
import type { Api } from '#contract/api'
import { salesRequestsPerDay } from '#contract/limits'
import { plans } from '#contract/plans'
import type { Verb } from '../http/verb.ts'
import { salesRequest } from '../mail/emails/operator-emails.ts'
import { daySeconds } from '../platform/times.ts'
import { type OperatorEmailParts, writeToOperator } from './write-to-operator.ts'

/** The subject is the account. */
export const salesRule = {
  name: 'sales-request',
  what: 'requests to our sales team',
  limit: salesRequestsPerDay,
  windowSeconds: daySeconds,
}

/** The verb of it; the sentence of its answer is the specification's. */
export function contactSales(parts: OperatorEmailParts): Verb<Api['contactSales']> {
  return async ({ body: { tier }, caller: { accountId }, fail }) => {
    const plan = plans[tier].name
    await writeToOperator(parts, { accountId, rule: salesRule, write: (from) => salesRequest({ ...from, plan }) }, fail)
    return { output: { message: 'Our sales team will contact you shortly to discuss pricing options.' } }
  }
}
