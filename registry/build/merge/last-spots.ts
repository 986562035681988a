import { noSpot, spreadFrom } from '#registry/read/points'
import type { SnapshotFiles } from '#registry/read/snapshot-files'
import type { Batch } from '../render/batch.ts'

type SpotColumns = Pick<Batch, 'spotStarts' | 'latitudes' | 'longitudes' | 'states' | 'locations'>

/** Where the providers of a snapshot practise, provider by provider. */
export class LastSpots {
  readonly #providerSpots: Uint32Array
  readonly #spreadStarts: Uint32Array
  readonly #spreadSpots: Uint32Array
  readonly #spreadLocations: Uint16Array
  readonly #positions: Int32Array
  readonly #states: Uint16Array

  constructor(files: SnapshotFiles) {
    this.#providerSpots = files.u32('provider-spots')
    this.#spreadStarts = files.u32('spread-starts')
    this.#spreadSpots = files.u32('spread-spots')
    this.#spreadLocations = files.u16('spread-locations')
    this.#positions = files.i32('spot-positions')
    this.#states = files.u16('spot-states')
  }

  /** The columns of a batch for the providers from one ordinal up to another. */
  of(from: number, to: number): SpotColumns {
    const spots: number[] = []
    const locations: number[] = []
    const spotStarts = new Uint32Array(to - from + 1)
    for (let provider = from; provider < to; provider++) {
      const own = this.#providerSpots[provider]
      if (own !== noSpot && own < spreadFrom) {
        spots.push(own)
        locations.push(0)
      } else if (own !== noSpot) {
        const number = own - spreadFrom
        for (let entry = this.#spreadStarts[number]; entry < this.#spreadStarts[number + 1]; entry++) {
          spots.push(this.#spreadSpots[entry])
          locations.push(this.#spreadLocations[entry])
        }
      }
      spotStarts[provider - from + 1] = spots.length
    }
    return {
      spotStarts,
      latitudes: Int32Array.from(spots, (spot) => this.#positions[2 * spot]),
      longitudes: Int32Array.from(spots, (spot) => this.#positions[2 * spot + 1]),
      states: Uint16Array.from(spots, (spot) => this.#states[spot]),
      locations: Uint16Array.from(locations),
    }
  }
}
