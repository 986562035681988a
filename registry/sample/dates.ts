/** Days as CMS writes them, mm/dd/yyyy. */
import type { Random } from './random.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The first NPIs were given out on this day. */
const firstDay = Date.UTC(2005, 4, 23)
/** The last day of the sample, which its file names bear: the sample never changes by itself. */
const lastDay = Date.UTC(2026, 10, 8)

export const dayCount = (lastDay - firstDay) / dayMs + 1

/** The day with this number, counted from 0 for the first. */
export function dayText(day: number): string {
  return dayTexts()[day] ?? ''
}

/** A day from `first` on; late days are as likely as early ones. */
export const dayFrom = (first: number, random: Random): number => first + random.below(dayCount - first)

let texts: readonly string[] | undefined

function dayTexts(): readonly string[] {
  texts ??= Array.from({ length: dayCount }, (_, day) => {
    const [date = ''] = new Date(firstDay + day * dayMs).toISOString().split('T')
    const [year, month, dayOfMonth] = date.split('-')
    return `${month}/${dayOfMonth}/${year}`
  })
  return texts
}
