/** Days as the product writes them. */

const dayMs = 86_400_000

/** A day this many days from now: Jan 5, 2025. */
export function dayText(daysAhead = 0): string {
  const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })
  return day.format(Date.now() + daysAhead * dayMs)
}

/** The same as the API takes it: 2025-01-05. */
export function isoDay(daysAhead: number): string {
  return new Date(Date.now() + daysAhead * dayMs).toISOString().slice(0, 10)
}
