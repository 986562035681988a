/** Writes where providers practise: points by cell, class and spot, and for every taxonomy and credential its points. */
import { classCount, firstSpreadClass, type PointKind, type PointSex, pointClasses } from '#registry/read/point-classes'
import { noPoint, spreadFrom } from '#registry/read/points'
import { isDoctorFlag, isFemaleFlag, isMaleFlag, isOrganizationFlag } from '#registry/read/providers'
import type { Batch } from '../render/batch.ts'
import { cellOrder, type PlacedPoints } from './cell-order.ts'
import { columnOfI32, columnOfU8, columnOfU16, columnOfU32 } from './column.ts'
import { writeGroups } from './group-writer.ts'
import type { WrittenSets } from './set-writer.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'

/** The class of a provider's points: by its flags, times two, and one more when it has one point only. */
const classOfFlags = Uint8Array.from({ length: 2 ** 5 }, (_, key) => {
  const flags = key >> 1
  const has = (flag: number) => (flags & flag) !== 0
  const kind: PointKind = has(isOrganizationFlag) ? 'organization' : has(isDoctorFlag) ? 'doctor' : 'otherIndividual'
  const sex: PointSex = has(isMaleFlag) ? 'M' : has(isFemaleFlag) ? 'F' : null
  return pointClasses.findIndex((one) => one.kind === kind && one.sex === sex && one.isOnly === (key % 2 === 1))
})

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
      const pointClass = classOfFlags[flags[index] * 2 + (count === 1 ? 1 : 0)]
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
    const columns = {
      latitudes: this.latitudes.whole(),
      longitudes: this.longitudes.whole(),
      providers: this.providers.whole(),
      locations: this.locations.whole(),
      states: this.states.whole(),
      classes: this.classes.whole(),
    }
    const cells = cellOrder(columns)
    const { order } = cells
    const providers = order.map((point) => columns.providers[point])
    folder.array('point-providers', providers)
    folder.array('point-locations', picked(columns.locations, order))
    folder.array(
      'cell-numbers',
      Uint32Array.from(cells.keys, (key) => Math.floor(key / 2 ** 16)),
    )
    folder.array(
      'cell-states',
      Uint16Array.from(cells.keys, (key) => key % 2 ** 16),
    )
    const starts = classStarts(order, columns.classes, cells.starts)
    folder.array('cell-class-starts', starts)
    writeSpread(folder, { providers, starts, providerStarts: this.providerStarts.whole(), places: placesIn(order) })
    writeSpots(folder, order, columns, cells.starts, starts)
    for (const [name, sets] of Object.entries(vocabularies)) writeGroups(folder, name, providers, cells.starts, sets)
  }
}

/** Where each of the points that came in stands now. */
function placesIn(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length)
  for (let place = 0; place < order.length; place++) places[order[place]] = place
  return places
}

/** The values of the points in their final order. */
function picked(values: Uint16Array, order: Uint32Array): Uint16Array {
  const inOrder = new Uint16Array(order.length)
  for (let place = 0; place < order.length; place++) inOrder[place] = values[order[place]]
  return inOrder
}

function classStarts(order: Uint32Array, classes: Uint8Array, cellStarts: Uint32Array): Uint32Array {
  const cellCount = cellStarts.length - 1
  const starts = new Uint32Array(cellCount * classCount + 1)
  for (let cell = 0; cell < cellCount; cell++) {
    for (let place = cellStarts[cell]; place < cellStarts[cell + 1]; place++) {
      starts[cell * classCount + classes[order[place]] + 1]++
    }
  }
  for (let index = 1; index < starts.length; index++) starts[index] += starts[index - 1]
  return starts
}

interface ProviderPoints {
  /** The provider of each point, and where the classes begin. */
  providers: Uint32Array
  starts: Uint32Array
  /** Provider p has the points at `places[providerStarts[p]]` and on, in the order of its locations. */
  providerStarts: Uint32Array
  places: Uint32Array
}

/** Where each provider practises: its only point, or its number among those spread over several, and their points. */
function writeSpread(folder: SnapshotFolder, { providers, starts, providerStarts, places }: ProviderPoints): void {
  const pointOfProvider = new Uint32Array(providerStarts.length - 1).fill(noPoint)
  const numbers = columnOfU32()
  const spreadStarts = columnOfU32()
  const spreadPoints = columnOfU32()
  for (let first = 0; first + 1 < starts.length; first += classCount) {
    for (let point = starts[first]; point < starts[first + firstSpreadClass]; point++) {
      pointOfProvider[providers[point]] = point
    }
    for (let point = starts[first + firstSpreadClass]; point < starts[first + classCount]; point++) {
      const provider = providers[point]
      if (pointOfProvider[provider] === noPoint) {
        pointOfProvider[provider] = spreadFrom + spreadStarts.length
        spreadStarts.push(spreadPoints.length)
        for (let at = providerStarts[provider]; at < providerStarts[provider + 1]; at++) spreadPoints.push(places[at])
      }
      numbers.push(pointOfProvider[provider] - spreadFrom)
    }
  }
  spreadStarts.push(spreadPoints.length)
  folder.array('provider-points', pointOfProvider)
  folder.array('spread-numbers', numbers.whole())
  folder.array('spread-point-starts', spreadStarts.whole())
  folder.array('spread-points', spreadPoints.whole())
}

/** Spots by cell, each position once, and the runs of points that share class and spot. */
function writeSpots(
  folder: SnapshotFolder,
  order: Uint32Array,
  { latitudes, longitudes, states }: PlacedPoints,
  cellStarts: Uint32Array,
  starts: Uint32Array,
): void {
  const spotPositions = columnOfI32()
  const spotStates = columnOfU16()
  const spots = new Uint32Array(order.length)
  for (let cell = 0; cell + 1 < cellStarts.length; cell++) {
    const spotOfPosition = new Map<number, number>()
    for (let place = cellStarts[cell]; place < cellStarts[cell + 1]; place++) {
      const point = order[place]
      // The latitudes of one cell differ in their last 16 bits; its longitudes may be on both sides of the antimeridian.
      const position = (latitudes[point] & 0xffff) * 2 ** 30 + longitudes[point]
      let spot = spotOfPosition.get(position)
      if (spot === undefined) {
        spot = spotStates.length
        spotOfPosition.set(position, spot)
        spotPositions.push(latitudes[point])
        spotPositions.push(longitudes[point])
        spotStates.push(states[point])
      }
      spots[place] = spot
    }
  }
  folder.array('point-spots', spots)
  folder.array('spot-positions', spotPositions.whole())
  folder.array('spot-states', spotStates.whole())

  const runStarts = columnOfU32()
  const classRunStarts = new Uint32Array(starts.length)
  for (let index = 0; index + 1 < starts.length; index++) {
    classRunStarts[index] = runStarts.length
    for (let place = starts[index]; place < starts[index + 1]; place++) {
      if (place === starts[index] || spots[place] !== spots[place - 1]) runStarts.push(place)
    }
  }
  classRunStarts[starts.length - 1] = runStarts.length
  runStarts.push(order.length)
  folder.array('cell-class-run-starts', classRunStarts)
  folder.array('run-starts', runStarts.whole())
}
