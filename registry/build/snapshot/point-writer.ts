/** Writes where providers practise: points by cell, class and spot, and for every taxonomy and credential its points. */
import { firstSpreadClass, type PointKind, type PointSex, pointClasses } from '#registry/read/point-classes'
import { siteOf } from '#registry/read/point-runs'
import { noSpot, spreadFrom } from '#registry/read/points'
import { isDoctorFlag, isFemaleFlag, isMaleFlag, isOrganizationFlag } from '#registry/read/providers'
import type { Batch } from '../render/batch.ts'
import { cellOrder, type PlacedPoints } from './cell-order.ts'
import { columnOfI32, columnOfU8, columnOfU16, columnOfU32 } from './column.ts'
import { writeCells, writeGroups } from './group-writer.ts'
import type { WrittenSets } from './set-writer.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'

/** The class of a provider's points: by its flags, times two, and one more when its primary location is its only point. */
const classOfFlags = Uint8Array.from({ length: 2 ** 5 }, (_, key) => {
  const flags = key >> 1
  const has = (flag: number) => (flags & flag) !== 0
  const kind: PointKind = has(isOrganizationFlag) ? 'organization' : has(isDoctorFlag) ? 'doctor' : 'otherIndividual'
  const sex: PointSex = has(isMaleFlag) ? 'M' : has(isFemaleFlag) ? 'F' : null
  return pointClasses.findIndex((one) => one.kind === kind && one.sex === sex && one.isOnly === (key % 2 === 1))
})

/** Points in the order they came in, which is that of their providers and of each provider's locations. */
interface PointColumns extends PlacedPoints {
  providers: Uint32Array
  locations: Uint16Array
}

/** Collects the points of all providers, then writes them in one go. */
export class PointWriter {
  private readonly latitudes = columnOfI32()
  private readonly longitudes = columnOfI32()
  private readonly providers = columnOfU32()
  private readonly locations = columnOfU16()
  private readonly states = columnOfU16()
  private readonly classes = columnOfU8()
  private readonly providerStarts = columnOfU32()

  /** Providers are added in the order of their ordinals, `firstOrdinal` being that of the first. */
  add({ flags, spotStarts, latitudes, longitudes, states, locations }: Batch, firstOrdinal: number): void {
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

  /**
   * Writes points and groups, when every provider was added. `vocabularies` are those whose members a search with a place may
   * ask for, by name, of the same providers.
   */
  write(folder: SnapshotFolder, vocabularies: Record<string, WrittenSets>): void {
    this.providerStarts.push(this.providers.length)
    const columns: PointColumns = {
      latitudes: this.latitudes.whole(),
      longitudes: this.longitudes.whole(),
      providers: this.providers.whole(),
      locations: this.locations.whole(),
      states: this.states.whole(),
      classes: this.classes.whole(),
    }
    const { order, keys, starts } = cellOrder(columns)
    folder.array(
      'cell-numbers',
      Uint32Array.from(keys, (key) => Math.floor(key / 2 ** 16)),
    )
    folder.array(
      'cell-states',
      Uint16Array.from(keys, (key) => key % 2 ** 16),
    )
    const spots = writeSpots(folder, order, columns, starts)
    const spotsAsMet = new Uint32Array(order.length)
    for (let point = 0; point < order.length; point++) spotsAsMet[order[point]] = spots[point]
    const holders = writeProviders(folder, order, columns, spotsAsMet, this.providerStarts.whole())
    const sites = spots.map((spot, point) => siteOf(columns.classes[order[point]], spot))
    const points = { cellStarts: starts, sites, holders }
    writeCells(folder, points)
    const providers = order.map((point) => columns.providers[point])
    for (const [name, sets] of Object.entries(vocabularies)) writeGroups(folder, name, points, providers, sets)
  }
}

/**
 * Writes where each provider practises, and answers who holds each point: a provider by its ordinal where the point is its only
 * one and its primary location, otherwise by its number among the spread ones. Provider p has the columns' rows from `providerStarts[p]` on.
 */
function writeProviders(
  folder: SnapshotFolder,
  order: Uint32Array,
  { providers, locations, classes }: PointColumns,
  spots: Uint32Array,
  providerStarts: Uint32Array,
): Uint32Array {
  const providerSpots = new Uint32Array(providerStarts.length - 1).fill(noSpot)
  const spreadProviders = columnOfU32()
  const spreadStarts = columnOfU32()
  const spreadSpots = columnOfU32()
  const spreadLocations = columnOfU16()
  const holders = new Uint32Array(order.length)
  for (let point = 0; point < order.length; point++) {
    const row = order[point]
    const provider = providers[row]
    if (classes[row] < firstSpreadClass) {
      providerSpots[provider] = spots[row]
      holders[point] = provider
      continue
    }
    if (providerSpots[provider] === noSpot) {
      providerSpots[provider] = spreadFrom + spreadProviders.length
      spreadProviders.push(provider)
      spreadStarts.push(spreadSpots.length)
      for (let own = providerStarts[provider]; own < providerStarts[provider + 1]; own++) {
        spreadSpots.push(spots[own])
        spreadLocations.push(locations[own])
      }
    }
    holders[point] = providerSpots[provider] - spreadFrom
  }
  spreadStarts.push(spreadSpots.length)
  folder.array('provider-spots', providerSpots)
  folder.array('spread-providers', spreadProviders.whole())
  folder.array('spread-starts', spreadStarts.whole())
  folder.array('spread-spots', spreadSpots.whole())
  folder.array('spread-locations', spreadLocations.whole())
  return holders
}

/** Writes the spots by cell, in a cell by position and each position once, and answers that of each point. */
function writeSpots(
  folder: SnapshotFolder,
  order: Uint32Array,
  { latitudes, longitudes, states }: PlacedPoints,
  cellStarts: Uint32Array,
): Uint32Array {
  const spotPositions = columnOfI32()
  const spotStates = columnOfU16()
  const spots = new Uint32Array(order.length)
  for (let cell = 0; cell + 1 < cellStarts.length; cell++) {
    const inCell = order.subarray(cellStarts[cell], cellStarts[cell + 1])
    const pointOfPosition = new Map<number, number>()
    for (const point of inCell) pointOfPosition.set(positionInCell(latitudes[point], longitudes[point]), point)
    const spotOfPosition = new Map<number, number>()
    for (const [position, point] of [...pointOfPosition].sort(
      ([, a], [, b]) => latitudes[a] - latitudes[b] || longitudes[a] - longitudes[b],
    )) {
      spotOfPosition.set(position, spotStates.length)
      spotPositions.push(latitudes[point])
      spotPositions.push(longitudes[point])
      spotStates.push(states[point])
    }
    for (const [place, point] of inCell.entries()) {
      spots[cellStarts[cell] + place] = spotOfPosition.get(positionInCell(latitudes[point], longitudes[point])) ?? 0
    }
  }
  folder.array('spot-positions', spotPositions.whole())
  folder.array('spot-states', spotStates.whole())
  return spots
}

/** A position as one number: the latitudes of one cell differ in their last 16 bits; its longitudes may be on both sides of the antimeridian. */
function positionInCell(latitude: number, longitude: number): number {
  return (latitude & 0xffff) * 2 ** 30 + longitude
}
