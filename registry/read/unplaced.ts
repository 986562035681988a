/** Practice locations in the United States that nobody could place: by state, and in a state by provider. */
import { stateNumber } from './area.ts'
import { cityKey } from './city-key.ts'
import { lowerBound } from './lists.ts'
import type { UnplacedIn } from './query.ts'
import type { SnapshotFiles } from './snapshot-files.ts'
import { WrittenCities } from './written-cities.ts'

/** Providers, ascending and each once, and which of its locations it is, the first one of several. */
export interface UnplacedProviders {
  ordinals: Uint32Array
  locations: Uint16Array
}

const nobody: UnplacedProviders = { ordinals: new Uint32Array(), locations: new Uint16Array() }

export class Unplaced {
  private readonly states: Uint32Array
  private readonly providers: Uint32Array
  private readonly locations: Uint16Array
  private readonly cities: Uint32Array
  private readonly written: WrittenCities

  constructor(files: SnapshotFiles) {
    this.states = Uint32Array.from(files.u16('unplaced-states'))
    this.providers = files.u32('unplaced-providers')
    this.locations = files.u16('unplaced-locations')
    this.cities = files.u32('unplaced-cities')
    this.written = WrittenCities.in(files)
  }

  /** Those whose row says that they are in this state, and in this city where one is given. */
  in({ state, city }: UnplacedIn): UnplacedProviders {
    const number = stateNumber(state)
    const from = lowerBound(this.states, number, 0, this.states.length)
    const to = lowerBound(this.states, number + 1, from, this.states.length)
    if (from === to) return nobody
    const cityNumber = city === undefined ? undefined : this.written.numberOf(cityKey(city), state)
    if (city !== undefined && cityNumber === undefined) return nobody
    const ordinals: number[] = []
    const locations: number[] = []
    for (let at = from; at < to; at++) {
      if (cityNumber !== undefined && this.cities[at] !== cityNumber) continue
      if (ordinals.at(-1) === this.providers[at]) continue
      ordinals.push(this.providers[at])
      locations.push(this.locations[at])
    }
    return { ordinals: Uint32Array.from(ordinals), locations: Uint16Array.from(locations) }
  }
}
