/** Practice locations in the United States that nobody could place: by state, and in a state by provider. */

import { cityKey } from '../places/city-key.ts'
import { WrittenCities } from '../places/written-cities.ts'
import { stateNumber } from './area.ts'
import { lowerBound } from './posting-lists.ts'
import type { UnplacedIn } from './query.ts'
import type { Found, FoundPage } from './search.ts'
import type { SnapshotFiles } from './snapshot-files.ts'

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

  /** Those whose row says that they are in this state, and in this city where one is given: ascending, by the first such location. */
  find({ state, city }: UnplacedIn, isMeant: (ordinal: number) => boolean): Found[] {
    const number = stateNumber(state)
    const from = lowerBound(this.states, number, 0, this.states.length)
    const to = lowerBound(this.states, number + 1, from, this.states.length)
    if (from === to) return nobody
    const cityNumber = city === undefined ? undefined : this.written.numberOf(cityKey(city), state)
    if (city !== undefined && cityNumber === undefined) return nobody
    const found: Found[] = []
    let last: number | undefined
    for (let at = from; at < to; at++) {
      const ordinal = this.providers[at]
      if (ordinal === last || (cityNumber !== undefined && this.cities[at] !== cityNumber)) continue
      last = ordinal
      if (isMeant(ordinal)) found.push({ ordinal, location: this.locations[at], distanceMiles: undefined })
    }
    return found
  }
}

const nobody: Found[] = []

/** A page of what was found, of which it has the total and its own part of the page, and behind all of that of others. */
export function withBehind(
  { total, page }: FoundPage,
  behind: Found[],
  wanted: { offset: number; limit: number },
): FoundPage {
  if (behind.length === 0) return { total, page }
  const from = Math.max(0, wanted.offset - total)
  const added = behind.slice(from, from + wanted.limit - page.length)
  return { total: total + behind.length, page: [...page, ...added] }
}
