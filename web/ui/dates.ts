/** Dates as the product writes them: Jan 5, 2025, in UTC, so that a day is the same day for everyone. */

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

const long = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** An ISO date, with a time or without. */
export function dayText(iso: string): string {
  return short.format(new Date(iso))
}

/** The same with the name of the month in full: January 5, 2025. */
export function longDayText(iso: string): string {
  return long.format(new Date(iso))
}
