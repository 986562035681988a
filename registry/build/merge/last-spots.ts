import { noPoint, spreadFrom } from '#registry/read/points'
import type { SnapshotFiles } from '#registry/read/snapshot-files'
import type { Batch } from '../render/batch.ts'
import { growingI32, growingU16, growingU32 } from '../render/growing.ts'

/** Where the providers of a snapshot practise, provider by provider. */
export class LastSpots {
  readonly #providerPoints: Uint32Array
  readonly #spreadStarts: Uint32Array
  readonly #spreadPoints: Uint32Array
  readonly #locations: Uint16Array
  readonly #spots: Uint32Array
  readonly #positions: Int32Array
  readonly #states: Uint16Array
  readonly #columns = {
    spotStarts: growingU32(),
    latitudes: growingI32(),
    longitudes: growingI32(),
    states: growingU16(),
    locations: growingU16(),
  }

  constructor(files: SnapshotFiles) {
    this.#providerPoints = files.u32('provider-points')
    this.#spreadStarts = files.u32('spread-point-starts')
    this.#spreadPoints = files.u32('spread-points')
    this.#locations = files.u16('point-locations')
    this.#spots = files.u32('point-spots')
    this.#positions = files.i32('spot-positions')
    this.#states = files.u16('spot-states')
  }

  /** The columns of a batch for the providers from one ordinal up to another. */
  of(from: number, to: number): Pick<Batch, 'spotStarts' | 'latitudes' | 'longitudes' | 'states' | 'locations'> {
    const { spotStarts, latitudes, longitudes, states, locations } = this.#columns
    for (let provider = from; provider < to; provider++) {
      spotStarts.push(latitudes.length)
      this.#add(this.#providerPoints[provider])
    }
    spotStarts.push(latitudes.length)
    return {
      spotStarts: spotStarts.take(),
      latitudes: latitudes.take(),
      longitudes: longitudes.take(),
      states: states.take(),
      locations: locations.take(),
    }
  }

  #add(points: number): void {
    if (points === noPoint) return
    if (points < spreadFrom) {
      this.#addPoint(points)
      return
    }
    const number = points - spreadFrom
    for (let at = this.#spreadStarts[number]; at < this.#spreadStarts[number + 1]; at++) {
      this.#addPoint(this.#spreadPoints[at])
    }
  }

  #addPoint(point: number): void {
    const { latitudes, longitudes, states, locations } = this.#columns
    const spot = this.#spots[point]
    latitudes.push(this.#positions[2 * spot])
    longitudes.push(this.#positions[2 * spot + 1])
    states.push(this.#states[spot])
    locations.push(this.#locations[point])
  }
}
