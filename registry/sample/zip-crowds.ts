/**
 * How invented providers are spread over the country: over the states by their people, and within a state over ZIP codes
 * by the number of ZIP codes around, so that they crowd in cities as real ones do. Some three in a hundred come to lie
 * within ten miles of the middle of Manhattan.
 */
import { zipRows } from '#registry/places/tables'
import { areaCodes } from './area-codes.ts'
import { stateWeights } from './state-weights.ts'

export interface Zip {
  zip: string
  city: string
  cityUpper: string
  state: string
  areaCode: string
  latitude: number
  longitude: number
  /** Whether it covers an area, as opposed to a post office box or one building. */
  hasArea: boolean
}

/** ZIP codes of the states that get providers, in ascending order, so that neighbours in the list lie near each other. */
export function zipList(): Zip[] {
  const list = [...zipRows()].flatMap(([zip, { place, hasArea }]) => {
    const codes = areaCodes.get(place.state)?.split(' ')
    if (codes === undefined) return []
    // One area code for all ZIP codes that begin alike: there are but a hundred fictional numbers to each area code, and
    // those who share one should at least be neighbours.
    const areaCode = codes[Number(zip.slice(0, 3)) % codes.length] ?? ''
    // Field by field: for the engine, every object that another is spread into is of a shape of its own, which is slow to read.
    const { city, state, latitude, longitude } = place
    return [{ zip, city, cityUpper: city.toUpperCase(), state, areaCode, latitude, longitude, hasArea }]
  })
  return list.sort((a, b) => (a.zip < b.zip ? -1 : 1))
}

/** What a post office box or a single building draws beside a ZIP code that covers an area. */
const boxWeight = 0.03

/** Every ZIP code with the share of the country's providers that it draws. */
export function zipWeights(zips: readonly Zip[]): [Zip, number][] {
  const crowdAt = crowdCounter(zips)
  const draws = zips.map((zip): [Zip, number] => [zip, (zip.hasArea ? 1 : boxWeight) * crowdAt(zip)])
  const drawsByState = new Map<string, number>()
  for (const [{ state }, draw] of draws) drawsByState.set(state, (drawsByState.get(state) ?? 0) + draw)
  return draws.map(([zip, draw]) => [
    zip,
    (draw * (stateWeights.get(zip.state) ?? 0)) / (drawsByState.get(zip.state) ?? 1),
  ])
}

/** Side of the squares in which ZIP codes are counted. */
const squareDegrees = 0.1

/** Counts the ZIP codes in the nine squares around one: at least 1, at most some hundreds. */
function crowdCounter(zips: readonly Zip[]): (zip: Zip) => number {
  const square = (degrees: number) => Math.floor(degrees / squareDegrees)
  const key = (row: number, column: number) => row * 10_000 + column
  const counts = new Map<number, number>()
  for (const { latitude, longitude, hasArea } of zips) {
    const here = key(square(latitude), square(longitude))
    if (hasArea) counts.set(here, (counts.get(here) ?? 0) + 1)
  }
  return ({ latitude, longitude }) => {
    let crowd = 0
    for (const row of [-1, 0, 1]) {
      for (const column of [-1, 0, 1]) crowd += counts.get(key(square(latitude) + row, square(longitude) + column)) ?? 0
    }
    return Math.max(1, crowd)
  }
}
