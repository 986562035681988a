/**
 * Decides the verifications of test mode when they are due, whether or not the process was restarted meanwhile. The
 * decision and the call to the developer's program are one transaction.
 */
import { sql } from 'kysely'
import { endOfDay } from '#contract/days'
import { approvalYearsDefault } from '#contract/limits'
import { claim, type Queue } from '../jobs/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import { dayIn } from './decide-verification.ts'
import { setDecided } from './sample-verification-store.ts'
import { callBackSample } from './sample-verifications.ts'
import type { ShowVerification } from './shown-verification.ts'

const intervalMs = 500
const takenMax = 50

/** Held by the transaction of the decisions. */
const queue: Queue<'sample_verifications'> = {
  table: 'sample_verifications',
  key: ['account_id', 'id'],
  isDue: sql`decide_at <= now()`,
  orderBy: sql`decide_at`,
  onClaim: sql`decide_at = null`,
}

interface DecideParts {
  database: Database
  show: ShowVerification
}

export function keepDecidingSamples(parts: DecideParts & { warn(sentence: string): void }): Repeating {
  const onAway = (reason: string) => parts.warn(`Verifications of test mode wait to be decided: ${reason}.`)
  return keepDoing(async () => (await decideSamples(parts)) === takenMax, {
    name: 'sample decisions',
    everyMs: intervalMs,
    onAway,
  })
}

/** Answers how many. */
export async function decideSamples({ database, show }: DecideParts): Promise<number> {
  return inTransaction(database, async (trx) => {
    const due = await claim(trx, queue, takenMax)
    for (const sample of due) {
      const { account_id: accountId, id, outcome, callback_url: url } = sample
      await setDecided(trx, sample, outcome === 'approved' ? endOfDay(dayIn(approvalYearsDefault)) : null)
      await callBackSample(trx, show, { accountId, id, url })
    }
    return due.length
  })
}
