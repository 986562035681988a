/**
 * Where ZIP codes, cities and states are: the middle, in degrees, for a ZIP code typically within 2 km and seldom more
 * than 10 km. What is unknown is undefined. Loading the tables takes 0.5 s.
 */
import { cityKey, stateNames } from './geography.ts'
import names from './names.json' with { type: 'json' }
import { townsOf, type ZipPlace, type ZipRow, zipRows } from './tables.ts'
import { noWrittenCities, type WrittenCities } from './written-cities.ts'

export interface StatePlace {
  latitude: number
  longitude: number
  name: string
}

export function preparePlaces(): void {
  cities()
}

/** Undefined for military ZIP codes, which have no place. */
export function locateZip(zip5: string): ZipPlace | undefined {
  return zipRows().get(zip5)?.place
}

/**
 * From the registry's rows, or the ZIP code nearest to the median of the city's (outliers do not move it), or the town.
 */
export function locateCity(city: string, state: string, written = noWrittenCities): ZipPlace | undefined {
  const key = cityKey(city)
  const code = state.toUpperCase()
  const position = written.find(key, code)
  if (position === 'unplaced') return undefined
  if (position === undefined) return listedCity(key, code)
  return { ...position, city: listedCity(key, code)?.city ?? city, state: code }
}

export function knowsCity(city: string, state: string, written: WrittenCities): boolean {
  return isUnplacedCity(city, state, written) || locateCity(city, state, written) !== undefined
}

export function isUnplacedCity(city: string, state: string, written: WrittenCities): boolean {
  return written.find(cityKey(city), state.toUpperCase()) === 'unplaced'
}

export function listedCity(key: string, state: string): ZipPlace | undefined {
  const rows = cities().get(key)?.get(state)
  if (rows !== undefined) return middleOf(rows)
  const own = ownCities().get(key)?.get(state)
  if (own !== undefined) return own
  const town = townsOf(key).get(state)?.[0]
  return town && { latitude: town.latitude, longitude: town.longitude, city: town.name, state }
}

export function hasPostOffice(city: string, state: string): boolean {
  return cities().get(cityKey(city))?.has(state) === true
}

/** Alphabetical. The registry's rows decide where no list has the city. */
export function statesOfCity(city: string, written = noWrittenCities): string[] {
  const key = cityKey(city)
  const tables = [cities().get(key), ownCities().get(key), townsOf(key)]
  const states = new Set(tables.flatMap((states) => [...(states?.keys() ?? [])]))
  return states.size > 0 ? [...states].sort() : written.statesOf(key)
}

const dominatingZipsMin = 8
/** Portland has 35 ZIP codes in Oregon and 4 in Maine, and both are meant. */
const dominatingTimesMin = 9

/** The state whose city of this name dominates all others, as Boston, MA does; undefined where none does. */
export function dominatingState(city: string): string | undefined {
  const states = [...(cities().get(cityKey(city)) ?? [])]
  const bySize = states
    .map(([state, rows]) => ({ state, zips: rows.filter((row) => row.hasArea).length }))
    .sort((a, b) => b.zips - a.zips)
  const [largest, next] = bySize
  if (largest === undefined || largest.zips < dominatingZipsMin) return undefined
  return largest.zips >= dominatingTimesMin * (next?.zips ?? 0) ? largest.state : undefined
}

const statePlaces = new Map<string, StatePlace>()

/** Military states (AA, AE, AP) have no place. */
export function locateState(state: string): StatePlace | undefined {
  const code = state.toUpperCase()
  const name = stateNames.get(code)
  if (name === undefined) return undefined
  const known = statePlaces.get(code)
  if (known !== undefined) return known
  const middle = middleOf([...zipRows().values()].filter((row) => row.place.state === code))
  if (middle === undefined) return undefined
  const place = { latitude: middle.latitude, longitude: middle.longitude, name }
  statePlaces.set(code, place)
  return place
}

