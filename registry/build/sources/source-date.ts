import { isoDate } from '../rows/dates.ts'

/**
 * The date of a file's data, as yyyy-mm-dd, read from its name or, where that has none, from the archive it is in: the
 * end of `20050523-20250608`, `20231009`, `2025-06-08`, the `100923` (mmddyy) of the deactivation report, or the first of the month of
 * `2020-11`. Undefined when no name has one.
 */
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

/** Whether a file's name says that it holds only what changed in some days; the monthly file's begins in 2005. */
export function isIncrement(name: string): boolean {
  const span = /(\d{4})(\d{2})(\d{2})-(\d{4})(\d{2})(\d{2})(?!\d)/.exec(name.split('/').at(-1) ?? '')
  if (span === null) return false
  const [from, to] = [span.slice(1, 4), span.slice(4)].map(([year, month, day]) =>
    Date.parse(`${year}-${month}-${day}`),
  )
  return to - from <= incrementDaysMax * 86_400_000
}

/** CMS's are of 7 days. */
const incrementDaysMax = 31
