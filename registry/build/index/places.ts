/**
 * The index of places: points sorted by cell, class, spot (position and state) and provider, in runs of points with the
 * same class and spot; and once more by taxonomy and credential. Multi-location providers are numbered as they first
 * come.
 */
import { cellOf, cellSize, columnCount, microdegrees } from '#registry/search/geometry'
import {
  firstMultiSite,
  multiFrom,
  noSpot,
  type PointKind,
  type PointSex,
  pointClasses,
  siteOf,
  spotOf,
} from '#registry/search/place-index'
import { type Lists, listAt } from '#registry/search/posting-lists'
import { isDoctorFlag, isFemaleFlag, isMaleFlag, isOrganizationFlag } from '#registry/search/providers'
import type { Batch } from '../join/batch.ts'
import { I32Column, U8Column, U16Column, U32Column } from '../memory/column.ts'
import { NumberMap } from '../memory/tables.ts'
import type { WrittenSets } from './sets.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { invertedSets } from './vocabulary.ts'

/** By a provider's flags times two, plus one when its primary location is its only point. */
const classOfFlags = Uint8Array.from({ length: 2 ** 5 }, (_, key) => {
  const flags = key >> 1
  const has = (flag: number) => (flags & flag) !== 0
  const kind: PointKind = has(isOrganizationFlag) ? 'organization' : has(isDoctorFlag) ? 'doctor' : 'otherIndividual'
  const sex: PointSex = has(isMaleFlag) ? 'M' : has(isFemaleFlag) ? 'F' : null
  return pointClasses.findIndex((one) => one.kind === kind && one.sex === sex && one.isSingle === (key % 2 === 1))
})

type BatchPoints = Pick<
  Batch,
  'flags' | 'spotStarts' | 'latitudes' | 'longitudes' | 'states' | 'locations' | 'repeatedSpots'
>

export class PointCollector {
  private readonly latitudes = new I32Column()
  private readonly longitudes = new I32Column()
  private readonly providers = new U32Column()
  private readonly locations = new U16Column()
  private readonly states = new U16Column()
  private readonly classes = new U8Column()
  private readonly providerStarts = new U32Column()
  private readonly repeated = new U32Column()

  add(batch: BatchPoints, firstOrdinal: number): void {
    const { flags, spotStarts, latitudes, longitudes, states, locations, repeatedSpots } = batch
    const first = this.providers.length
    for (let index = 0; index < flags.length; index++) {
      const count = spotStarts[index + 1] - spotStarts[index]
      const isSingle = count === 1 && locations[spotStarts[index]] === 0
      const pointClass = classOfFlags[flags[index] * 2 + (isSingle ? 1 : 0)]
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
    for (const spot of repeatedSpots) this.repeated.push(first + spot)
  }

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
      repeated: this.repeated.whole(),
    })
  }
}

interface Runs {
  /** Group g has the runs from `groupStarts[g]` up to `groupStarts[g + 1]`. */
  groupStarts: Uint32Array
  sites: Uint32Array
  /** Run r has the points from `starts[r]` up to `starts[r + 1]`, with ascending providers. */
  starts: Uint32Array
  providers: Uint32Array
}

/** The points of each member of a vocabulary, in a group for each cell in which it has any. */
interface Groups {
  /** Member m has the groups from `memberStarts[m]` up to `memberStarts[m + 1]`. */
  memberStarts: Uint32Array
  cells: Uint32Array
  runs: Runs
}

/** In the order of its locations, a provider has the entries from `starts[provider]` up to `starts[provider + 1]`. */
interface Entries {
  starts: Uint32Array
  spots: Uint32Array
  locations: Uint16Array
}

export interface PlaceIndex {
  /** A cell's number times 2^16 and its state, ascending. */
  cellKeys: Float64Array
  spots: Spots
  runs: Runs
  /** For each further location at the spot of a point, that point; ascending. */
  repeats: Uint32Array
  entries: Entries
}

/** Points in the order in which they came: by provider, and by location. */
interface PointColumns extends PlacedPoints {
  providers: Uint32Array
  locations: Uint16Array
  /** Provider p has the points from `providerStarts[p]` up to `providerStarts[p + 1]`. */
  providerStarts: Uint32Array
  /** For each further location at the spot of a point, that point. */
  repeated: Uint32Array
}