/** By name or code in any case, also "State of …" and "… State". Military codes are not places. */
export function stateByName(text: string): string | undefined {
  const plain = text
    .trim()
    .replaceAll('.', '')
    .replace(/^(the )?state of | state$/i, '')
  if (stateNames.has(plain.toUpperCase())) return plain.toUpperCase()
  stateCodes ??= new Map([...stateNames].map(([state, name]) => [cityKey(name), state]))
  const key = cityKey(plain)
  return stateCodes.get(key) ?? stateAliases.get(key)
}

let stateCodes: ReadonlyMap<string, string> | undefined
const stateAliases: ReadonlyMap<string, string> = new Map([
  ['usvirginislands', 'VI'],
  ['unitedstatesvirginislands', 'VI'],
  ['micronesia', 'FM'],
])

const cityAliases = [
  ['ny', 'newyork', 'NY'],
  ['nyc', 'newyork', 'NY'],
  ['newyorkcity', 'newyork', 'NY'],
  ['queens', 'jamaica', 'NY'],
  ['la', 'losangeles', 'CA'],
  ['hollywood', 'losangeles', 'CA'],
  ['sf', 'sanfrancisco', 'CA'],
  ['vegas', 'lasvegas', 'NV'],
  ['philly', 'philadelphia', 'PA'],
  ['dc', 'washington', 'DC'],
  ['washingtondc', 'washington', 'DC'],
] as const

type CityRows = Map<string, ZipRow[]>
let cityTable: ReadonlyMap<string, CityRows> | undefined

function cities(): ReadonlyMap<string, CityRows> {
  cityTable ??= groupByCity(zipRows().values())
  return cityTable
}

function groupByCity(rows: Iterable<ZipRow>): Map<string, CityRows> {
  const table = new Map<string, CityRows>()
  const keys = new Map<string, string>()
  for (const row of rows) {
    const { city, state } = row.place
    const key = getOrMake(keys, city, () => cityKey(city))
    const states = getOrMake(table, key, (): CityRows => new Map())
    getOrMake(states, state, (): ZipRow[] => []).push(row)
  }
  for (const [alias, city, state] of cityAliases) {
    const zips = table.get(city)?.get(state)
    if (zips !== undefined) getOrMake(table, alias, (): CityRows => new Map()).set(state, zips)
  }
  return table
}

let ownTable: ReadonlyMap<string, ReadonlyMap<string, ZipPlace>> | undefined

function ownCities(): ReadonlyMap<string, ReadonlyMap<string, ZipPlace>> {
  ownTable ??= groupOwn()
  return ownTable
}

function groupOwn(): Map<string, Map<string, ZipPlace>> {
  const table = new Map<string, Map<string, ZipPlace>>()
  for (const [name, zip] of Object.entries(names.ownPlaces.zips)) {
    const [city = '', state = ''] = name.split(', ')
    const place = locateZip(zip)
    if (place === undefined) continue
    getOrMake(table, cityKey(city), (): Map<string, ZipPlace> => new Map()).set(state, { ...place, city })
  }
  return table
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** Of the rows that cover an area, or of all where none does. */
function middleOf(rows: readonly ZipRow[]): ZipPlace | undefined {
  const withArea = rows.filter((row) => row.hasArea)
  const places = (withArea.length > 0 ? withArea : rows).map((row) => row.place)
  const latitude = median(places.map((place) => place.latitude))
  const longitude = median(places.map((place) => place.longitude))
  const narrowing = Math.cos((latitude * Math.PI) / 180)
  let middle: ZipPlace | undefined
  let least = Number.POSITIVE_INFINITY
  for (const place of places) {
    const distance = Math.hypot(place.latitude - latitude, (place.longitude - longitude) * narrowing)
    if (distance >= least) continue
    least = distance
    middle = place
  }
  return middle
}

function median(values: number[]): number {
  const sorted = values.sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
