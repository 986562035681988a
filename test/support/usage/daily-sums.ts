/** The sums of an account's calls by day, which the statistics are made of. */
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables'
import { usageSince } from '#server/usage/usage-store'

interface DaySum {
  date: string
  calls: number
  successes: number
  timeUs: number
}

export async function dailySums(db: Kysely<Tables>, accountId: string, firstDate: string): Promise<DaySum[]> {
  const days = new Map<string, DaySum>()
  for (const sum of await usageSince(db, { accountId, span: 'day', start: new Date(firstDate) })) {
    const date = sum.start.toISOString().slice(0, 10)
    const day = days.get(date) ?? { date, calls: 0, successes: 0, timeUs: 0 }
    days.set(date, {
      date,
      calls: day.calls + sum.calls,
      successes: day.successes + (sum.code === '' ? sum.calls : 0),
      timeUs: day.timeUs + sum.timeUs,
    })
  }
  return [...days.values()]
}
