/**
 * Counts; days in UTC; moments in the time zone of the browser. Without Intl, whose first use blocks a slow phone for
 * 0.1 s.
 */
import { withReadableDays } from '#contract/days'

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

/** A sentence of the API with its ISO dates as screens show days: Active since Jan 5, 2025. */
export function readableDays(sentence: string): string {
  return withReadableDays(sentence, dayText)
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

/** 900 B, 1.2 KB, 3.4 MB. */
export function bytesText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
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

/** Jan 5, 2025, 04:30:00 UTC−5, in the time zone of the browser. Not for what the build writes. */
export function exactText(iso: string): string {
  const moment = new Date(iso)
  const minutesAhead = -moment.getTimezoneOffset()
  const local = new Date(moment.getTime() + minutesAhead * 60_000).toISOString()
  return `${dayText(local)}, ${local.slice(11, 19)} ${zoneText(minutesAhead)}`
}

/** UTC, UTC−5, UTC+5:30. */
function zoneText(minutesAhead: number): string {
  if (minutesAhead === 0) return 'UTC'
  const minutes = Math.abs(minutesAhead)
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`
  return `UTC${minutesAhead < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest}`
}
