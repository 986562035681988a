/**
 * Counts (ZIP code, state, city), and finds the cities that no list has, or has elsewhere. A city is where most of its
 * rows are. Rows whose ZIP code lies in another state do not count.
 */
import { cityKey, milesBetween, type Position } from '#registry/places/geography'
import { listedCity, locateZip } from '#registry/places/places'
import { townsOf } from '#registry/places/tables'
import { writtenName } from '#registry/places/written-cities'
import { microdegrees } from '#registry/search/geometry'
import { ByteTable } from '../memory/tables.ts'
import type { CsvRow } from '../sources/csv-reader.ts'
import { type AddressColumns, main, secondary } from './columns.ts'
import type { SegmentFile } from './segments.ts'

/** Distinct keys: the bytes of each end to end, where each ends, and its count. */
export interface CityCounts {
  cityKeys: Uint8Array
  cityKeyEnds: Uint32Array
  cityCounts: Uint32Array
}

export interface PlacedCities {
  /** As `writtenName` makes them, ascending. */
  names: string[]
  /** Latitude and longitude of name n at 2n and 2n + 1, in microdegrees. */
  positions: Int32Array
}

const zipLength = 5
const stateLength = 2
const cityAt = zipLength + stateLength
const cityBytesMax = 256

export class CityTally {
  #table = new ByteTable()
  #counts: number[] = []

  add(bytes: Uint8Array, start: number, end: number, count: number): void {
    const entry = this.#table.findOrAdd(bytes, start, end)
    this.#counts[entry] = (this.#counts[entry] ?? 0) + count
  }

  addAll({ cityKeys, cityKeyEnds, cityCounts }: CityCounts): void {
    let start = 0
    for (let entry = 0; entry < cityKeyEnds.length; entry++) {
      this.add(cityKeys, start, cityKeyEnds[entry], cityCounts[entry])
      start = cityKeyEnds[entry]
    }
  }

  take(): CityCounts {
    const { bytes, ends } = this.#table.keys()
    const taken = { cityKeys: bytes, cityKeyEnds: ends, cityCounts: Uint32Array.from(this.#counts) }
    this.#table.clear()
    this.#counts = []
    return taken
  }

  placed(): PlacedCities {
    const places = new Map<string, Position>()
    for (const [name, { key, state, points }] of this.#byCity()) {
      const position = positionOf(key, state, points)
      if (position !== undefined) places.set(name, position)
    }
    const names = [...places.keys()].sort()
    const positions = new Int32Array(2 * names.length)
    for (const [number, name] of names.entries()) {
      const { latitude, longitude } = places.get(name) ?? { latitude: 0, longitude: 0 }
      positions[2 * number] = Math.round(latitude * microdegrees)
      positions[2 * number + 1] = Math.round(longitude * microdegrees)
    }
    return { names, positions }
  }

  #byCity(): Map<string, { key: string; state: string; points: RowPoint[] }> {
    const cities = new Map<string, { key: string; state: string; points: RowPoint[] }>()
    for (const [entry, count] of this.#counts.entries()) {
      const text = this.#table.text(entry)
      const state = text.slice(zipLength, cityAt)
      const place = locateZip(text.slice(0, zipLength))
      const key = cityKey(text.slice(cityAt))
      if (place === undefined || place.state !== state || key === '') continue
      const name = writtenName(key, state)
      const city = cities.get(name) ?? { key, state, points: [] }
      city.points.push({ ...place, count, isOfCity: cityKey(place.city) === key })
      cities.set(name, city)
    }
    return cities
  }
}

interface RowPoint extends Position {
  count: number
  isOfCity: boolean
}

/** A listed city is elsewhere when its rows are farther away. */
const elsewhereMiles = 10
/** A town of the same name is meant when it is this near to the rows. */
const sameTownMiles = 20
/** Fewer rows may all be wrong. */
const rowsMin = 3

/** Undefined where a list is right. */
function positionOf(key: string, state: string, points: RowPoint[]): Position | undefined {
  const listed = listedCity(key, state)
  if (listed === undefined) return middleOf(points)
  const ofCity = points.filter(({ isOfCity }) => isOfCity)
  const middle = middleOf(ofCity.length > 0 ? ofCity : points)
  if (milesBetween(middle, listed) <= elsewhereMiles) return undefined
  if (ofCity.length > 0) return middle
  const isOtherTown =
    townsOf(key)
      .get(state)
      ?.some((town) => milesBetween(town, middle) <= sameTownMiles) === true
  const rows = points.reduce((sum, { count }) => sum + count, 0)
  return isOtherTown || rows >= rowsMin ? middle : undefined
}

function middleOf(points: RowPoint[]): Position {
  const latitude = median(points, (point) => point.latitude)
  const longitude = median(points, (point) => point.longitude)
  return points.toSorted(
    (a, b) =>
      milesBetween(a, { latitude, longitude }) - milesBetween(b, { latitude, longitude }) || a.latitude - b.latitude,
  )[0]
}

function median(points: RowPoint[], of: (point: RowPoint) => number): number {
  const sorted = points.toSorted((a, b) => of(a) - of(b))
  const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2
  let passed = 0
  for (const point of sorted) {
    passed += point.count
    if (passed > half) return of(point)
  }
  return of(sorted[0])
}

export function cityCounter(file: SegmentFile, tally: CityTally): ((row: CsvRow) => void) | undefined {
  const columns = addressColumns[file.kind]
  if (columns === undefined) return undefined
  const at = (column: number) => file.columns.indexOf(column)
  const [city, state, zip] = [at(columns.city), at(columns.state), at(columns.postalCode)]
  const key = new Uint8Array(cityAt + cityBytesMax)
  return ({ bytes, starts, ends }) => {
    const cityLength = ends[city] - starts[city]
    const isFit = ends[zip] - starts[zip] >= zipLength && ends[state] - starts[state] === stateLength
    if (!isFit || cityLength === 0 || cityLength > cityBytesMax) return
    for (let place = 0; place < zipLength; place++) key[place] = bytes[starts[zip] + place]
    for (let place = 0; place < stateLength; place++) key[zipLength + place] = bytes[starts[state] + place]
    for (let place = 0; place < cityLength; place++) key[cityAt + place] = bytes[starts[city] + place]
    tally.add(key, 0, cityAt + cityLength, 1)
  }
}

const addressColumns: Partial<Record<SegmentFile['kind'], AddressColumns>> = {
  main: main.practice,
  secondaryLocations: secondary,
}
