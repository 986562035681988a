/** Moments as people say them, 2 minutes ago, and exactly, to the second in UTC. */
import { dayText } from './dates.ts'
import { numberText } from './numbers.ts'

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
