/** Dates: mm/dd/yyyy in CMS's files, yyyymmdd in the build, yyyy-mm-dd in what it writes; 0 or undefined for none. */
const slash = 0x2f

export function isoDate(year: number, month: number, day: number): string | undefined {
  const number = realDay(year, month, day)
  return number === 0 ? undefined : isoOfDay(number)
}

/** yyyymmdd of the bytes mm/dd/yyyy; 0 for anything else. */
export function dayOfBytes(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 10 || bytes[start + 2] !== slash || bytes[start + 5] !== slash) return 0
  const month = digits(bytes, start, 2)
  const day = digits(bytes, start + 3, 2)
  const year = digits(bytes, start + 6, 4)
  return month === -1 || day === -1 || year === -1 ? 0 : realDay(year, month, day)
}

/** yyyymmdd of the text mm/dd/yyyy; 0 for anything else. */
export function dayOfText(text: string): number {
  const bytes = Buffer.from(text, 'utf8')
  return dayOfBytes(bytes, 0, bytes.length)
}

export function isoOfDay(day: number): string {
  const text = String(day).padStart(8, '0')
  return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`
}

/** In UTC. */
export function dayOfMoment(moment: Date): number {
  return moment.getUTCFullYear() * 10_000 + (moment.getUTCMonth() + 1) * 100 + moment.getUTCDate()
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

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

/** yyyy-mm-dd, from the end of `20050523-20250608`, `20231009`, `2025-06-08`, `100923` (mmddyy), or `2020-11`. */
export function dateOfName(name: string): string | undefined {
  for (const part of name.split('/').reverse()) {
    const date = dateIn(part)
    if (date !== undefined) return date
  }
  return undefined
}

function dateIn(text: string): string | undefined {
  const day =
    /(?<!\d)\d{8}-(\d{4})(\d{2})(\d{2})(?!\d)/.exec(text) ??
    /(?<!\d)(\d{4})(\d{2})(\d{2})(?!\d)/.exec(text) ??
    /(?<!\d)(20\d{2})-(\d{2})-(\d{2})(?!\d)/.exec(text)
  if (day !== null) return isoDate(Number(day[1]), Number(day[2]), Number(day[3]))
  const short = /Deactivated.*_(\d{2})(\d{2})(\d{2})(?!\d)/i.exec(text)
  if (short !== null) return isoDate(2000 + Number(short[3]), Number(short[1]), Number(short[2]))
  const month = /(?<!\d)(20\d{2})-(\d{2})(?!\d)/.exec(text)
  return month === null ? undefined : isoDate(Number(month[1]), Number(month[2]), 1)
}

/** Whether a file's name says that it holds only the changes of some days; the monthly file's begins in 2005. */
export function isIncrement(name: string): boolean {
  const span = /(\d{4})(\d{2})(\d{2})-(\d{4})(\d{2})(\d{2})(?!\d)/.exec(name.split('/').at(-1) ?? '')
  if (span === null) return false
  const [from, to] = [span.slice(1, 4), span.slice(4)].map(([year, month, day]) =>
    Date.parse(`${year}-${month}-${day}`),
  )
  return to - from <= incrementDaysMax * 86_400_000
}

/** CMS's have 7 days. */
const incrementDaysMax = 31
