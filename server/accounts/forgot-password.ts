/**
 * Stores requests for a reset link, which takes as long with an account as without; emails follow (reset-emails.ts).
 */
import type { Api } from '#contract/api'
import type { Verb } from '../http/verb.ts'
import type { Database } from '../platform/database/database.ts'
import type { LimitSettings } from '../settings.ts'
import { type AttemptParts, attemptRules, networkOf, takeAttempt } from './attempts.ts'
import { mayEmail } from './recipient-emails.ts'
import { insertResetRequest } from './reset-store.ts'

type ForgotParts = { database: Database; settings: Pick<LimitSettings, 'attempts'> } & AttemptParts

const message = 'If this address has an account, an email with a link to reset its password is on its way.'

/** Past an address's limit the answer is the same and no email is sent. */
export function forgotPassword(parts: ForgotParts): Verb<Api['forgotPassword']> {
  const { database, settings } = parts
  const { resets } = attemptRules(settings.attempts)
  return async ({ body: { email, type, device }, client, fail }) => {
    await takeAttempt(parts, resets, networkOf(client.ip), fail)
    if (await mayEmail(parts, { email, device })) {
      await insertResetRequest(database.db, { email, isPortal: type === 'portal' })
    }
    return { output: { message } }
  }
}
