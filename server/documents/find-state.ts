/** Which state a document is of, by the phrases in which offices call themselves. A state in an address does not count. */
import { stateNames } from '#registry/places/geography'
import { type Segment, textOf } from './words.ts'

export interface StatesRead {
  /** Of an office: "State of Ohio", "Ohio Board of Nursing". */
  issuing: Set<string>
  /** Named anywhere, but not as an office. */
  named: Set<string>
}

/** The longest first, so that West Virginia is not taken for Virginia. */
const byLength = (a: readonly [string, string], b: readonly [string, string]) => b[1].length - a[1].length

/** The states of a document, as two letters each. */
export function findStates(segments: readonly Segment[]): StatesRead {
  const found: StatesRead = { issuing: new Set(), named: new Set() }
  const names = [...stateNames].sort(byLength)
  for (const segment of segments) {
    let text = textOf(segment)
      .toLowerCase()
      .replace(/[^a-z:]+/g, ' ')
    for (const [code, name] of names) {
      const words = name.toLowerCase().replace(/[^a-z]+/g, ' ')
      const place = new RegExp(`\\b${words}\\b`)
      if (!place.test(text)) continue
      const office = new RegExp(
        `\\b(state|commonwealth|territory) of ${words}\\b|\\b${words} (state )?(medical |nursing )?(board|department|office|state)\\b|\\bstate: ?${words}\\b`,
      )
      found[office.test(text) ? 'issuing' : 'named'].add(code)
      text = text.replaceAll(new RegExp(`\\b${words}\\b`, 'g'), ' ')
    }
    const labelled = /\bstate:\s*([A-Z]{2})\b/i.exec(textOf(segment))?.[1]?.toUpperCase()
    if (labelled !== undefined && stateNames.has(labelled)) found.issuing.add(labelled)
  }
  return found
}
