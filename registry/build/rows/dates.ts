/** Dates of CMS's files: `mm/dd/yyyy` there, the number yyyymmdd in the build, `yyyy-mm-dd` in what it writes. */

const slash = 0x2f

/** A real calendar date as yyyy-mm-dd; undefined for a day that never was. */
export function isoDate(year: number, month: number, day: number): string | undefined {
  const number = realDay(year, month, day)
  return number === 0 ? undefined : isoOfDay(number)
}

/** yyyymmdd of the ten bytes mm/dd/yyyy from `start`; 0 when they are anything else or no real date. */
export function dayOfBytes(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 10 || bytes[start + 2] !== slash || bytes[start + 5] !== slash) return 0
  const month = digits(bytes, start, 2)
  const day = digits(bytes, start + 3, 2)
  const year = digits(bytes, start + 6, 4)
  return month === -1 || day === -1 || year === -1 ? 0 : realDay(year, month, day)
}

/** yyyymmdd of the text mm/dd/yyyy; 0 when it is anything else or no real date. */
export function dayOfText(text: string): number {
  const bytes = Buffer.from(text, 'utf8')
  return dayOfBytes(bytes, 0, bytes.length)
}

/** The number yyyymmdd as yyyy-mm-dd. */
export function isoOfDay(day: number): string {
  const text = String(day).padStart(8, '0')
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
}

/** yyyymmdd of a moment, in UTC. */
export function dayOfMoment(moment: Date): number {
  return moment.getUTCFullYear() * 10_000 + (moment.getUTCMonth() + 1) * 100 + moment.getUTCDate()
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** A real calendar date as the number yyyymmdd; 0 for a day that never was. */
export function realDay(year: number, month: number, day: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const length = month === 2 && isLeap ? 29 : (monthLengths[month - 1] ?? 0)
  return year >= 1900 && day >= 1 && day <= length ? year * 10_000 + month * 100 + day : 0
}

function digits(bytes: Uint8Array, start: number, count: number): number {
  let value = 0
  for (let at = start; at < start + count; at++) {
    const digit = (bytes[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}
