/**
 * Compares what a peer answers with what the product answers: the same total and the same page. With a place, providers at
 * the same distance may come in any order and at the end of the page any of them may stand; without one, the order is by NPI.
 */
import type { SearchQuery } from '#registry/search/query'
import type { Answer } from './peers/peer.ts'

/** Redis keeps positions to within a metre; the others differ from us by less than a millimetre. */
const milesTolerated = 0.002

/** What is wrong, or undefined. */
export function differenceOf(query: SearchQuery, expected: Answer, got: Answer): string | undefined {
  if (got.total !== expected.total) return `expected a total of ${expected.total}; got ${got.total}`
  if (got.npis.length !== expected.npis.length)
    return `expected ${expected.npis.length} on the page; got ${got.npis.length}`
  if (query.npis !== undefined) return got.record === expected.record ? undefined : 'the record is another one'
  if (query.place === undefined || expected.miles === undefined || got.miles === undefined) {
    const place = expected.npis.findIndex((npi, index) => npi !== got.npis[index])
    return place === -1 ? undefined : `expected NPI ${expected.npis[place]} in place ${place}; got ${got.npis[place]}`
  }
  return differenceInPlaces(expected.npis, expected.miles, got.npis, got.miles, query.offset)
}

function differenceInPlaces(
  npis: readonly number[],
  miles: readonly number[],
  gotNpis: readonly number[],
  gotMiles: readonly number[],
  offset: number,
): string | undefined {
  const far = miles.findIndex((expected, index) => !(Math.abs(expected - gotMiles[index]) <= milesTolerated))
  if (far !== -1) return `expected ${miles[far]} miles in place ${far}; got ${gotMiles[far]}`
  // Who is as far away as the last may have been cut off, and on a later page as far as the first.
  const last = miles.at(-1) ?? 0
  const first = offset === 0 ? Number.NEGATIVE_INFINITY : (miles[0] ?? 0)
  const isSure = (distance: number) => distance < last - milesTolerated && distance > first + milesTolerated
  const there = new Set(gotNpis)
  const missing = npis.find((npi, index) => isSure(miles[index]) && !there.has(npi))
  return missing === undefined ? undefined : `expected NPI ${missing} on the page; it is not there`
}
