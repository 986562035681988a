/** Counts of a search by state, county or ZIP code. */
import type { Api } from '#contract/api'
import type { AreaKind, CountedArea } from '#contract/explore-endpoints'
import type { ProviderKind, ProviderSearch } from '#contract/provider-search'
import { countyAt, zipAt } from '#registry/places/areas'
import { stateNames } from '#registry/places/geography'
import type { RegistrySource } from '#registry/search/follow'
import { microdegrees } from '#registry/search/geometry'
import type { Registry } from '#registry/search/query'
import type { Verb } from '../http/verb.ts'
import type { Geocoder } from '../platform/geocoder/geocoder.ts'
import { registryHeaders } from './found.ts'
import { placeOf } from './place.ts'
import { type SearchFail, wantedBy } from './search.ts'

interface CountParts {
  registry: RegistrySource
  geocoder: Geocoder
}

export function countProviders(parts: CountParts): Verb<Api['countProviders']> {
  return async ({ query: { kind, by, ...query }, fail }) => {
    refuseOthers(kind, query, fail)
    return countsOf({ kind, by, query }, parts, fail)
  }
}

const ofPersons = ['credential', 'gender', 'licensedIn', 'licenseVerified', 'acceptsMedicare'] as const
const ofOrganizations = ['facilityType', 'minRating'] as const

/** What no provider of a kind has would be counted as none. */
export function refuseOthers(kind: ProviderKind, query: ProviderSearch, fail: SearchFail): void {
  for (const parameter of kind === 'organizations' ? ofPersons : ofOrganizations) {
    const got = query[parameter]
    if (got !== undefined)
      fail('invalid_input', { parameter, expected: `none, since kind is ${kind}`, got: String(got) })
  }
}

/** Without `by`, what fits the place. */
export async function countsOf(
  { kind, by: given, query }: { kind: ProviderKind; by: AreaKind | undefined; query: ProviderSearch },
  parts: CountParts,
  fail: SearchFail,
) {
  const place = await placeOf(query, parts, fail)
  const registry = parts.registry.current() ?? fail('not_ready', { waitingFor: ['the registry'] })
  const by = given ?? (place === undefined ? 'state' : place.location.radiusMiles === undefined ? 'county' : 'zip')
  if (by === 'zip' && place === undefined) {
    fail('invalid_input', { parameter: 'by', expected: 'state or county, since no place is given', got: 'zip' })
  }
  const { offset: _, limit: __, ...filters } = wantedBy(query, registry, { resource: kind, offset: 0, limit: 0 }, fail)
  const wanted = { ...filters, ...place?.filters }
  const total = registry.count(wanted)
  const areas = areasOf(registry.countBySpot(wanted), (await spotAreas(registry))[by], registry.spots.positions)
  const counted = areas.reduce((sum, { count }) => sum + count, 0)
  const location = place === undefined ? {} : { location: place.location }
  return { output: { by, areas, total, unplaced: total - counted, ...location }, headers: registryHeaders(registry) }
}

type Named = Pick<CountedArea, 'code' | 'name' | 'state'>

/** The areas of one kind, and for each spot the number of its area. */
interface Areas {
  named: Named[]
  ofSpots: Uint32Array
}

type SpotAreas = Record<AreaKind, Areas>

function areasOf(counts: Uint32Array, { named, ofSpots }: Areas, positions: Int32Array): CountedArea[] {
  const sums = named.map((area) => ({ area, count: 0, latitudes: 0, longitudes: 0 }))
  for (let spot = 0; spot < counts.length; spot++) {
    const count = counts[spot]
    if (count === 0) continue
    const sum = sums[ofSpots[spot]]
    sum.count += count
    sum.latitudes += count * positions[2 * spot]
    sum.longitudes += count * positions[2 * spot + 1]
  }
  return sums
    .filter(({ count }) => count > 0)
    .map(({ area, count, latitudes, longitudes }): CountedArea => {
      return { ...area, count, coords: [degrees(longitudes / count), degrees(latitudes / count)] }
    })
    .sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1))
}

const degrees = (micro: number): number => Math.round(micro / 100) / 10_000

const known = new WeakMap<Registry, Promise<SpotAreas>>()

function spotAreas(registry: Registry): Promise<SpotAreas> {
  const made = known.get(registry) ?? makeAreas(registry)
  known.set(registry, made)
  return made
}

const spotsAtOnce = 500

/** Once for each version, in short steps. */
async function makeAreas({ spots: { positions, states } }: Registry): Promise<SpotAreas> {
  const [ofState, ofCounty, ofZip] = [
    new AreaList(states.length),
    new AreaList(states.length),
    new AreaList(states.length),
  ]
  for (let spot = 0; spot < states.length; spot++) {
    if (spot % spotsAtOnce === 0) await new Promise((resolve) => setImmediate(resolve))
    const state = String.fromCharCode(states[spot] >> 8, states[spot] & 255)
    const position = { latitude: positions[2 * spot] / microdegrees, longitude: positions[2 * spot + 1] / microdegrees }
    const unknown = { code: state, name: stateNames.get(state) ?? state }
    const zip = zipAt(position)
    ofState.put(spot, state, unknown)
    ofCounty.put(spot, state, countyAt(position, state) ?? unknown)
    ofZip.put(spot, state, zip === undefined ? unknown : { code: zip.zip, name: zip.city })
  }
  return { state: ofState, county: ofCounty, zip: ofZip }
}

class AreaList implements Areas {
  readonly named: Named[] = []
  readonly ofSpots: Uint32Array
  private readonly numbers = new Map<string, number>()

  constructor(spotCount: number) {
    this.ofSpots = new Uint32Array(spotCount)
  }

  put(spot: number, state: string, { code, name }: Omit<Named, 'state'>): void {
    const key = `${code} ${state}`
    const number = this.numbers.get(key) ?? this.named.push({ code, name, state }) - 1
    this.numbers.set(key, number)
    this.ofSpots[spot] = number
  }
}
