/** How the quota and the billing period go together (specification, section 4). */

const dayMs = 24 * 60 * 60 * 1000

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
  /** Which day of the period it is, from 1 on, and how many it has. */
  day: number
  days: number
  isOnTrack: boolean
}

/** Shares of quota and period; used at or below elapsed is on track. */
export function usageProgress(usage: Usage, nowMs: number): UsageProgress {
  const { totalCalls, availableCalls, periodStartDate, nextPeriodStartDate } = usage
  const usedPercent = availableCalls <= 0 ? 0 : (100 * totalCalls) / availableCalls
  const startMs = Date.parse(periodStartDate)
  const lengthMs = Date.parse(nextPeriodStartDate) - startMs
  const elapsedPercent = Math.min(100, Math.max(0, (100 * (nowMs - startMs)) / lengthMs))
  const days = Math.round(lengthMs / dayMs)
  const day = Math.min(days, Math.floor((elapsedPercent / 100) * days) + 1)
  return { usedPercent, elapsedPercent, day, days, isOnTrack: usedPercent <= elapsedPercent }
}
