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

/**
 * A count as the product writes it: 12,345. Put together here rather than by toLocaleString, whose first use takes a slow phone a
 * tenth of a second. `count` is a whole number.
 */
export function numberText(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Moments as people say them, 2 minutes ago, and exactly, to the second in UTC. */

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** How long ago an ISO moment was; what lies ahead, by a clock that goes wrong, is now. */
export function agoText(iso: string, nowMs: number): string {
  const seconds = Math.round((nowMs - Date.parse(iso)) / 1000)
  const [unit, length] = units.find(([, unitSeconds]) => seconds >= unitSeconds) ?? ['second', 1]
  const count = Math.floor(seconds / length)
  if (count <= 0) return 'now'
  if (count === 1) return unit === 'day' ? 'yesterday' : `1 ${unit} ago`
  return `${numberText(count)} ${unit}s ago`
}

/** As in Jan 5, 2025, 09:30:00 UTC. */
export function exactText(iso: string): string {
  const time = new Date(iso).toISOString().slice(11, 19)
  return `${dayText(iso)}, ${time} UTC`
}
