import { spreadFrom } from '#registry/read/points'
import type { SnapshotFiles } from '#registry/read/snapshot-files'
import type { Batch } from '../render/batch.ts'

type SpotColumns = Pick<Batch, 'spotStarts' | 'latitudes' | 'longitudes' | 'states' | 'locations'>

/**
 * Where the providers of a snapshot practise, provider by provider. Points stand by place there, so each is put where its
 * provider has it: to look for them provider by provider would meet another place in memory with every look.
 */
export class LastSpots {
  readonly #columns: SpotColumns

  constructor(files: SnapshotFiles) {
    const providers = files.u32('point-providers')
    const pointsOf = files.u32('provider-points')
    const spread = { starts: files.u32('spread-point-starts'), points: files.u32('spread-points') }
    const positions = files.i32('spot-positions')
    const statesOfSpots = files.u16('spot-states')
    const spots = files.u32('point-spots')
    const locationsOfPoints = files.u16('point-locations')

    const spotStarts = startsOf(providers, pointsOf.length)
    const latitudes = new Int32Array(providers.length)
    const longitudes = new Int32Array(providers.length)
    const states = new Uint16Array(providers.length)
    const locations = new Uint16Array(providers.length)
    for (let point = 0; point < providers.length; point++) {
      const own = pointsOf[providers[point]]
      let at = spotStarts[providers[point]]
      // Several points of one provider stand in the order of its locations.
      if (own >= spreadFrom) {
        for (let before = spread.starts[own - spreadFrom]; spread.points[before] !== point; before++) at++
      }
      latitudes[at] = positions[2 * spots[point]]
      longitudes[at] = positions[2 * spots[point] + 1]
      states[at] = statesOfSpots[spots[point]]
      locations[at] = locationsOfPoints[point]
    }
    this.#columns = { spotStarts, latitudes, longitudes, states, locations }
  }

  /** The columns of a batch for the providers from one ordinal up to another. */
  of(from: number, to: number): SpotColumns {
    const { spotStarts, latitudes, longitudes, states, locations } = this.#columns
    const [first, last] = [spotStarts[from], spotStarts[to]]
    return {
      spotStarts: spotStarts.subarray(from, to + 1).map((start) => start - first),
      latitudes: latitudes.subarray(first, last),
      longitudes: longitudes.subarray(first, last),
      states: states.subarray(first, last),
      locations: locations.subarray(first, last),
    }
  }
}

/** Where the points of each provider begin when they stand by provider. */
function startsOf(providers: Uint32Array, count: number): Uint32Array {
  const starts = new Uint32Array(count + 1)
  for (const provider of providers) starts[provider + 1]++
  for (let provider = 0; provider < count; provider++) starts[provider + 1] += starts[provider]
  return starts
}
