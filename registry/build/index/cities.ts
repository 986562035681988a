/** Writes how rows write their cities, and which providers have a location there that could not be placed. */
import { unplacedLatitude } from '#registry/places/written-cities'
import { stateNumber } from '#registry/search/geometry'
import type { Batch } from '../join/batch.ts'
import type { PlacedCities } from '../rows/city-tally.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'

interface Unplaced {
  ordinal: number
  location: number
  name: string
}

export class CityWriter {
  readonly #unplaced: Unplaced[] = []

  add({ unplacedProviders, unplacedLocations, unplacedCities }: Batch, firstOrdinal: number): void {
    const names = unplacedCities.split('\n')
    for (let at = 0; at < unplacedProviders.length; at++) {
      const ordinal = firstOrdinal + unplacedProviders[at]
      this.#unplaced.push({ ordinal, location: unplacedLocations[at], name: names[at] ?? '' })
    }
  }

  write(folder: SnapshotFolder, placed: PlacedCities): void {
    const positions = new Map(placed.names.map((name, at) => [name, placed.positions.subarray(2 * at, 2 * at + 2)]))
    const names = [...new Set([...placed.names, ...this.#unplaced.map(({ name }) => name)])].sort()
    const numbers = new Map(names.map((name, number) => [name, number]))
    folder.lines('written-cities', names)
    folder.array(
      'written-city-positions',
      Int32Array.from(names.flatMap((name) => [...(positions.get(name) ?? [unplacedLatitude, 0])])),
    )
    const unplaced = this.#unplaced
      .map((one) => ({ ...one, state: stateNumber(one.name.slice(-2)) }))
      .sort((a, b) => a.state - b.state || a.ordinal - b.ordinal || a.location - b.location)
    const column = (read: (one: (typeof unplaced)[number]) => number) => unplaced.map(read)
    folder.array('unplaced-states', Uint16Array.from(column(({ state }) => state)))
    folder.array('unplaced-providers', Uint32Array.from(column(({ ordinal }) => ordinal)))
    folder.array('unplaced-locations', Uint16Array.from(column(({ location }) => location)))
    folder.array('unplaced-cities', Uint32Array.from(column(({ name }) => numbers.get(name) ?? 0)))
  }
}
