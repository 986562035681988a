/**
 * Withdraws a pending verification of the caller's account. One transaction holds all that follows, as for a decision:
 * the audit event, the call to a developer's program, and how long the image is kept.
 */
import type { Api } from '#contract/api'
import { recordEvent } from '../audit/record.ts'
import type { Verb } from '../http/verb.ts'
import { scheduleDestruction } from '../images/image-retention.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { recordEvents } from '../watch/events.ts'
import { callBack, decidedEvent } from './decide-verification.ts'
import type { ShowVerification } from './shown-verification.ts'
import { findVerification, withdraw } from './verification-store.ts'

interface WithdrawParts {
  database: Database
  show: ShowVerification
  settings: { imageDays: { rejected: number } }
}

export function withdrawVerification({ database, show, settings }: WithdrawParts): Verb<Api['withdrawVerification']> {
  return async ({ caller: { accountId }, params: { id }, fail }) => {
    const isDone = await inTransaction(database, async (trx) => {
      const withdrawn = await withdraw(trx, id, accountId)
      if (withdrawn === undefined) return false
      await recordEvent(trx, { actor: accountId, action: 'verification.withdrawn', subject: id })
      const { callbackUrl: url } = withdrawn
      if (url !== null) await callBack(trx, show, { accountId, id, url })
      await scheduleDestruction(trx, { accountId, verificationId: id, days: settings.imageDays.rejected })
      const { npi, credential } = withdrawn
      const status = 'withdrawn' as const
      const event = { accountId, id, npi, credential, status, rejectionReason: null, expiresAt: null }
      await recordEvents(trx, [decidedEvent(event)])
      return true
    })
    const row = await findVerification(database.db, id, accountId)
    if (row === undefined) return fail('verification_not_found', undefined)
    if (!isDone) return fail('verification_not_pending', { status: row.status })
    return { output: show(row, { viewerId: accountId, isFirstParty: row.isPersonal }) }
  }
}
