/**
 * Asks the payment provider where events are late: periods that are over, checkout pages not heard of. A lost event
 * costs some minutes. Runs in every process; each account is checked by one.
 */
import { DatabaseAwayError } from '../platform/database/pool.ts'
import { reasonOf } from '../platform/error-code.ts'
import { claimLate } from './subscription-store.ts'
import { type BillingParts, takeOver } from './take-over.ts'

const intervalMs = 60_000
const batchMax = 50

export interface Reconciling {
  close(): Promise<void>
}

export function keepReconciling(parts: BillingParts, warn: (sentence: string) => void): Reconciling {
  let isWarned = false
  let isClosing = false
  const look = async () => {
    try {
      await reconcile(parts, () => isClosing)
      isWarned = false
    } catch (error) {
      // Reported elsewhere; these accounts have their turn again.
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
