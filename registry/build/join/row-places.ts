/**
 * Where the addresses of rows are, in the form in which the index and the answers have it, each place worked out once. An address
 * is where its ZIP code is. Where that has no place, or lies in another state than the address says, its city and state tell it.
 */

import { cityKey } from '#registry/places/city-key'
import { locateCity, locateZip } from '#registry/places/places'
import type { Position } from '#registry/places/position'
import { militaryStates, stateNames } from '#registry/places/state-names'
import { type WrittenCities, writtenName } from '#registry/places/written-cities'
import { stateNumber } from '#registry/search/area'
import { microdegrees } from '#registry/search/geometry'
import type { Address } from './address.ts'
import type { Place } from './batch-writer.ts'
import { Bytes, bytesOf } from './bytes.ts'
import { growingI32 } from './growing.ts'

const zipLength = 5
const unknown = 0
const nowhere = -1

/** The states and territories there are, and the military ones, by `stateNumber`. */
const states: ReadonlyMap<number, string> = new Map(
  [...stateNames.keys(), ...militaryStates].map((state) => [stateNumber(state), state]),
)

/**
 * Finds places and remembers them, in columns: neighbours in a file are of places all over the country, and an object for each
 * place would be another line of memory to wait for.
 */
export class RowPlaces {
  /** The place that was found last. */
  readonly place: Place = { latitude: 0, longitude: 0 }
  /** By the number of the ZIP code: where its place stands below, plus one, or one of the two above. */
  readonly #ofZips = new Int32Array(10 ** zipLength)
  /** The same by city and state, for the few rows that are placed so. */
  readonly #ofCities = new Map<string, number>()
  readonly #written: WrittenCities
  readonly #latitudes = growingI32()
  readonly #longitudes = growingI32()
  /** By `stateNumber`; 0 of cities. */
  readonly #states = growingI32()
  /** The coordinates as JSON, longitude and latitude, end to end, and where each ends. */
  readonly #json = new Bytes()
  readonly #jsonEnds = growingI32()
  #jsonStart = 0
  #jsonEnd = 0

  constructor(written: WrittenCities) {
    this.#written = written
  }

  /** Finds where an address is; false where nobody can say. */
  find(address: Address): boolean {
    const { bytes, countryEnd } = address
    const ofZip = this.#zipPlace(bytes.buffer, countryEnd, bytes.length)
    const state = states.get(address.state)
    const isOfZip = ofZip !== nowhere && (state === undefined || this.#states.at(ofZip - 1) === address.state)
    const found = isOfZip ? ofZip : state === undefined ? nowhere : this.#cityPlace(address.city, state)
    if (found === nowhere) return false
    this.place.latitude = this.#latitudes.at(found - 1)
    this.place.longitude = this.#longitudes.at(found - 1)
    this.#jsonStart = found === 1 ? 0 : this.#jsonEnds.at(found - 2)
    this.#jsonEnd = this.#jsonEnds.at(found - 1)
    return true
  }

  /** The name by which an address is found that has no place; undefined where its state is none. */
  writtenCity(address: Address): string | undefined {
    const state = states.get(address.state)
    return state === undefined ? undefined : writtenName(cityKey(address.city), state)
  }

  /** Writes the coordinates of the place found last. */
  write(out: Bytes): void {
    out.copy(this.#json.buffer, this.#jsonStart, this.#jsonEnd)
  }

  /** The place of the ZIP code that this text begins with. */
  #zipPlace(bytes: Uint8Array, start: number, end: number): number {
    if (end - start < zipLength) return nowhere
    let number = 0
    for (let at = start; at < start + zipLength; at++) {
      const digit = bytes[at] - 0x30
      if (digit < 0 || digit > 9) return nowhere
      number = number * 10 + digit
    }
    if (this.#ofZips[number] === unknown) {
      const found = locateZip(String(number).padStart(zipLength, '0'))
      this.#ofZips[number] = found === undefined ? nowhere : this.#add(found, stateNumber(found.state))
    }
    return this.#ofZips[number]
  }

  #cityPlace(city: string, state: string): number {
    const name = `${city}, ${state}`
    const known = this.#ofCities.get(name)
    if (known !== undefined) return known
    const found = locateCity(city, state, this.#written)
    const place = found === undefined ? nowhere : this.#add(found, 0)
    this.#ofCities.set(name, place)
    return place
  }

  #add(found: Position, state: number): number {
    const latitude = Math.round(found.latitude * microdegrees)
    const longitude = Math.round(found.longitude * microdegrees)
    this.#latitudes.push(latitude)
    this.#longitudes.push(longitude)
    this.#states.push(state)
    this.#json.put(bytesOf(`[${longitude / microdegrees},${latitude / microdegrees}]`))
    this.#jsonEnds.push(this.#json.length)
    return this.#jsonEnds.length
  }
}
