/** A day lasts until it is over everywhere in the United States: on Baker Island, twelve hours behind UTC. */

const hoursBehindUtc = 12
const hourMs = 3_600_000
const behindMs = hoursBehindUtc * hourMs
const dayMs = 24 * hourMs

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

/** Days from today in UTC to the day that ends then, a text that `endOfDayText` made: 0 on that day itself. */
export function daysLeft(end: string, now: Date): number {
  return (Date.parse(end.slice(0, 10)) - Date.parse(now.toISOString().slice(0, 10))) / dayMs
}

/** Hours from the first moment with a number of days left to `endOfDay`, beside those days. */
export const hoursOfLastDay = 24 + hoursBehindUtc

export function expiryText(days: number, isExpired: boolean): string {
  if (isExpired) return 'expired'
  if (days <= 0) return 'expires today'
  if (days <= 90) return days === 1 ? 'expires in 1 day' : `expires in ${days} days`
  const months = Math.round(days / (365.25 / 12))
  if (months % 12 !== 0) return `expires in ${months} months`
  return months === 12 ? 'expires in 1 year' : `expires in ${months / 12} years`
}

/** A sentence of the API with each of its ISO dates written by `dayText`. */
export function withReadableDays(sentence: string, dayText: (day: string) => string): string {
  return sentence.replace(/(?<![\w-])\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?![\w-])/g, dayText)
}
