/** Where ZIP codes are, in the form in which the index and the answers have it, each worked out once. */
import { microdegrees } from '#registry/read/geometry'
import { locateZip } from '#registry/read/places'
import type { Place } from './batch-writer.ts'
import { bytesOf } from './bytes.ts'

/** The middle of a ZIP code. */
interface ZipPlace extends Place {
  /** The coordinates as JSON: longitude, latitude. */
  json: Uint8Array
}

const zipLength = 5
const unknown = 0
const nowhere = -1

/** Finds ZIP codes and remembers them. */
export class ZipPlaces {
  /** By the number of the ZIP code: where its place stands below, plus one, or one of the two above. */
  readonly #found = new Int32Array(10 ** zipLength)
  readonly #places: ZipPlace[] = []

  /** The middle of the ZIP code that this text begins with; undefined where it has no place. */
  find(bytes: Uint8Array, start: number, end: number): ZipPlace | undefined {
    if (end - start < zipLength) return undefined
    let number = 0
    for (let at = start; at < start + zipLength; at++) number = number * 10 + bytes[at] - 0x30
    const found = this.#found[number]
    if (found === unknown) return this.#add(number)
    return found === nowhere ? undefined : this.#places[found - 1]
  }

  #add(number: number): ZipPlace | undefined {
    const place = placeOf(String(number).padStart(zipLength, '0'))
    this.#found[number] = place === undefined ? nowhere : this.#places.push(place)
    return place
  }
}

function placeOf(zip: string): ZipPlace | undefined {
  const found = locateZip(zip)
  if (found === undefined) return undefined
  const latitude = Math.round(found.latitude * microdegrees)
  const longitude = Math.round(found.longitude * microdegrees)
  return { latitude, longitude, json: bytesOf(`[${longitude / microdegrees},${latitude / microdegrees}]`) }
}