function placeIndexOf(columns: PointColumns): PlaceIndex {
  const { order, keys, starts } = cellOrder(columns)
  const { spots, ofPoints } = spotsOf(columns, order, starts)
  const runs = new RunColumns()
  const groupStarts = new Uint32Array(starts.length)
  for (let cell = 0; cell + 1 < starts.length; cell++) {
    groupStarts[cell] = runs.count
    for (let at = starts[cell]; at < starts[cell + 1]; at++) {
      runs.add(siteOf(columns.classes[order[at]], ofPoints[order[at]]), at, at === starts[cell])
    }
  }
  groupStarts[starts.length - 1] = runs.count
  const providers = new Uint32Array(order.length)
  for (let at = 0; at < order.length; at++) providers[at] = columns.providers[order[at]]
  const entries = { starts: columns.providerStarts, spots: ofPoints, locations: columns.locations }
  const repeats = repeatsOf(columns.repeated, order)
  return { cellKeys: keys, spots, runs: { groupStarts, ...runs.whole(order.length), providers }, repeats, entries }
}

function repeatsOf(repeated: Uint32Array, order: Uint32Array): Uint32Array {
  const counts = new Uint16Array(order.length)
  for (const point of repeated) counts[point]++
  const repeats = new U32Column()
  for (let at = 0; at < order.length; at++) {
    for (let left = counts[order[at]]; left > 0; left--) repeats.push(at)
  }
  return repeats.whole()
}

interface EachPoint {
  providers: Uint32Array
  sites: Uint32Array
  cells: Uint32Array
}

function pointsOf({ runs: { groupStarts, sites, starts, providers } }: Pick<PlaceIndex, 'runs'>): EachPoint {
  const points = { providers, sites: new Uint32Array(providers.length), cells: new Uint32Array(providers.length) }
  for (let cell = 0; cell + 1 < groupStarts.length; cell++) {
    points.cells.fill(cell, starts[groupStarts[cell]], starts[groupStarts[cell + 1]])
  }
  for (let run = 0; run < sites.length; run++) points.sites.fill(sites[run], starts[run], starts[run + 1])
  return points
}

/** The groups of a vocabulary of `memberCount` members, where provider p has those of set `setOf[p]`. */
function groupsOf(points: EachPoint, setOf: Uint32Array, sets: Lists, memberCount: number): Groups {
  const { sites, cells } = points
  const setOfPoint = new Uint32Array(sites.length)
  for (let point = 0; point < sites.length; point++) setOfPoint[point] = setOf[points.providers[point]]
  // The points ascend by cell, and so do those of each member.
  const lists = invertedSets(setOfPoint, sets, memberCount)
  const memberStarts = new Uint32Array(memberCount + 1)
  const groupCells = new U32Column()
  const groupStarts = new U32Column()
  const groupRuns = new RunColumns()
  let place = 0
  for (let member = 0; member < memberCount; member++) {
    memberStarts[member] = groupCells.length
    let cell = -1
    for (const point of listAt(lists, member)) {
      const isNext = cells[point] !== cell
      if (isNext) {
        cell = cells[point]
        groupCells.push(cell)
        groupStarts.push(groupRuns.count)
      }
      groupRuns.add(sites[point], place++, isNext)
    }
  }
  memberStarts[memberCount] = groupCells.length
  groupStarts.push(groupRuns.count)
  const providers = lists.members
  for (let at = 0; at < providers.length; at++) providers[at] = points.providers[providers[at]]
  const ofGroups = { groupStarts: groupStarts.whole(), ...groupRuns.whole(providers.length), providers }
  return { memberStarts, cells: groupCells.whole(), runs: ofGroups }
}

class RunColumns {
  private readonly sites = new U32Column()
  private readonly starts = new U32Column()
  private last = -1

  get count(): number {
    return this.sites.length
  }

  /** A run begins where the site differs from the last one's, or where the point is the first of its group. */
  add(site: number, place: number, isFirst: boolean): void {
    if (site === this.last && !isFirst) return
    this.last = site
    this.sites.push(site)
    this.starts.push(place)
  }

  whole(pointCount: number): Pick<Runs, 'sites' | 'starts'> {
    this.starts.push(pointCount)
    return { sites: this.sites.whole(), starts: this.starts.whole() }
  }
}

export interface PlacedPoints {
  latitudes: Int32Array
  longitudes: Int32Array
  states: Uint16Array
  classes: Uint8Array
}

export interface CellOrder {
  /** The points in their final order, as indexes of the order in which they came. */
  order: Uint32Array
  /** A cell's number times 2^16 and its state, ascending. Cell c begins at `starts[c]`. */
  keys: Float64Array
  starts: Uint32Array
}

/** Above an offset within a cell in microdegrees, and above the number of points of most cells. */
const offsetSpan = 2 ** 16
const placeSpan = 2 ** 17

