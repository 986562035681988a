/** The days on which an approval may end, as yyyy-mm-dd in UTC. */
import { approvalYearsDefault, approvalYearsMax } from '#contract/limits'

/** The first day, the one that counts unless another is said, and the last. */
export function approvalDays(now = new Date()): { first: string; standard: string; last: string } {
  return {
    first: dayAfter(now, { days: 1 }),
    standard: dayAfter(now, { years: approvalYearsDefault }),
    last: dayAfter(now, { years: approvalYearsMax }),
  }
}

function dayAfter(now: Date, { days = 0, years = 0 }: { days?: number; years?: number }): string {
  const day = new Date(now)
  day.setUTCDate(day.getUTCDate() + days)
  day.setUTCFullYear(day.getUTCFullYear() + years)
  return day.toISOString().slice(0, 10)
}
