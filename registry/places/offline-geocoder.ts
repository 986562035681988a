/** Places a query by ZIP code, else by city and state, else by state. Unknown words are never ignored. */
import { milesBetween, militaryStates } from '#registry/places/geography'
import { dominatingState, isUnplacedCity, locateCity, locateState, locateZip } from '#registry/places/places'
import { noWrittenCities, type WrittenCities } from '#registry/places/written-cities'
import { isStreet, type ReadAddress, readAddress } from './address-parser.ts'

export interface OfflineAnswer {
  answer: PlaceAnswer
  /** Whether the query names a street and a house number, which a better geocoder could place. */
  hasStreet: boolean
  state: string | undefined
}

/** A city named beside a ZIP code or an address lies elsewhere when it is further away than any city is wide. */
const cityMilesMax = 60

export function locateOffline(query: PlaceQuery, written: WrittenCities = noWrittenCities): OfflineAnswer {
  const { city, postalCode: zip } = query
  const read = readAddress(query.address ?? '', { city, state: query.state, zip, written })
  const line = oneLine(query, read)
  if (read.abroad !== undefined) {
    const answer: PlaceAnswer = { kind: 'notFound', query: line, reason: whyAbroad(read.abroad, read) }
    return { answer, hasStreet: false, state: undefined }
  }
  const answer = contradiction(query, read, written) ?? place(query, read, line, written)
  const state = answer.kind === 'found' ? answer.state : (query.state ?? read.state)
  return { answer, hasStreet: isStreet(read.street), state }
}

/** The address with the parts that it lacks, and with the state that its city was understood in. */
function oneLine(query: PlaceQuery, read: ReadAddress): string {
  if (read.city !== undefined && read.state !== undefined && !read.isStateNamed && read.zip === undefined) {
    return [`${read.text}, ${read.state}`, query.postalCode].filter((part) => part !== undefined).join(' ')
  }
  const city = read.city === undefined ? query.city : undefined
  const state = read.state === undefined || read.city === undefined ? query.state : undefined
  const zip = read.zip === undefined ? query.postalCode : undefined
  const end = [state, zip].filter((part) => part !== undefined).join(' ')
  return [query.address, city, end].filter((part) => part !== undefined && part !== '').join(', ')
}

function contradiction(query: PlaceQuery, read: ReadAddress, written: WrittenCities): PlaceAnswer | undefined {
  if (query.state !== undefined && read.state !== undefined && read.state !== query.state) {
    return { kind: 'contradicts', parameter: 'state', expected: read.state, got: query.state }
  }
  const zip = query.postalCode ?? read.zip
  const zipPlace = zip === undefined ? undefined : locateZip(zip)
  if (query.state !== undefined && zipPlace !== undefined && zipPlace.state !== query.state) {
    return { kind: 'contradicts', parameter: 'state', expected: zipPlace.state, got: query.state }
  }
  const state = query.state ?? read.state ?? zipPlace?.state
  if (query.city === undefined || state === undefined) return undefined
  const cityPlace = locateCity(query.city, state, written)
  const other = zipPlace ?? (read.city === undefined ? undefined : locateCity(read.city, state, written))
  if (cityPlace === undefined || other === undefined || milesBetween(cityPlace, other) <= cityMilesMax) return undefined
  return { kind: 'contradicts', parameter: 'city', expected: other.city, got: query.city }
}

