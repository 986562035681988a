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
    const spotStarts = this.#startsOf(from, to)
    const count = spotStarts[to - from]
    const [latitudes, longitudes] = [new Int32Array(count), new Int32Array(count)]
    const [states, locations] = [new Uint16Array(count), new Uint16Array(count)]
    const put = (at: number, spot: number) => {
      latitudes[at] = this.#positions[2 * spot]
      longitudes[at] = this.#positions[2 * spot + 1]
      states[at] = this.#states[spot]
    }
    for (let provider = from; provider < to; provider++) {
      const own = this.#providerSpots[provider]
      if (own === noSpot) continue
      const at = spotStarts[provider - from]
      if (own < spreadFrom) {
        put(at, own)
        continue
      }
      const first = this.#spreadStarts[own - spreadFrom]
      for (let entry = first; entry < this.#spreadStarts[own - spreadFrom + 1]; entry++) {
        put(at + entry - first, this.#spreadSpots[entry])
        locations[at + entry - first] = this.#spreadLocations[entry]
      }
    }
    return { spotStarts, latitudes, longitudes, states, locations }
  }

  /** Where the spots of each provider begin, and where the last one's end. */
  #startsOf(from: number, to: number): Uint32Array {
    const starts = new Uint32Array(to - from + 1)
    for (let provider = from; provider < to; provider++) {
      const own = this.#providerSpots[provider]
      let count = own === noSpot ? 0 : 1
      if (own !== noSpot && own >= spreadFrom) {
        count = this.#spreadStarts[own - spreadFrom + 1] - this.#spreadStarts[own - spreadFrom]
      }
      starts[provider - from + 1] = starts[provider - from] + count
    }
    return starts
  }
}
