/** The place of a search: coordinates, or words (address, city, state, postalCode) through the geocoder. */
import { radiusMilesDefault } from '#contract/limits'
import type { Precision, ProviderSearch } from '#contract/provider-search'
import type { PlaceUnplaced } from '#registry/places/offline-geocoder'
import type { RegistrySource } from '#registry/search/follow'
import type { Filters } from '#registry/search/query'
import type { Fail } from '../http/verb.ts'
import type { Geocoder } from '../platform/geocoder/geocoder.ts'
import { shown, shownName } from '../platform/shown.ts'

export type PlaceFail = Fail<'invalid_input' | 'one_place_only' | 'place_not_found' | 'place_contradicts'>

interface UnderstoodPlace {
  filters: Pick<Filters, 'place' | 'unplacedIn'>
  location: { query: string; latitude?: number; longitude?: number; precision: Precision; radiusMiles?: number }
}

interface PlaceParts {
  geocoder: Geocoder
  /** It has the spellings of cities. */
  registry: RegistrySource
}

const wordParameters = ['address', 'city', 'state', 'postalCode'] as const
const anyPlace = 'a place beside it, such as address or latitude and longitude'

/** Undefined when the search names no place; only words are waited for. */
export function placeOf(
  query: ProviderSearch,
  parts: PlaceParts,
  fail: PlaceFail,
): UnderstoodPlace | undefined | Promise<UnderstoodPlace> {
  const words = wordParameters.filter((name) => query[name] !== undefined)
  const point = pointOf(query, fail)
  if (point !== undefined) {
    if (words.length > 0) fail('one_place_only', { parameters: ['latitude', 'longitude', ...words] })
    return around(point, `${point.latitude}, ${point.longitude}`, 'point', query.radius ?? radiusMilesDefault)
  }
  if (words.length > 0) return placeOfWords(query, parts, fail)
  if (query.radius !== undefined) fail('invalid_input', { parameter: 'radius', expected: anyPlace, got: 'none' })
  return undefined
}

function pointOf({ latitude, longitude }: ProviderSearch, fail: PlaceFail) {
  if (latitude === undefined && longitude === undefined) return undefined
  if (latitude !== undefined && longitude !== undefined) return { latitude, longitude }
  const [parameter, given] = latitude === undefined ? ['latitude', 'longitude'] : ['longitude', 'latitude']
  return fail('invalid_input', { parameter, expected: `degrees, since ${given} is given`, got: 'nothing' })
}

async function placeOfWords(
  query: ProviderSearch,
  { geocoder, registry }: PlaceParts,
  fail: PlaceFail,
): Promise<UnderstoodPlace> {
  const { address, city, state, postalCode, radius } = query
  if (city !== undefined && state === undefined && postalCode === undefined && address === undefined) {
    fail('invalid_input', {
      parameter: 'state',
      expected: 'a two-letter state code, since city is given',
      got: 'nothing',
    })
  }
  const asked = {
    ...(address !== undefined && { address }),
    ...(city !== undefined && { city }),
    ...(state !== undefined && { state }),
    ...(postalCode !== undefined && { postalCode }),
  }
  const found = await geocoder.locate(asked, registry.current()?.cities)
  switch (found.kind) {
    case 'contradicts':
      return fail('place_contradicts', {
        parameter: found.parameter,
        expected: found.expected,
        got: shownName(found.got),
      })
    case 'notFound': {
      const parameter = wordParameters.find((name) => query[name] !== undefined) ?? 'address'
      return fail('place_not_found', { parameter, query: shown(found.query), reason: found.reason })
    }
    case 'unplaced':
      return radius === undefined
        ? asWritten(found)
        : fail('invalid_input', {
            parameter: 'radius',
            expected: 'none, since we don’t know where this place is',
            got: String(radius),
          })
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
    filters: { place: { latitude, longitude, radiusMiles } },
    location: { query, latitude, longitude, precision, radiusMiles },
  }
}

/** The whole state; a radius narrows it to the surroundings of its center. */
function inState({ latitude, longitude }: Point, state: string, query: string, radiusMiles: number | undefined) {
  const narrowed = radiusMiles === undefined ? {} : { radiusMiles }
  return {
    filters: { place: { latitude, longitude, state, ...narrowed } },
    location: { query, latitude, longitude, precision: 'state', ...narrowed } as const,
  }
}

/** The place is unknown: finds rows that name it, without distances. */
function asWritten({ query, state, city }: PlaceUnplaced): UnderstoodPlace {
  const precision = city === undefined ? 'state' : 'city'
  return { filters: { unplacedIn: { state, ...(city !== undefined && { city }) } }, location: { query, precision } }
}
