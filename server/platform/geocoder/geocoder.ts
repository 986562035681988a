/**
 * Geocoder: turns an address, a city, a ZIP code or a state into a point on the map. Two implementations: `offline:` knows
 * ZIP codes, cities and states and asks nobody; `census:` asks the geocoder of the US Census for street addresses and
 * falls back to offline. `locate` never throws and never waits longer than the time limit: a service that is slow,
 * broken or gone costs precision, not an answer. What nobody can place is answered with what was understood of it.
 */

import type { PlaceAnswer, PlaceQuery } from '#registry/places/place-query'
import { statesOfCity } from '#registry/places/places'
import type { WrittenCities } from '#registry/places/written-cities'
import { locateOffline } from '../../../registry/places/offline-geocoder.ts'
import { type CensusOptions, openCensusGeocoder } from './census.ts'

/** Tables of our own, or a service that answers as the geocoder of the US Census does. */
export type GeocoderChoice = { kind: 'offline' } | { kind: 'census'; service: URL }

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
