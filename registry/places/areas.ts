/**
 * Which ZIP code and county a position lies in. Practice locations have positions of ZIP codes, so most are found
 * exactly; others belong to the nearest ZIP code. Counties are those of the US Census (package `us-atlas`, 1:10
 * million): a position off a simplified coast belongs to the nearest county of its state.
 */
import { createRequire } from 'node:module'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { milesBetween, type Position } from './geography.ts'
import { stateByName } from './places.ts'
import { type ZipPlace, zipRows } from './tables.ts'

export interface NamedZip extends ZipPlace {
  zip: string
}

export interface County {
  /** Five digits (FIPS). */
  code: string
  name: string
}

let zipsByPoint: ReadonlyMap<string, NamedZip> | undefined
let zipsByTile: ReadonlyMap<string, readonly NamedZip[]> | undefined

/** Of several ZIP codes at a point the first that covers an area, or the first. Undefined far from all. */
export function zipAt(position: Position): NamedZip | undefined {
  zipsByPoint ??= zipsOfPoints()
  return zipsByPoint.get(pointKey(position)) ?? nearestZip(position)
}

const pointKey = ({ latitude, longitude }: Position) => `${latitude.toFixed(6)} ${longitude.toFixed(6)}`

function zipsOfPoints(): Map<string, NamedZip> {
  const rows = Array.from(zipRows(), ([zip, { place, hasArea }]) => ({ ...place, zip, hasArea }))
  rows.sort((a, b) => Number(b.hasArea) - Number(a.hasArea) || (a.zip < b.zip ? -1 : 1))
  const found = new Map<string, NamedZip>()
  for (const { hasArea: _, ...row } of rows) if (!found.has(pointKey(row))) found.set(pointKey(row), row)
  return found
}

/** The tile of a position and the eight around it reach seventy miles, farther than any ZIP code's nearest neighbor. */
function nearestZip(position: Position): NamedZip | undefined {
  zipsByTile ??= tiled(zipsOfPoints().values())
  let nearest: NamedZip | undefined
  let least = Number.POSITIVE_INFINITY
  for (const north of [-1, 0, 1]) {
    for (const east of [-1, 0, 1]) {
      for (const zip of zipsByTile.get(tileOf(position, north, east)) ?? []) {
        const miles = milesBetween(position, zip)
        if (miles < least) [nearest, least] = [zip, miles]
      }
    }
  }
  return nearest
}

function tiled(zips: Iterable<NamedZip>): Map<string, NamedZip[]> {
  const tiles = new Map<string, NamedZip[]>()
  for (const zip of zips) {
    const tile = tileOf(zip, 0, 0)
    const inTile = tiles.get(tile)
    if (inTile === undefined) tiles.set(tile, [zip])
    else inTile.push(zip)
  }
  return tiles
}

function tileOf({ latitude, longitude }: Position, north: number, east: number): string {
  return `${Math.floor(latitude) + north} ${Math.floor(longitude) + east}`
}

interface Outline extends County {
  /** West, south, east, north. */
  box: readonly [number, number, number, number]
  rings: readonly (readonly (readonly number[])[])[]
}

let outlines: ReadonlyMap<string, readonly Outline[]> | undefined

/** Undefined outside the states and territories whose counties the Census draws. */
export function countyAt(position: Position, state: string): County | undefined {
  outlines ??= countiesByState()
  const ofState = outlines.get(state) ?? []
  return ofState.find((county) => contains(county, position)) ?? nearestOf(ofState, position)
}

function countiesByState(): Map<string, Outline[]> {
  const require = createRequire(import.meta.url)
  const topology = atlas(require('us-atlas/counties-10m.json'))
  const codesByFips = new Map(
    feature(topology, topology.objects.states).features.map(({ id, properties: { name } }) => [
      String(id),
      stateByName(name.replace(/^Commonwealth of the /, '')),
    ]),
  )
  const found = new Map<string, Outline[]>()
  for (const { id, properties, geometry } of feature(topology, topology.objects.counties).features) {
    const state = codesByFips.get(String(id).slice(0, 2))
    const polygons =
      geometry.type === 'Polygon'
        ? [geometry.coordinates]
        : geometry.type === 'MultiPolygon'
          ? geometry.coordinates
          : []
    if (state === undefined || polygons.length === 0) continue
    const rings = polygons.flat()
    const outline = { code: String(id), name: properties.name, box: boxOf(rings), rings }
    found.set(state, [...(found.get(state) ?? []), outline])
  }
  return found
}

type Atlas = Topology<Record<'counties' | 'states', GeometryCollection<{ name: string }>>>

/** The package has no types; its version is pinned and a test reads every county. */
function atlas(topology: Atlas): Atlas {
  return topology
}

function boxOf(rings: Outline['rings']): Outline['box'] {
  const [west, south, east, north] = [Math.min, Math.min, Math.max, Math.max].map((most, index) =>
    rings.flat().reduce((found, point) => most(found, point[index % 2]), rings[0][0][index % 2]),
  )
  return [west, south, east, north]
}

/** An odd number of edges lies east of a position within; holes are rings too. */
function contains({ box, rings }: Outline, { latitude, longitude }: Position): boolean {
  if (longitude < box[0] || latitude < box[1] || longitude > box[2] || latitude > box[3]) return false
  let isWithin = false
  for (const ring of rings) {
    for (let at = 1; at < ring.length; at++) {
      const [[x, y], [nextX, nextY]] = [ring[at - 1], ring[at]]
      const crosses = y > latitude !== nextY > latitude
      if (crosses && longitude < x + ((nextX - x) * (latitude - y)) / (nextY - y)) isWithin = !isWithin
    }
  }
  return isWithin
}

/** By the nearest corner of its outline. */
function nearestOf(counties: readonly Outline[], position: Position): Outline | undefined {
  let nearest: Outline | undefined
  let least = Number.POSITIVE_INFINITY
  for (const county of counties) {
    for (const ring of county.rings) {
      for (const [longitude, latitude] of ring) {
        const miles = milesBetween(position, { latitude, longitude })
        if (miles < least) [nearest, least] = [county, miles]
      }
    }
  }
  return nearest
}
