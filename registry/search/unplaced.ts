/** Practice locations without a position, by the state and city of their rows. */
import { cityKey } from '../places/geography.ts'
import { WrittenCities } from '../places/written-cities.ts'
import { stateNumber } from './geometry.ts'
import { lowerBound } from './posting-lists.ts'
import type { UnplacedIn } from './query.ts'
import type { Found } from './searcher.ts'
import type { SnapshotFiles } from './snapshot.ts'

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

  /** Ascending, by the first such location. */
  find({ state, city }: UnplacedIn, isMatch: (ordinal: number) => boolean): Found[] {
    const number = stateNumber(state)
    const from = lowerBound(this.states, number, 0, this.states.length)
    const to = lowerBound(this.states, number + 1, from, this.states.length)
    if (from === to) return []
    const cityNumber = city === undefined ? undefined : this.written.numberOf(cityKey(city), state)
    if (city !== undefined && cityNumber === undefined) return []
    const found: Found[] = []
    let last: number | undefined
    for (let at = from; at < to; at++) {
      const ordinal = this.providers[at]
      if (ordinal === last || (cityNumber !== undefined && this.cities[at] !== cityNumber)) continue
      last = ordinal
      if (isMatch(ordinal)) found.push({ ordinal, location: this.locations[at], distanceMiles: undefined })
    }
    return found
  }
}
