/**
 * How an endpoint ends: it is announced by a date, answers on until another one, and says both in every answer (RFC
 * 9745, RFC 8594). The policy for readers is the page at `deprecationPath`.
 */
import { deprecationDaysMin } from './limits.ts'

export interface Deprecation {
  /** The day from which callers are to leave it, as yyyy-mm-dd, UTC. */
  since: string
  /** The first day on which it no longer answers. */
  sunset: string
  /** What to call instead, as a sentence. */
  instead: string
}

const deprecationPath = '/documentation/deprecation'

/** The headers, with what each says. */
export const deprecationHeaderWords = {
  Deprecation: 'When this call was deprecated, as @ and seconds since 1970 (RFC 9745).',
  Sunset: 'When this call stops working, as an HTTP date (RFC 8594).',
  Link: 'The deprecation policy, with rel="deprecation".',
} as const

/** The values of the headers. Throws an Error where a day is none, or the two are too close. */
export function deprecationHeaders({
  since,
  sunset,
}: Deprecation): Record<keyof typeof deprecationHeaderWords, string> {
  const [from, end] = [Date.parse(`${since}T00:00:00Z`), Date.parse(`${sunset}T00:00:00Z`)]
  if (!(end - from >= deprecationDaysMin * 86_400_000)) {
    throw new Error(`Expected a sunset ${deprecationDaysMin} days or more after ${since}; got ${sunset}`)
  }
  return {
    Deprecation: `@${from / 1000}`,
    Sunset: new Date(end).toUTCString(),
    Link: `<${deprecationPath}>; rel="deprecation"; type="text/html"`,
  }
}

export function deprecationSentence({ since, sunset, instead }: Deprecation): string {
  return `Deprecated since ${since}; it ends on ${sunset}. ${instead}`
}
