/** Dates as the product writes them: Jan 5, 2025, in UTC, so that a day is the same day for everyone. */

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** An ISO date, with a time or without. */
export function dayText(iso: string): string {
  return short.format(new Date(iso))
}
