/** Dates, times and counts, in UTC. Without Intl, whose first use blocks a slow phone for 0.1 s. */

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

/** Jan 5, 2025, of an ISO date or time. */
export function dayText(iso: string): string {
  return textOf(new Date(iso), 3)
}

/** The last day of an approval that ends at a time (contract/days.ts). */
export function lastDayText(end: string): string {
  return dayText(end.slice(0, 10))
}

/** January 5, 2025. */
export function longDayText(iso: string): string {
  return textOf(new Date(iso))
}

function textOf(date: Date, lettersMax?: number): string {
  return `${months[date.getUTCMonth()].slice(0, lettersMax)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/** 12,345, of a whole number. */
export function numberText(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** Once, twice, 3 times. */
export function timesText(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${numberText(count)} times`
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** 2 minutes ago; a time ahead, by a wrong clock, is now. */
export function agoText(iso: string, nowMs: number): string {
  const seconds = Math.round((nowMs - Date.parse(iso)) / 1000)
  const [unit, length] = units.find(([, unitSeconds]) => seconds >= unitSeconds) ?? ['second', 1]
  const count = Math.floor(seconds / length)
  if (count <= 0) return 'now'
  if (count === 1) return unit === 'day' ? 'yesterday' : `1 ${unit} ago`
  return `${numberText(count)} ${unit}s ago`
}

/** Jan 5, 2025, 09:30:00 UTC. */
export function exactText(iso: string): string {
  const time = new Date(iso).toISOString().slice(11, 19)
  return `${dayText(iso)}, ${time} UTC`
}