export function cellOrder(points: PlacedPoints): CellOrder {
  const { keys, cells } = cellsOf(points)
  const starts = new Uint32Array(keys.length + 1)
  for (let point = 0; point < cells.length; point++) starts[cells[point] + 1]++
  for (let cell = 0; cell < keys.length; cell++) starts[cell + 1] += starts[cell]
  const next = starts.slice()
  const order = new Uint32Array(cells.length)
  for (let point = 0; point < cells.length; point++) order[next[cells[point]]++] = point
  for (let cell = 0; cell < keys.length; cell++) {
    sortCell(points, keys[cell], order.subarray(starts[cell], starts[cell + 1]))
  }
  return { order, keys, starts }
}

function cellsOf({ latitudes, longitudes, states }: PlacedPoints): { keys: Float64Array; cells: Uint32Array } {
  const cells = new Uint32Array(latitudes.length)
  const numbers = new NumberMap()
  const keysAsMet: number[] = []
  for (let point = 0; point < cells.length; point++) {
    const key = cellOf(latitudes[point], longitudes[point]) * 2 ** 16 + states[point]
    // Keys of the map are above 0.
    let number = numbers.get(key + 1)
    if (number === -1) {
      number = keysAsMet.length
      numbers.add(key + 1, number)
      keysAsMet.push(key)
    }
    cells[point] = number
  }
  const keys = Float64Array.from(keysAsMet).sort()
  const cellOfNumber = new Uint32Array(keys.length)
  for (let cell = 0; cell < keys.length; cell++) cellOfNumber[numbers.get(keys[cell] + 1)] = cell
  for (let point = 0; point < cells.length; point++) cells[point] = cellOfNumber[cells[point]]
  return { keys, cells }
}

/**
 * Packs class, position and place into a number below 2^53, which sorts many times faster than a comparing function.
 */
function sortCell({ latitudes, longitudes, classes }: PlacedPoints, key: number, points: Uint32Array): void {
  if (points.length > placeSpan) {
    points.sort(
      (a, b) => classes[a] - classes[b] || latitudes[a] - latitudes[b] || longitudes[a] - longitudes[b] || a - b,
    )
    return
  }
  const cell = Math.floor(key / 2 ** 16)
  const row = Math.floor(cell / columnCount)
  const south = row * cellSize - 90 * microdegrees
  const west = (cell - row * columnCount) * cellSize - 180 * microdegrees
  const keys = new Float64Array(points.length)
  for (let place = 0; place < points.length; place++) {
    const point = points[place]
    // The meridian 180 degrees east belongs to the first column; it comes last there.
    const east = Math.min(longitudes[point] - west, offsetSpan - 1)
    keys[place] = ((classes[point] * offsetSpan + latitudes[point] - south) * offsetSpan + east) * placeSpan + place
  }
  keys.sort()
  const before = points.slice()
  for (let place = 0; place < keys.length; place++) points[place] = before[keys[place] % placeSpan]
}

export interface Spots {
  /** Latitude and longitude of spot s, in microdegrees, at 2s and 2s + 1. */
  positions: Int32Array
  states: Uint16Array
}

/** The spots of points whose `order` is by cell, and the spot of each point. In a cell spots go from south to north. */
export function spotsOf(
  { latitudes, longitudes, states }: PlacedPoints,
  order: Uint32Array,
  cellStarts: Uint32Array,
): { spots: Spots; ofPoints: Uint32Array } {
  const spotPositions = new I32Column()
  const spotStates = new U16Column()
  const ofPoints = new Uint32Array(order.length)
  for (let cell = 0; cell + 1 < cellStarts.length; cell++) {
    const inCell = order.subarray(cellStarts[cell], cellStarts[cell + 1])
    const isNext = (at: number) =>
      at === 0 ||
      latitudes[inCell[at]] !== latitudes[inCell[at - 1]] ||
      longitudes[inCell[at]] !== longitudes[inCell[at - 1]]
    const pointOfPosition = new Map<number, number>()
    for (let at = 0; at < inCell.length; at++) {
      const point = inCell[at]
      if (isNext(at)) pointOfPosition.set(positionInCell(latitudes[point], longitudes[point]), point)
    }
    const spotOfPosition = new Map<number, number>()
    for (const [position, point] of [...pointOfPosition].sort(
      ([, a], [, b]) => latitudes[a] - latitudes[b] || longitudes[a] - longitudes[b],
    )) {
      spotOfPosition.set(position, spotStates.length)
      spotPositions.push(latitudes[point])
      spotPositions.push(longitudes[point])
      spotStates.push(states[point])
    }
    let spot = 0
    for (let at = 0; at < inCell.length; at++) {
      const point = inCell[at]
      if (isNext(at)) spot = spotOfPosition.get(positionInCell(latitudes[point], longitudes[point])) ?? 0
      ofPoints[point] = spot
    }
  }
  return { spots: { positions: spotPositions.whole(), states: spotStates.whole() }, ofPoints }
}

