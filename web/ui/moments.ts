/** Moments as people say them, 2 minutes ago, and exactly, to the second in UTC. */

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

const exact = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** How long ago an ISO moment was; what lies ahead, by a clock that goes wrong, is now. */
export function agoText(iso: string, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(iso)) / 1000))
  const [unit, length] = units.find(([, unitSeconds]) => seconds >= unitSeconds) ?? ['second', 1]
  return relative.format(-Math.floor(seconds / length), unit)
}

/** As in Jan 5, 2025, 09:30:00 UTC. */
export function exactText(iso: string): string {
  return `${exact.format(new Date(iso))} UTC`
}
