/** Collects where providers practise as batches come. */
import { type PointKind, type PointSex, pointClasses } from '#registry/search/point-classes'
import { isDoctorFlag, isFemaleFlag, isMaleFlag, isOrganizationFlag } from '#registry/search/providers'
import type { Batch } from '../join/batch.ts'
import { columnOfI32, columnOfU8, columnOfU16, columnOfU32 } from './column.ts'
import { type PlaceIndex, placeIndexOf } from './place-index.ts'

/** The class of a provider's points: by its flags, times two, and one more when its primary location is its only point. */
const classOfFlags = Uint8Array.from({ length: 2 ** 5 }, (_, key) => {
  const flags = key >> 1
  const has = (flag: number) => (flags & flag) !== 0
  const kind: PointKind = has(isOrganizationFlag) ? 'organization' : has(isDoctorFlag) ? 'doctor' : 'otherIndividual'
  const sex: PointSex = has(isMaleFlag) ? 'M' : has(isFemaleFlag) ? 'F' : null
  return pointClasses.findIndex((one) => one.kind === kind && one.sex === sex && one.isOnly === (key % 2 === 1))
})

export type BatchPoints = Pick<Batch, 'flags' | 'spotStarts' | 'latitudes' | 'longitudes' | 'states' | 'locations'>

export class PointCollector {
  private readonly latitudes = columnOfI32()
  private readonly longitudes = columnOfI32()
  private readonly providers = columnOfU32()
  private readonly locations = columnOfU16()
  private readonly states = columnOfU16()
  private readonly classes = columnOfU8()
  private readonly providerStarts = columnOfU32()

  /** Providers are added in the order of their ordinals, `firstOrdinal` being that of the first. */
  add({ flags, spotStarts, latitudes, longitudes, states, locations }: BatchPoints, firstOrdinal: number): void {
    const first = this.providers.length
    for (let index = 0; index < flags.length; index++) {
      const count = spotStarts[index + 1] - spotStarts[index]
      const isOnly = count === 1 && locations[spotStarts[index]] === 0
      const pointClass = classOfFlags[flags[index] * 2 + (isOnly ? 1 : 0)]
      this.providerStarts.push(first + spotStarts[index])
      for (let spot = 0; spot < count; spot++) {
        this.providers.push(firstOrdinal + index)
        this.classes.push(pointClass)
      }
    }
    this.latitudes.append(latitudes)
    this.longitudes.append(longitudes)
    this.states.append(states)
    this.locations.append(locations)
  }

  /** The index of all that were added; nothing can be added then. */
  index(): PlaceIndex {
    this.providerStarts.push(this.providers.length)
    return placeIndexOf({
      latitudes: this.latitudes.whole(),
      longitudes: this.longitudes.whole(),
      providers: this.providers.whole(),
      locations: this.locations.whole(),
      states: this.states.whole(),
      classes: this.classes.whole(),
      providerStarts: this.providerStarts.whole(),
    })
  }
}
