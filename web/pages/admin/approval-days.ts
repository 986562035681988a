/** The days on which an approval may end, as yyyy-mm-dd. */
import { dayStillRunning } from '#contract/days'
import { approvalYearsDefault, approvalYearsMax } from '#contract/limits'

/** The first day, the one that counts unless another is said, and the last. */
export function approvalDays(now = new Date()): { first: string; standard: string; last: string } {
  return {
    first: dayAfter(new Date(dayStillRunning(now)), { days: 1 }),
    standard: dayAfter(now, { years: approvalYearsDefault }),
    last: dayAfter(now, { years: approvalYearsMax }),
  }
}

/** Whether an approval may end on a day; undefined stands for the day that counts unless another is said. */
export function isApprovalDay(day: string | undefined, now = new Date()): boolean {
  const { first, last } = approvalDays(now)
  return day === undefined || (day >= first && day <= last)
}

function dayAfter(now: Date, { days = 0, years = 0 }: { days?: number; years?: number }): string {
  const day = new Date(now)
  day.setUTCDate(day.getUTCDate() + days)
  day.setUTCFullYear(day.getUTCFullYear() + years)
  return day.toISOString().slice(0, 10)
}