/** The latitudes of one cell differ in their last 16 bits; its longitudes may be on both sides of the antimeridian. */
function positionInCell(latitude: number, longitude: number): number {
  return (latitude & 0xffff) * 2 ** 30 + longitude
}

/** `vocabularies` are those whose members a search with a place may name. Overwrites the points. */
export function writePlaces(
  folder: SnapshotFolder,
  { cellKeys, spots, runs, repeats, entries }: PlaceIndex,
  providerCount: number,
  vocabularies: Record<string, WrittenSets>,
): void {
  const multiLocation = new MultiLocationProviders(runs, providerCount)
  const points = pointsOf({ runs })
  for (const [name, { setOf, sets, members }] of Object.entries(vocabularies)) {
    writeGroups(folder, name, groupsOf(points, setOf, sets, members.length), multiLocation)
  }
  const numbers = Uint32Array.from(cellKeys, (key) => Math.floor(key / 2 ** 16))
  const states = Uint16Array.from(cellKeys, (key) => key % 2 ** 16)
  folder.array('cell-numbers', numbers)
  folder.array('cell-states', states)
  folder.array('spot-positions', spots.positions)
  folder.array('spot-states', spots.states)
  folder.array('provider-spots', multiLocation.providerSpots)
  multiLocation.write(folder, entries)
  folder.array('cell-runs', runs.groupStarts)
  writeRuns(folder, '', runs, multiLocation)
  folder.array('repeated-points', repeats)
}

/** Overwrites the points of the groups. */
function writeGroups(
  folder: SnapshotFolder,
  name: string,
  groups: Groups,
  multiLocation: MultiLocationProviders,
): void {
  folder.array(`${name}-group-starts`, groups.memberStarts)
  folder.array(`${name}-group-cells`, groups.cells)
  folder.array(`${name}-group-runs`, groups.runs.groupStarts)
  writeRuns(folder, `${name}-`, groups.runs, multiLocation)
}

/** Providers of runs of multi-location providers are written by their number among these. */
function writeRuns(
  folder: SnapshotFolder,
  prefix: string,
  { sites, starts, providers }: Runs,
  multiLocation: MultiLocationProviders,
): void {
  folder.array(`${prefix}run-sites`, sites)
  folder.array(`${prefix}run-starts`, starts)
  for (let run = 0; run < sites.length; run++) {
    if (sites[run] < firstMultiSite) continue
    for (let at = starts[run]; at < starts[run + 1]; at++) providers[at] = multiLocation.numberOf(providers[at])
  }
  folder.array(`${prefix}point-holders`, providers)
}

class MultiLocationProviders {
  /** Of each provider the spot of its only point, or `multiFrom` plus its number, or `noSpot`. */
  readonly providerSpots: Uint32Array
  private readonly providers = new U32Column()

  constructor({ sites, starts, providers }: Runs, providerCount: number) {
    this.providerSpots = new Uint32Array(providerCount).fill(noSpot)
    for (let run = 0; run < sites.length; run++) {
      const isMultiLocation = sites[run] >= firstMultiSite
      const spot = spotOf(sites[run])
      for (let at = starts[run]; at < starts[run + 1]; at++) {
        const provider = providers[at]
        if (!isMultiLocation) this.providerSpots[provider] = spot
        else if (this.providerSpots[provider] === noSpot) {
          this.providerSpots[provider] = multiFrom + this.providers.length
          this.providers.push(provider)
        }
      }
    }
  }

  numberOf(provider: number): number {
    return this.providerSpots[provider] - multiFrom
  }

  write(folder: SnapshotFolder, entries: Entries): void {
    const starts = new U32Column()
    const spots = new U32Column()
    const locations = new U16Column()
    const providers = this.providers.whole()
    for (const provider of providers) {
      const [from, to] = [entries.starts[provider], entries.starts[provider + 1]]
      starts.push(spots.length)
      spots.append(entries.spots.subarray(from, to))
      locations.append(entries.locations.subarray(from, to))
    }
    starts.push(spots.length)
    folder.array('spread-providers', providers)
    folder.array('spread-starts', starts.whole())
    folder.array('spread-spots', spots.whole())
    folder.array('spread-locations', locations.whole())
  }
}
