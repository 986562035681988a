/** How the quota and the billing period go together (specification, section 4). */

interface Usage {
  totalCalls: number
  /** The quota; 0 or lower where there is none to use up. */
  availableCalls: number
  periodStartDate: string
  nextPeriodStartDate: string
}

export interface UsageProgress {
  /** Per cent of the quota. */
  usedPercent: number
  /** Per cent of the billing period, 0 to 100. */
  elapsedPercent: number
  isOnTrack: boolean
}

/** Shares of quota and period; used at or below elapsed is on track. */
export function usageProgress(usage: Usage, nowMs: number): UsageProgress {
  const { totalCalls, availableCalls, periodStartDate, nextPeriodStartDate } = usage
  const usedPercent = availableCalls <= 0 ? 0 : (100 * totalCalls) / availableCalls
  const startMs = Date.parse(periodStartDate)
  const elapsed = (100 * (nowMs - startMs)) / (Date.parse(nextPeriodStartDate) - startMs)
  const elapsedPercent = Math.min(100, Math.max(0, elapsed))
  return { usedPercent, elapsedPercent, isOnTrack: usedPercent <= elapsedPercent }
}
