/** The date of a list: of the option, else of its file's name, else of the titles before its header, else today. */
import { isDay } from './source-list.ts'
import type { DateFrom } from './source-store.ts'

export interface ListDate {
  /** yyyy-mm-dd; the first day of what names a month alone. */
  date: string
  from: DateFrom
}

export function listDate({
  option,
  names,
  title,
  today,
}: {
  option: string | undefined
  /** Those of the file and of what it is packed in, the nearest first. */
  names: readonly string[]
  title: string
  today: string
}): ListDate {
  if (option !== undefined) return { date: option, from: 'option' }
  for (const name of names) {
    const date = dayIn(name, today)
    if (date !== undefined) return { date, from: 'name' }
  }
  const date = dayIn(title, today)
  return date === undefined ? { date: today, from: 'today' } : { date, from: 'title' }
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const month = `(${months.join('|')})[a-z]*`

/** As publishers write days, whole ones first. SAM counts days of the year; OIG's supplements have year and month. */
const forms: readonly [
  form: RegExp,
  parts: (found: string[]) => readonly [year: string, month: string, day: string],
][] = [
  [/(?<!\d)(20\d\d)[-._/]?([01]\d)[-._/]?([0-3]\d)(?!\d)/, ([y = '', m = '', d = '']) => [y, m, d]],
  [/(?<!\d)([01]?\d)[-._/]([0-3]?\d)[-._/](20\d\d)(?!\d)/, ([m = '', d = '', y = '']) => [y, m, d]],
  [/(?<!\d)([01]\d)([0-3]\d)(20\d\d)(?!\d)/, ([m = '', d = '', y = '']) => [y, m, d]],
  [/(?<!\d)([01]?\d)[-._/]([0-3]?\d)[-._/](\d\d)(?!\d)/, ([m = '', d = '', y = '']) => [`20${y}`, m, d]],
  [
    new RegExp(`\\b${month}\\.? ([0-3]?\\d)(?:st|nd|rd|th)?,? (20\\d\\d)`, 'i'),
    ([m = '', d = '', y = '']) => [y, numberOf(m), d],
  ],
  [/_(2\d)([0-3]\d\d)(?=\.zip|\.csv|$)/i, ([y = '', n = '']) => dayOfYear(y, n)],
  [new RegExp(`${month}[ _-]?(20\\d\\d)(?!\\d)`, 'i'), ([m = '', y = '']) => [y, numberOf(m), '1']],
  [/(?<!\d)(20\d\d)[-._]([01]\d)(?![-._]?\d)/, ([y = '', m = '']) => [y, m, '1']],
  [/(?<!\d)([01]\d)[-._](20\d\d)(?!\d)/, ([m = '', y = '']) => [y, m, '1']],
  [/(?<!\d)(2\d)([01]\d)(?=excl|rein)/i, ([y = '', m = '']) => [`20${y}`, m, '1']],
]

/** Undefined for none that is real and not in the future. */
function dayIn(text: string, today: string): string | undefined {
  for (const [form, parts] of forms) {
    const found = form.exec(text)
    if (found === null) continue
    const [year, month, day] = parts(found.slice(1))
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    if (isDay(date) && date <= today) return date
  }
  return undefined
}

function numberOf(name: string): string {
  return String(months.indexOf(name.toLowerCase()) + 1)
}

function dayOfYear(year: string, number: string): [year: string, month: string, day: string] {
  const [full = '', month = '', day = ''] = new Date(Date.UTC(2000 + Number(year), 0, Number(number)))
    .toISOString()
    .slice(0, 10)
    .split('-')
  return [full, month, day]
}
