/** Where ZIP codes are, in the form in which the index and the answers have it, each worked out once. */
import { microdegrees } from '#registry/read/geometry'
import { locateZip } from '#registry/read/places'
import type { Place } from './batch-writer.ts'
import { bytesOf } from './bytes.ts'

/** The middle of a ZIP code. */
export interface ZipPlace extends Place {
  /** The coordinates as JSON: longitude, latitude. */
  json: Uint8Array
}

/** Finds ZIP codes and remembers them. */
export class ZipPlaces {
  readonly #places = new Map<number, ZipPlace | undefined>()

  /** The middle of the ZIP code that these digits begin with; undefined where it has no place. */
  find(bytes: Uint8Array, start: number, end: number): ZipPlace | undefined {
    if (end - start < 5) return undefined
    let number = 0
    for (let at = start; at < start + 5; at++) number = number * 10 + bytes[at] - 0x30
    const known = this.#places.get(number)
    if (known !== undefined || this.#places.has(number)) return known
    const place = placeOf(Buffer.from(bytes.subarray(start, start + 5)).toString('latin1'))
    this.#places.set(number, place)
    return place
  }
}

function placeOf(zip: string): ZipPlace | undefined {
  const found = locateZip(zip)
  if (found === undefined) return undefined
  const [latitude, longitude] = [found.latitude, found.longitude].map((degrees) => Math.round(degrees * microdegrees))
  if (latitude === undefined || longitude === undefined) return undefined
  return { latitude, longitude, json: bytesOf(`[${longitude / microdegrees},${latitude / microdegrees}]`) }
}
