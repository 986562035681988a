/** Rows as CMS writes them: quoted fields, LF. A text of fields ends with the separator. Double quotes come doubled. */
import type { Random } from './random.ts'

const separator = '","'

export const fields = (...texts: readonly (string | number)[]): string => texts.join(separator) + separator

export function blanks(count: number): string {
  const text = blankFields[count]
  if (text === undefined) throw new RangeError(`expected at most ${blanksMax} empty fields; got ${count}`)
  return text
}

export const rowOf = (text: string): string => `"${text.slice(0, 1 - separator.length)}\n`

const blanksMax = 400
const blankFields = Array.from({ length: blanksMax + 1 }, (_, count) => separator.repeat(count))

const dayMs = 24 * 60 * 60 * 1000
/** The first NPIs were given out on this day. */
const firstDay = Date.UTC(2005, 4, 23)
/** The names of the files have it. The sample never changes by itself. */
const lastDay = Date.UTC(2026, 10, 8)

export const dayCount = (lastDay - firstDay) / dayMs + 1

/** A day, counted from 0 for the first, as CMS writes it: mm/dd/yyyy. */
export function dayText(day: number): string {
  const text = dayTexts[day]
  if (text === undefined) throw new RangeError(`expected a day below ${dayCount}; got ${day}`)
  return text
}

/** A day from `first` on; late days are as likely as early ones. */
export const dayFrom = (first: number, random: Random): number => first + random.below(dayCount - first)

/** The last `count` days as yyyy-mm-dd, the last one first. */
export const lastDays = (count: number): string[] =>
  Array.from({ length: count }, (_, day) => isoDate(lastDay - day * dayMs))

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

const dayTexts = Array.from({ length: dayCount }, (_, day) => {
  const [year, month, dayOfMonth] = isoDate(firstDay + day * dayMs).split('-')
  return `${month}/${dayOfMonth}/${year}`
})
