/**
 * Turns an address, city, ZIP code or state into a point: `offline:` by tables, `census:` by the US Census with offline
 * as fallback. `locate` never throws or waits past its limit: a slow service costs precision, not an answer.
 */

import type { PlaceAnswer, PlaceQuery } from '#registry/places/offline-geocoder'
import { statesOfCity } from '#registry/places/places'
import type { WrittenCities } from '#registry/places/written-cities'
import { locateOffline } from '../../../registry/places/offline-geocoder.ts'
import { type CensusOptions, openCensusGeocoder } from './census.ts'

export type GeocoderChoice = { kind: 'offline' } | { kind: 'census'; service: URL }

export interface Geocoder {
  /** `written` maps the registry's own spellings of cities. */
  locate(query: PlaceQuery, written?: WrittenCities): Promise<PlaceAnswer>
  close(): void
}

export function openGeocoder(choice: GeocoderChoice, options: CensusOptions = {}): Geocoder {
  // Loads the tables (0.5 s) before the first search.
  statesOfCity('')
  switch (choice.kind) {
    case 'offline':
      return { locate: async (query, written) => locateOffline(query, written).answer, close: () => {} }
    case 'census':
      return openCensusGeocoder(choice.service, options)
  }
}
