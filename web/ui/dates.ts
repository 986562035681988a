/**
 * Dates as the product writes them: Jan 5, 2025, in UTC, so that a day is the same day for everyone. They are put together here:
 * the first use of Intl takes a slow phone a tenth of a second, in which it answers no press.
 */

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** An ISO date, with a time or without. */
export function dayText(iso: string): string {
  return textOf(new Date(iso), 3)
}

/** The day that a moment ends, as approvals have it (contract/days.ts): its text begins with that day. */
export function lastDayText(end: string): string {
  return dayText(end.slice(0, 10))
}

/** The same with the name of the month in full: January 5, 2025. */
export function longDayText(iso: string): string {
  return textOf(new Date(iso))
}

function textOf(date: Date, lettersMax?: number): string {
  return `${months[date.getUTCMonth()].slice(0, lettersMax)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}
