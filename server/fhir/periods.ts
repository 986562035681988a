/** FHIR R4's dateTime and instant, as searches take them. */
import { dayMs } from '../platform/times.ts'

/**
 * A year, month, day or moment, from its first millisecond to behind its last; in UTC without a zone. Undefined where
 * the text is none, or no calendar has that day.
 */
export function periodIn(text: string): { fromMs: number; toMs: number } | undefined {
  const [, year, month, day, time = '', zone = 'Z'] =
    /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T((?!24)\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?)?)?$/.exec(text) ??
    []
  if (year === undefined) return undefined
  const first = `${year}-${month ?? '01'}-${day ?? '01'}`
  const fromMs = Date.parse(`${first}T${time === '' ? '00:00' : time}${zone}`)
  // JavaScript counts the 31st of a shorter month into the next one.
  if (Number.isNaN(fromMs) || !new Date(first).toISOString().startsWith(first)) return undefined
  const unitMs = time === '' ? dayMs : time.length === 5 ? 60_000 : time.includes('.') ? 1 : 1000
  if (day !== undefined) return { fromMs, toMs: fromMs + unitMs }
  const end = month === undefined ? Date.UTC(Number(year) + 1, 0) : Date.UTC(Number(year), Number(month))
  return { fromMs, toMs: end }
}
