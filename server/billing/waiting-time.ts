/** How long the payment provider is waited for. */
import { PaymentsAwayError } from '../platform/payments/errors.ts'

/**
 * Milliseconds for all questions of one event, or of one change of plan, together. Stripe wants its news taken within seconds and
 * sends them again where they were not, and whoever changes a plan is waiting.
 */
const waitMsMax = 2_000

/**
 * Makes a function that waits for what it is given, as long as all its waiting together takes no longer than the limit; then it
 * throws a PaymentsAwayError. An answer that comes later is left unread.
 */
export function waitingTime(): <T>(ask: () => Promise<T>) => Promise<T> {
  let leftMs = waitMsMax
  return async (ask) => {
    const sinceMs = performance.now()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new PaymentsAwayError(`it was waited for ${waitMsMax} ms in all`)), leftMs)
    })
    try {
      return await Promise.race([ask(), late])
    } finally {
      clearTimeout(timer)
      leftMs = Math.max(0, leftMs - (performance.now() - sinceMs))
    }
  }
}
