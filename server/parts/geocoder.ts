/**
 * Geocoder: turns an address, a city, a ZIP code or a state into a point on the map. Two implementations: `offline:` knows
 * ZIP codes, cities and states and asks nobody; `census:` asks the geocoder of the US Census for street addresses and
 * falls back to offline. `locate` never throws and never waits longer than the time limit: a service that is slow,
 * broken or gone costs precision, not an answer. What nobody can place is answered with what was understood of it.
 */
import { statesOfCity } from '#registry/read/places'
import type { WrittenCities } from '#registry/read/written-cities'
import type { GeocoderChoice } from '../settings-geocoder.ts'
import { type CensusOptions, openCensusGeocoder } from './geocoder-census.ts'
import { locateOffline } from './geocoder-offline.ts'

/** What to place; at least one part is given. The others complete `address`. */
export interface PlaceQuery {
  /** Free text: a street address, a city (with its state unless one city of its name dominates), a ZIP code or a state. */
  address?: string
  city?: string
  /** Two-letter code, in upper case. */
  state?: string
  /** Five digits. */
  postalCode?: string
}

export interface PlaceFound {
  kind: 'found'
  /** The query, put together in one line, with the state that its city was understood to be in. */
  query: string
  latitude: number
  longitude: number
  precision: 'rooftop' | 'zip' | 'city' | 'state'
  /** Two-letter code. */
  state?: string
  city?: string
}

interface PlaceNotFound {
  kind: 'notFound'
  query: string
  /** One or two sentences for the caller: what was understood, and what was missing. */
  understood: string
}

/** A military state, or a city that rows of the registry name and nobody can place: it is searched as it is written. */
export interface PlaceUnplaced {
  kind: 'unplaced'
  query: string
  /** Two-letter code. */
  state: string
  city?: string
}

/** A part of the query that lies elsewhere than the others. */
interface PlaceContradicts {
  kind: 'contradicts'
  parameter: 'state' | 'city'
  expected: string
  got: string
}

export type PlaceAnswer = PlaceFound | PlaceUnplaced | PlaceNotFound | PlaceContradicts

export interface Geocoder {
  /** `written` is how the rows of the registry to be searched write their cities. */
  locate(query: PlaceQuery, written?: WrittenCities): Promise<PlaceAnswer>
  /** Ends requests under way; `locate` then answers as offline does. */
  close(): void
}

/** Opens the geocoder that a setting names. */
export function openGeocoder(choice: GeocoderChoice, options: CensusOptions = {}): Geocoder {
  // The tables of places are read now, which takes some 0.5 s, so that the first search does not wait for them.
  statesOfCity('')
  switch (choice.kind) {
    case 'offline':
      return { locate: async (query, written) => locateOffline(query, written).answer, close: () => {} }
    case 'census':
      return openCensusGeocoder(choice.service, options)
  }
}
