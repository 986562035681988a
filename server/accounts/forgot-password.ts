/**
 * Takes requests for a link to reset a password. All that is done before the answer is to write the request down, which takes as
 * long for an address without an account as for one with; the letters are made afterwards (reset-letters.ts).
 */
import type { Api } from '#contract/api'
import type { Verb } from '../http/verb.ts'
import type { Database } from '../platform/database/database.ts'
import type { LimitSettings } from '../settings.ts'
import { attemptRules } from './attempt-rules.ts'
import { type AttemptParts, networkOf, takeAttempt } from './attempts.ts'
import { mayEmail } from './recipient-emails.ts'
import { insertResetRequest } from './reset-store.ts'

type ForgotParts = { database: Database; settings: Pick<LimitSettings, 'attempts'> } & AttemptParts

const message = 'If this address has an account, a letter with a link to reset its password is on its way.'

/** The verb of it. Past the limit of its emails an address gets the same answer and no letter, so that nobody's mailbox is filled. */
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
