/** Finds an expiry: a date after or below a word for it. Dates that differ, or are poorly read, are no finding. */
import { dayMs } from '../platform/times.ts'
import type { Finding } from './find-name.ts'
import { asDigits, type Segment, segmentBelow, textOf, wordsBehind } from './words.ts'

const plainConfidence = 80

const warningDays = 60

const yearsMax = 12

const label =
  /\b(expir\w*|exp1r\w*|explr\w*|exp)\b[.:]?|\b(valid|good|current|effective) (through|thru|until|till|to)\b|\bthrough\b|\buntil\b/gi
const otherLabel = /\b(issued?|issuance|birth|dob|effective|original|granted|since|from)\b/i

const months = 'january february march april may june july august september october november december'.split(' ')

interface DateRead {
  day: string
  confidence: number
}

/** `today` is the earliest day that is not over everywhere, yyyy-mm-dd. */
export function findExpiry(segments: readonly Segment[], today: string): Finding {
  const dates = segments.flatMap((segment) => datesOf(segments, segment))
  const days = new Set(dates.map(({ day }) => day))
  const [date] = dates
  if (date === undefined) return ['unknown', 'No expiration date could be read.']
  if (days.size > 1) return ['unknown', `More than one expiration date was read: ${[...days].join(', ')}.`]
  const { day } = date
  const isPlain = Math.max(...dates.map(({ confidence }) => confidence)) >= plainConfidence
  const latest = `${Number(today.slice(0, 4)) + yearsMax}${today.slice(4)}`
  if (!isPlain || day > latest) return ['unknown', 'An expiration date was read, but not clearly.']
  if (day < today) return ['failed', `The document expired on ${day}.`]
  const isSoon = Date.parse(day) - Date.parse(today) <= warningDays * dayMs
  return isSoon ? ['warning', `The document expires on ${day}.`] : ['passed', `The document is valid until ${day}.`]
}

function datesOf(segments: readonly Segment[], segment: Segment): DateRead[] {
  const text = textOf(segment)
  const found = [...text.matchAll(label)].at(-1)
  if (found === undefined) return []
  const behind = wordsBehind(segment, found)
  const here = firstDate(behind)
  if (here !== undefined) return [here]
  const below = /\d/.test(textOf(behind)) ? undefined : segmentBelow(segments, segment)
  const there = below === undefined ? undefined : firstDate(below)
  return there === undefined ? [] : [there]
}

function firstDate(words: Segment): DateRead | undefined {
  for (let at = 0; at < words.length; at++) {
    if (otherLabel.test(words[at]?.text ?? '')) return undefined
    for (const count of [1, 3, 2]) {
      const some = words.slice(at, at + count)
      const day = some.length === count ? dayOf(textOf(some)) : undefined
      if (day !== undefined) return { day, confidence: Math.min(...some.map(({ confidence }) => confidence)) }
    }
  }
  return undefined
}

/** As yyyy-mm-dd. A month without a day lasts to its end. */
export function dayOf(text: string): string | undefined {
  const bare = text.replace(/[,;]+$/, '')
  const digits = asDigits(bare)
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})\.?$/.exec(digits)
  if (american !== null) return calendarDay(yearOf(american[3]), Number(american[1]), Number(american[2]))
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(digits)
  if (iso !== null) return calendarDay(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const monthYear = /^(\d{1,2})[/-](\d{4})$/.exec(digits)
  if (monthYear !== null) return endOfMonth(Number(monthYear[2]), Number(monthYear[1]))
  const named = /^([A-Za-z]{3,9})\.? (\S{1,2}),? (\S{4})$/.exec(bare)
  if (named !== null)
    return calendarDay(
      Number(asDigits(named[3] ?? '')),
      monthOf(named[1]),
      Number(asDigits(named[2]?.replace(',', '') ?? '')),
    )
  const turned = /^(\S{1,2}) ([A-Za-z]{3,9})\.?,? (\S{4})$/.exec(bare)
  if (turned !== null)
    return calendarDay(Number(asDigits(turned[3] ?? '')), monthOf(turned[2]), Number(asDigits(turned[1] ?? '')))
  const joined = /^([A-Za-z]{3,9})\.? (\d{4})$/.exec(bare)
  return joined === null ? undefined : endOfMonth(Number(joined[2]), monthOf(joined[1]))
}

function yearOf(text = ''): number {
  return text.length === 2 ? 2000 + Number(text) : Number(text)
}

function monthOf(text = ''): number {
  const word = text.toLowerCase()
  return word === 'sept' ? 9 : months.findIndex((name) => name === word || name.slice(0, 3) === word) + 1
}

function calendarDay(year: number, month: number, day: number): string | undefined {
  const time = Date.UTC(year, month - 1, day)
  if (Number.isNaN(time) || year < 1950 || month < 1) return undefined
  const date = new Date(time)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined
}

function endOfMonth(year: number, month: number): string | undefined {
  if (month < 1 || month > 12) return undefined
  return calendarDay(year, month, new Date(Date.UTC(year, month, 0)).getUTCDate())
}
