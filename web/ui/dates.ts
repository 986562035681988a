/** Dates as the product writes them: Jan 5, 2025, in UTC, so that a day is the same day for everyone. */

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** An ISO date, with a time or without. */
export function dayText(iso: string): string {
  return short.format(new Date(iso))
}

const precise = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A moment, as Jan 5, 2025, 2:30 PM UTC. */
export function momentText(iso: string): string {
  return `${precise.format(new Date(iso))} UTC`
}
