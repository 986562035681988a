/**
 * Sends a request to the people behind the product: an email to the operator's address, with what the caller wrote as a file of
 * plain text, so that no mail program takes it for anything else.
 */
import type { Api } from '#contract/api'
import { supportRequestsPerHour } from '#contract/limits'
import type { Verb } from '../http/verb.ts'
import { supportRequest } from '../mail/emails/operator-emails.ts'
import { hourSeconds } from '../platform/times.ts'
import { type OperatorEmailParts, writeToOperator } from './write-to-operator.ts'

/** The subject is the account. */
export const supportRule = {
  name: 'support-request',
  what: 'requests to support',
  limit: supportRequestsPerHour,
  windowSeconds: hourSeconds,
}

/** The verb of it: fails with `support_details_missing` when nothing but spaces was written. */
export function requestSupport(parts: OperatorEmailParts): Verb<Api['requestSupport']> {
  return async ({ body: { category, description }, caller: { accountId }, fail }) => {
    if (description === '') return fail('support_details_missing', undefined)
    const write = (from: { accountId: string; email: string }) => supportRequest({ ...from, category, description })
    await writeToOperator(parts, { accountId, rule: supportRule, write }, fail)
    return { output: { message: 'Your request is on its way to our support team, who will answer by email.' } }
  }
}
