/** A day lasts until it is over everywhere in the United States: on Baker Island, twelve hours behind UTC. */

const hoursBehindUtc = 12
const behindMs = hoursBehindUtc * 3_600_000

/** The day, as yyyy-mm-dd, that is not over everywhere yet, and the earliest such. */
export function dayStillRunning(now: Date): string {
  return new Date(now.getTime() - behindMs).toISOString().slice(0, 10)
}

/** The last moment of a day, given as yyyy-mm-dd. */
export function endOfDay(day: string): Date {
  return new Date(Date.parse(`${day}T23:59:59.999Z`) + behindMs)
}

/** The moment of `endOfDay`, with its UTC offset, so that its first ten characters are the day that ends. */
export function endOfDayText(end: Date): string {
  return new Date(end.getTime() - behindMs).toISOString().replace('Z', `-${hoursBehindUtc}:00`)
}
