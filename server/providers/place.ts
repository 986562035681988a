/**
 * Understands the place of a search: coordinates as they are, words through the geocoder. A search names one place; the
 * parts of an address (address, city, state, postalCode) together make one.
 */
import { radiusMilesDefault } from '#contract/limits'
import type { Precision, ProviderSearch } from '#contract/provider-search'
import type { SearchPlace } from '#registry/read/query'
import type { Fail } from '../http/verb.ts'
import type { Geocoder } from '../parts/geocoder.ts'
import { shown, shownName } from '../shown.ts'

/** What understanding a place needs to be able to fail with. */
export type PlaceFail = Fail<'invalid_input' | 'one_place_only' | 'place_not_found' | 'place_contradicts'>

interface UnderstoodPlace {
  place: SearchPlace
  /** What the answer says of it. */
  location: { query: string; latitude: number; longitude: number; precision: Precision; radiusMiles?: number }
}

const wordParameters = ['address', 'city', 'state', 'postalCode'] as const
const anyPlace = 'a place beside it, such as address or latitude and longitude'

/** The place of a search, or undefined when it names none; only words have to be waited for. */
export function placeOf(
  query: ProviderSearch,
  geocoder: Geocoder,
  fail: PlaceFail,
): UnderstoodPlace | undefined | Promise<UnderstoodPlace> {
  const words = wordParameters.filter((name) => query[name] !== undefined)
  const point = pointOf(query, fail)
  if (point !== undefined) {
    if (words.length > 0) fail('one_place_only', { parameters: ['latitude', 'longitude', ...words] })
    return around(point, `${point.latitude}, ${point.longitude}`, 'point', query.radius ?? radiusMilesDefault)
  }
  if (words.length > 0) return placeOfWords(query, geocoder, fail)
  if (query.radius !== undefined) fail('invalid_input', { parameter: 'radius', expected: anyPlace, got: 'none' })
  return undefined
}

function pointOf({ latitude, longitude }: ProviderSearch, fail: PlaceFail) {
  if (latitude === undefined && longitude === undefined) return undefined
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude }
  const [parameter, given] = latitude === undefined ? ['latitude', 'longitude'] : ['longitude', 'latitude']
  return fail('invalid_input', { parameter, expected: `degrees, since ${given} is given`, got: 'nothing' })
}

async function placeOfWords(query: ProviderSearch, geocoder: Geocoder, fail: PlaceFail): Promise<UnderstoodPlace> {
  const { address, city, state, postalCode, radius } = query
  if (city !== undefined && state === undefined && postalCode === undefined && address === undefined) {
    fail('invalid_input', {
      parameter: 'state',
      expected: 'a two-letter state code, since city is given',
      got: 'nothing',
    })
  }
  const found = await geocoder.locate({
    ...(address !== undefined && { address }),
    ...(city !== undefined && { city }),
    ...(state !== undefined && { state }),
    ...(postalCode !== undefined && { postalCode }),
  })
  switch (found.kind) {
    case 'contradicts':
      return fail('place_contradicts', {
        parameter: found.parameter,
        expected: found.expected,
        got: shownName(found.got),
      })
    case 'notFound': {
      const parameter = wordParameters.find((name) => query[name] !== undefined) ?? 'address'
      return fail('place_not_found', { parameter, query: shown(found.query), understood: found.understood })
    }
    case 'found':
      return found.precision === 'state' && found.state !== undefined
        ? inState(found, found.state, found.query, radius)
        : around(found, found.query, found.precision, radius ?? radiusMilesDefault)
  }
}

interface Point {
  latitude: number
  longitude: number
}

function around({ latitude, longitude }: Point, query: string, precision: Precision, radiusMiles: number) {
  return {
    place: { latitude, longitude, radiusMiles },
    location: { query, latitude, longitude, precision, radiusMiles },
  }
}

/** A whole state is searched; a radius, when given, narrows that to the surroundings of its middle. */
function inState({ latitude, longitude }: Point, state: string, query: string, radiusMiles: number | undefined) {
  const narrowed = radiusMiles === undefined ? {} : { radiusMiles }
  return {
    place: { latitude, longitude, state, ...narrowed },
    location: { query, latitude, longitude, precision: 'state', ...narrowed } as const,
  }
}