function place(query: PlaceQuery, read: ReadAddress, line: string, written: WrittenCities): PlaceAnswer {
  const notFound = (reason: string): PlaceAnswer => ({ kind: 'notFound', query: line, reason })
  const zip = query.postalCode ?? read.zip
  const state = query.state ?? read.state
  const city = read.city ?? query.city
  if (read.zip !== undefined && query.postalCode !== undefined && read.zip !== query.postalCode) {
    return notFound(`It has two ZIP codes, ${read.zip} and ${query.postalCode}; give one.`)
  }

  const zipPlace = zip === undefined ? undefined : locateZip(zip)
  if (zipPlace !== undefined) {
    if (state !== undefined && state !== zipPlace.state) {
      return notFound(`ZIP code ${zip} is in ${zipPlace.state}, not in ${state}.`)
    }
    const isElsewhere =
      read.city !== undefined && !read.isStateNamed && isOnlyElsewhere(read.city, zipPlace.state, written)
    if (isElsewhere) {
      return notFound(`ZIP code ${zip} is in ${zipPlace.state}, which has no city named ${read.city}.`)
    }
    return { kind: 'found', query: line, precision: 'zip', ...zipPlace }
  }

  const named = [city, state].filter((part) => part !== undefined).join(', ')
  if (read.unknown !== undefined && city !== undefined && state !== undefined) {
    return notFound(`We know ${named}, but not "${read.unknown}" beside it; leave it out, or add a ZIP code.`)
  }
  if (city !== undefined && state !== undefined && isUnplacedCity(city, state, written)) {
    return { kind: 'unplaced', query: line, city, state }
  }
  const cityPlace = city === undefined || state === undefined ? undefined : locateCity(city, state, written)
  if (cityPlace !== undefined) return { kind: 'found', query: line, precision: 'city', ...cityPlace }

  const isStateAlone = zip === undefined && city === undefined && read.street === ''
  if (isStateAlone && state !== undefined && isMilitary(state)) return { kind: 'unplaced', query: line, state }
  const statePlace = state === undefined ? undefined : locateState(state)
  if (isStateAlone && state !== undefined && statePlace !== undefined) {
    const { latitude, longitude } = statePlace
    return { kind: 'found', query: line, precision: 'state', latitude, longitude, state }
  }
  return notFound(whyNotFound(zip, city, state, read))
}

/** Whether a city's name means one in another state, and this one has none of the name: Chicago 10001. */
function isOnlyElsewhere(city: string, state: string, written: WrittenCities): boolean {
  return dominatingState(city) !== undefined && locateCity(city, state, written) === undefined
}

function whyNotFound(
  zip: string | undefined,
  city: string | undefined,
  state: string | undefined,
  read: ReadAddress,
): string {
  if (zip !== undefined && (state === undefined || !isMilitary(state))) {
    return `ZIP code ${zip} isn’t in use, or is a military one, which has no place on the map: for those, give AA, AE or AP as the state.`
  }
  if (state !== undefined && isMilitary(state)) {
    return `The military state ${state} has no place on the map and no cities; give the state alone.`
  }
  if (state !== undefined) return `We know the state ${state}, but no such city or ZIP code in it.`
  if (city !== undefined && read.possibleStates.length > 0) {
    const [first, ...others] = read.possibleStates
    const hint = `add the state, as in "${city}, ${first}".`
    if (others.length === 0) return `A city named ${city} is in ${first}, and there may be others; ${hint}`
    return `Cities named ${city} are in ${read.possibleStates.join(', ')}; ${hint}`
  }
  return 'It has no ZIP code, city or state that we know; write a city as "Springfield, IL".'
}

function whyAbroad(abroad: string, { possibleStates }: ReadAddress): string {
  const rule = `Only places in the United States can be searched, none in ${abroad}.`
  if (possibleStates.length === 0) return rule
  return `${rule} For a city of that name add its state (${possibleStates.join(', ')}).`
}

const isMilitary = (state: string): boolean => militaryStates.has(state)

/** What to place; at least one part is given. The others complete `address`. */
export interface PlaceQuery {
  /** A street address, a city (with its state unless one dominates), a ZIP code or a state. */
  address?: string
  city?: string
  /** Two-letter code, in upper case. */
  state?: string
  /** Five digits. */
  postalCode?: string
}

export interface PlaceFound {
  kind: 'found'
  /** The query, put together in one line, with the state that its city was understood to be in. */
  query: string
  latitude: number
  longitude: number
  precision: 'rooftop' | 'zip' | 'city' | 'state'
  /** Two-letter code. */
  state?: string
  city?: string
}

interface PlaceNotFound {
  kind: 'notFound'
  query: string
  /** One or two sentences for the caller: what is wrong or missing. */
  reason: string
}

/** A military state, or a city of the registry that has no position: it is searched as written. */
export interface PlaceUnplaced {
  kind: 'unplaced'
  query: string
  state: string
  city?: string
}

interface PlaceContradicts {
  kind: 'contradicts'
  parameter: 'state' | 'city'
  expected: string
  got: string
}

export type PlaceAnswer = PlaceFound | PlaceUnplaced | PlaceNotFound | PlaceContradicts
