/** Names of cities for suggestions: those of ZIP codes, and towns of GeoNames. */
import { firstNotBefore } from '../search/binary-search.ts'
import { oneEditFrom } from '../vocabulary/nearest-word.ts'
import { cityKey } from './geography.ts'
import { allTowns, zipRows } from './tables.ts'

interface CityName {
  /** Boston, MA. */
  shown: string
  key: string
  people: number
}

/** Where no list says how many live there. */
const peoplePerZip = 2_000

/** Shorter texts are near to too much. */
const nearLengthMin = 4
/** No city has a longer key. */
const nearLengthMax = 40

/** "City, ST", the largest first; with one wrong letter where no city begins so. A state may follow a comma. */
export function suggestCities(text: string, limit: number): string[] {
  const [city = '', state = ''] = text.split(',')
  const typed = cityKey(city)
  if (typed === '') return []
  const begun = beginning(typed, state)
  const isNear = begun.length === 0 && typed.length >= nearLengthMin && typed.length <= nearLengthMax
  const found = isNear ? [...oneEditFrom(typed)].flatMap((near) => beginning(near, state)) : begun
  const largest = [...new Set(found)].sort((a, b) => b.people - a.people || (a.shown < b.shown ? -1 : 1))
  return largest.slice(0, limit).map(({ shown }) => shown)
}

export function prepareCityNames(): void {
  cityNames()
}

let known: readonly CityName[] | undefined

/** In the order of their keys. */
function cityNames(): readonly CityName[] {
  known ??= [...namedCities().values()].sort((a, b) => (a.key < b.key ? -1 : 1))
  return known
}

function beginning(key: string, state: string): CityName[] {
  const names = cityNames()
  const found: CityName[] = []
  const ofState = state.trim().toUpperCase()
  const first = firstNotBefore(names.length, (place) => names[place].key < key)
  for (let place = first; place < names.length && names[place].key.startsWith(key); place++) {
    const { shown } = names[place]
    if (ofState === '' || shown.startsWith(ofState, shown.length - 2)) found.push(names[place])
  }
  return found
}

function namedCities(): Map<string, CityName> {
  const names = new Map<string, CityName>()
  const add = (name: string, state: string, people: number) => {
    const key = cityKey(name)
    const place = `${key} ${state}`
    const before = names.get(place)
    if (before === undefined) names.set(place, { shown: `${name}, ${state}`, key, people })
    else before.people = Math.max(before.people, people)
  }
  const zips = new Map<string, number>()
  for (const { place, hasArea } of zipRows().values()) {
    const name = `${place.city}, ${place.state}`
    zips.set(name, (zips.get(name) ?? 0) + Number(hasArea))
  }
  for (const [name, count] of zips) add(name.slice(0, -4), name.slice(-2), count * peoplePerZip)
  for (const { name, state, population } of allTowns()) add(name, state, population)
  return names
}
