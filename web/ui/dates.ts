/** Dates as the product writes them: Jan 5, 2025, in UTC, so that a day is the same day for everyone. */

const short = formatOf('short')
const long = formatOf('long')

/** An ISO date, with a time or without. */
export function dayText(iso: string): string {
  return short().format(new Date(iso))
}

/** The same with the name of the month in full: January 5, 2025. */
export function longDayText(iso: string): string {
  return long().format(new Date(iso))
}

/** A format that is made when the first date is written: that takes ten milliseconds, for which no page has to wait. */
function formatOf(month: 'short' | 'long'): () => Intl.DateTimeFormat {
  let format: Intl.DateTimeFormat | undefined
  return () => {
    format ??= new Intl.DateTimeFormat('en-US', { month, day: 'numeric', year: 'numeric', timeZone: 'UTC' })
    return format
  }
}
