/** Writes where providers practise: points by cell and class, and within each cell the points of every taxonomy. */
import type { PracticeLocation } from '#contract/providers'
import { cellOf } from '#registry/read/geometry'
import { classCount, type PointKind, pointClasses, stateNumber } from '#registry/read/points'
import { columnOfI32, columnOfU8, columnOfU16, columnOfU32 } from './column.ts'
import { toMicrodegrees } from './record-writer.ts'
import type { WrittenSets } from './set-writer.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { bearers } from './vocabulary.ts'

/** Groups name their taxonomy in 16 bits. There are some 900 codes. */
const taxonomiesMax = 2 ** 16

interface Spot {
  latitude: number
  longitude: number
  state: number
  location: number
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

  /** Providers are added in the order of their ordinals. Locations at the same spot are one point, the earliest of them. */
  add(ordinal: number, kind: PointKind, locations: readonly PracticeLocation[]): void {
    this.providerStarts.push(this.providers.length)
    const spots = spotsOf(locations)
    const pointClass = pointClasses.findIndex((one) => one.kind === kind && one.isOnly === (spots.length === 1))
    for (const { latitude, longitude, state, location } of spots) {
      this.latitudes.push(latitude)
      this.longitudes.push(longitude)
      this.providers.push(ordinal)
      this.locations.push(location)
      this.states.push(state)
      this.classes.push(pointClass)
    }
  }

  /** Writes points and groups, when every provider was added; `taxonomies` are the sets of the same providers. */
  write(folder: SnapshotFolder, taxonomies: WrittenSets): void {
    this.providerStarts.push(this.providers.length)
    const columns = {
      latitudes: this.latitudes.whole(),
      longitudes: this.longitudes.whole(),
      providers: this.providers.whole(),
      locations: this.locations.whole(),
      states: this.states.whole(),
      classes: this.classes.whole(),
    }
    const { order, cells } = inCells(columns)
    const providers = order.map((point) => columns.providers[point])
    folder.array(
      'point-latitudes',
      Int32Array.from(order, (point) => columns.latitudes[point]),
    )
    folder.array(
      'point-longitudes',
      Int32Array.from(order, (point) => columns.longitudes[point]),
    )
    folder.array('point-providers', providers)
    folder.array(
      'point-locations',
      Uint16Array.from(order, (point) => columns.locations[point]),
    )
    folder.array(
      'point-states',
      Uint16Array.from(order, (point) => columns.states[point]),
    )
    folder.array('provider-point-starts', this.providerStarts.whole())
    folder.array('provider-points', placesIn(order))
    folder.array(
      'cell-numbers',
      Uint32Array.from(cells.keys, (key) => Math.floor(key / 2 ** 16)),
    )
    folder.array(
      'cell-states',
      Uint16Array.from(cells.keys, (key) => key % 2 ** 16),
    )
    folder.array('cell-class-starts', classStarts(order, columns.classes, cells.starts))
    writeGroups(folder, providers, cells.starts, taxonomies)
  }
}

interface Columns {
  latitudes: Int32Array
  longitudes: Int32Array
  states: Uint16Array
  classes: Uint8Array
}

/** The points in their final order, as places in the order they came in, and the cells with the place each begins at. */
function inCells({ latitudes, longitudes, states, classes }: Columns) {
  const keys = Float64Array.from(
    latitudes,
    (latitude, point) => cellOf(latitude, longitudes[point]) * 2 ** 16 + states[point],
  )
  const cellKeys = Float64Array.from(new Set(keys)).sort()
  const cellOfKey = new Map(Array.from(cellKeys, (key, cell) => [key, cell]))
  const { starts, members: order } = bearers(keys.length, cellKeys.length, (point, visit) => {
    const cell = cellOfKey.get(keys[point])
    if (cell !== undefined) visit(cell)
  })
  for (let cell = 0; cell < cellKeys.length; cell++) {
    // Points of the same spot stand together, and among them those of one provider before those of the next.
    order
      .subarray(starts[cell], starts[cell + 1])
      .sort((a, b) => classes[a] - classes[b] || latitudes[a] - latitudes[b] || longitudes[a] - longitudes[b] || a - b)
  }
  return { order, cells: { keys: cellKeys, starts } }
}

/** Where each of the points that came in stands now. */
function placesIn(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length)
  for (const [place, point] of order.entries()) places[point] = place
  return places
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

function writeGroups(
  folder: SnapshotFolder,
  providers: Uint32Array,
  cellStarts: Uint32Array,
  { setOf, sets, members }: WrittenSets,
): void {
  if (members.length > taxonomiesMax) {
    throw new Error(`expected at most ${taxonomiesMax} different taxonomy codes, got ${members.length}`)
  }
  const groupStarts = columnOfU32()
  const groupTaxonomies = columnOfU16()
  const entryStarts = columnOfU32()
  const entries = columnOfU32()
  for (let cell = 0; cell + 1 < cellStarts.length; cell++) {
    groupStarts.push(groupTaxonomies.length)
    let last = -1
    for (const pair of taxonomyPoints(cellStarts[cell], cellStarts[cell + 1], providers, setOf, sets)) {
      const taxonomy = Math.floor(pair / 2 ** 32)
      if (taxonomy !== last) {
        groupTaxonomies.push(taxonomy)
        entryStarts.push(entries.length)
        last = taxonomy
      }
      entries.push(pair % 2 ** 32)
    }
  }
  groupStarts.push(groupTaxonomies.length)
  entryStarts.push(entries.length)
  folder.array('cell-group-starts', groupStarts.whole())
  folder.array('group-taxonomies', groupTaxonomies.whole())
  folder.array('group-entry-starts', entryStarts.whole())
  folder.array('group-entries', entries.whole())
}

/** Taxonomy and point as one number, taxonomy first, so that sorting numbers sorts by both. */
function taxonomyPoints(
  from: number,
  to: number,
  providers: Uint32Array,
  setOf: Uint32Array,
  sets: WrittenSets['sets'],
): Float64Array {
  const pairs: number[] = []
  for (let point = from; point < to; point++) {
    const set = setOf[providers[point]]
    for (let at = sets.starts[set]; at < sets.starts[set + 1]; at++) pairs.push(sets.members[at] * 2 ** 32 + point)
  }
  return Float64Array.from(pairs).sort()
}

function spotsOf(locations: readonly PracticeLocation[]): Spot[] {
  const spots: Spot[] = []
  for (const [location, { address }] of locations.entries()) {
    if (address.coords === null) continue
    const [longitude, latitude] = address.coords
    const spot = {
      latitude: toMicrodegrees(latitude),
      longitude: toMicrodegrees(longitude),
      state: stateNumber(address.state),
      location,
    }
    const isKnown = spots.some(
      (one) => one.latitude === spot.latitude && one.longitude === spot.longitude && one.state === spot.state,
    )
    if (!isKnown) spots.push(spot)
  }
  return spots
}
