/** Where ZIP codes are, in the form in which the index and the answers have it, each worked out once. */
import { microdegrees } from '#registry/read/geometry'
import { locateZip } from '#registry/read/places'
import type { Place } from './batch-writer.ts'
import { Bytes, bytesOf } from './bytes.ts'
import { growingI32 } from './growing.ts'

const zipLength = 5
const unknown = 0
const nowhere = -1

/**
 * Finds ZIP codes and remembers them, in columns: neighbours in a file are of places all over the country, and an object for each
 * place would be another line of memory to wait for.
 */
export class ZipPlaces {
  /** The middle of the ZIP code that was found last. */
  readonly place: Place = { latitude: 0, longitude: 0 }
  /** By the number of the ZIP code: where its place stands below, plus one, or one of the two above. */
  readonly #found = new Int32Array(10 ** zipLength)
  readonly #latitudes = growingI32()
  readonly #longitudes = growingI32()
  /** The coordinates as JSON, longitude and latitude, end to end, and where each ends. */
  readonly #json = new Bytes()
  readonly #jsonEnds = growingI32()
  #jsonStart = 0
  #jsonEnd = 0

  /** Finds the middle of the ZIP code that this text begins with; false where it has no place. */
  find(bytes: Uint8Array, start: number, end: number): boolean {
    if (end - start < zipLength) return false
    let number = 0
    for (let at = start; at < start + zipLength; at++) number = number * 10 + bytes[at] - 0x30
    if (this.#found[number] === unknown) this.#found[number] = this.#add(number)
    const found = this.#found[number]
    if (found === nowhere) return false
    this.place.latitude = this.#latitudes.at(found - 1)
    this.place.longitude = this.#longitudes.at(found - 1)
    this.#jsonStart = found === 1 ? 0 : this.#jsonEnds.at(found - 2)
    this.#jsonEnd = this.#jsonEnds.at(found - 1)
    return true
  }

  /** Writes the coordinates of the place found last. */
  write(out: Bytes): void {
    out.copy(this.#json.buffer, this.#jsonStart, this.#jsonEnd)
  }

  #add(number: number): number {
    const found = locateZip(String(number).padStart(zipLength, '0'))
    if (found === undefined) return nowhere
    const latitude = Math.round(found.latitude * microdegrees)
    const longitude = Math.round(found.longitude * microdegrees)
    this.#latitudes.push(latitude)
    this.#longitudes.push(longitude)
    this.#json.put(bytesOf(`[${longitude / microdegrees},${latitude / microdegrees}]`))
    this.#jsonEnds.push(this.#json.length)
    return this.#jsonEnds.length
  }
}
