/**
 * Asks the payment provider where its news are late: of subscriptions whose period is over, and of pages to pay on that nobody
 * told of. So news that were lost cost some minutes, and a renewal, an end or a payment is known even if nobody ever told of it. It
 * runs in every process; each account is asked for by one of them.
 */
import { DatabaseAwayError } from '../platform/database/pool.ts'
import { reasonOf } from '../platform/error-code.ts'
import { claimLate } from './subscription-store.ts'
import { type BillingParts, takeOver } from './take-over.ts'

/** How often to look, and how many accounts to ask for at once. */
const intervalMs = 60_000
const batchMax = 50

export interface Reconciling {
  /** Finishes what is under way. */
  close(): Promise<void>
}

/** Looks now and from now on, until closed. A failure is warned of once until it is over. */
export function keepReconciling(parts: BillingParts, warn: (sentence: string) => void): Reconciling {
  let isWarned = false
  let isClosing = false
  const look = async () => {
    try {
      await reconcile(parts, () => isClosing)
      isWarned = false
    } catch (error) {
      // The database being away is told of elsewhere, and those whose turn it was have their turn again.
      if (error instanceof DatabaseAwayError) return
      if (!isWarned) warn(`Subscriptions could not be compared with the payment provider: ${reasonOf(error)}.`)
      isWarned = true
    }
  }
  let running = look()
  const timer = setInterval(() => {
    running = running.then(look)
  }, intervalMs)
  return {
    async close() {
      isClosing = true
      clearInterval(timer)
      await running
    },
  }
}

/**
 * Takes over what the provider knows of every account whose news are late, until `isClosing`. Throws the first failure, after the
 * others were asked for.
 */
export async function reconcile(parts: BillingParts, isClosing = () => false): Promise<void> {
  const { db } = parts.database
  const failures: unknown[] = []
  for (let isMore = true; isMore; ) {
    const accountIds = await claimLate(db, batchMax)
    for (const accountId of accountIds) {
      if (isClosing()) return
      await takeOver(parts, accountId).catch((error: unknown) => failures.push(error))
    }
    isMore = accountIds.length === batchMax
  }
  if (failures.length > 0) throw failures[0]
}
