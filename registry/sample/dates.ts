/** Days as CMS writes them, mm/dd/yyyy. */
import { type NonEmpty, numbered } from './non-empty.ts'
import type { Random } from './random.ts'
import { type ReadyText, ready } from './ready.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The first NPIs were given out on this day. */
const firstDay = Date.UTC(2005, 4, 23)
/** The last day of the sample, which its file names bear: the sample never changes by itself. */
const lastDay = Date.UTC(2026, 10, 8)

export const dayCount = (lastDay - firstDay) / dayMs + 1

/** The day with this number, counted from 0 for the first. */
export function dayText(day: number): ReadyText {
  const text = dayTexts()[day]
  if (text === undefined) throw new RangeError(`expected a day below ${dayCount}; got ${day}`)
  return text
}

/** A day from `first` on; late days are as likely as early ones. */
export const dayFrom = (first: number, random: Random): number => first + random.below(dayCount - first)

/** The last so many days, as yyyy-mm-dd, from the last one back. */
export const lastDays = (count: number): NonEmpty<string> =>
  numbered(0, count - 1, (day) => isoDate(lastDay - day * dayMs))

let texts: NonEmpty<ReadyText> | undefined

function dayTexts(): NonEmpty<ReadyText> {
  texts ??= numbered(0, dayCount - 1, (day) => {
    const [year, month, dayOfMonth] = isoDate(firstDay + day * dayMs).split('-')
    return ready(`${month}/${dayOfMonth}/${year}`)
  })
  return texts
}

const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
