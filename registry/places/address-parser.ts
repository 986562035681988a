/**
 * Reads an address as people write it, from its end: country, ZIP code, state, city; what is left is the street. Words of
 * a street that are states or cities (Washington St) and house numbers of five digits (10118 Main St) stay with the street.
 * Where nothing is understood so, a ZIP code or a state may come first (02134 Boston; Florida, Tampa). What stands beside a
 * city and is no street is not passed over: it may be a part of the city's name. A city without its state is the only one of
 * its name and has a post office, or is the one that dominates (Boston); a name that is a state's too (New York, Washington) is then the city.
 */
import {
  dominatingState,
  hasPostOffice,
  knowsCity,
  locateCity,
  locateZip,
  stateByName,
  statesOfCity,
} from '#registry/places/places'
import { militaryStates } from '#registry/places/state-names'
import type { WrittenCities } from '#registry/places/written-cities'
import { countryInLastWords, endAbroad } from './addresses-abroad.ts'
import { endsStreet, isNumberedThing, isStreet, isStreetLine, isWholeStreet } from './streets.ts'

export interface ReadAddress {
  /** The address without the country United States, its spaces and commas tidied. */
  text: string
  /** What stands before the city: a street, or words nobody knew. Empty when all was understood. */
  street: string
  city: string | undefined
  /** The words beside the city that are no street, as far as there are any. */
  unknown: string | undefined
  /** Two-letter code. */
  state: string | undefined
  /** Whether the address says the state itself, rather than that it follows from the city or from elsewhere. */
  isStateNamed: boolean
  /** States that have the city, where no state was named and several have it. */
  possibleStates: string[]
  /** Five digits. */
  zip: string | undefined
  /** The country or province outside the United States that the address ends in. Nothing else is read then. */
  abroad: string | undefined
}

/** What the query says beside the address. */
interface Known {
  city: string | undefined
  /** Two-letter code. */
  state: string | undefined
  /** Five digits. */
  zip: string | undefined
  /** How the rows of the registry write their cities. */
  written: WrittenCities
}

/** Longest names of cities and of states, in words: "Joint Base San Antonio Fort Sam Houston", "the State of New York". */
const cityWordsMax = 8
const stateWordsMax = 5

/** Reads the text of an address. */
export function readAddress(address: string, known: Known): ReadAddress {
  const text = withoutCountry(tidy(address))
  const read = readInOrder(text, known)
  if (isUnderstood(read)) return read
  const withStateLast = stateFirst(text)
  const turned = [zipFirst(text), withStateLast, zipFirst(withStateLast)].filter((one) => one !== undefined)
  const found = turned.map((one) => readInOrder(one, known)).find((one) => isUnderstood(one) && one.street === '')
  return found === undefined ? read : { ...found, text }
}

const nothing: Omit<ReadAddress, 'text' | 'street' | 'zip'> = {
  city: undefined,
  unknown: undefined,
  state: undefined,
  isStateNamed: false,
  possibleStates: [],
  abroad: undefined,
}

const isUnderstood = ({ city, state, abroad, zip, unknown }: ReadAddress) =>
  abroad === undefined &&
  (unknown === undefined || zip !== undefined) &&
  (zip !== undefined || city !== undefined || (state !== undefined && militaryStates.has(state)))

function readInOrder(text: string, known: Known): ReadAddress {
  const { zip, before } = takeZip(text)
  const anyZip = zip ?? known.zip
  const zipState = anyZip === undefined ? undefined : locateZip(anyZip)?.state
  const abroad = readAbroad(before, known.state ?? zipState, known.written)
  if (abroad !== undefined) return { ...nothing, ...abroad, text, zip }
  // With a city beside it, an address that is a state's name is the state.
  const stateOfLone = (city: string) => (anyZip === undefined ? dominatingState(city) : zipState)
  const stateOfCity = known.city === undefined ? stateOfLone : () => undefined
  const found = readCityAndState(before, known, stateOfCity)
  const read = { ...nothing, ...found, unknown: unknownIn(found, known.city), text, zip }
  const isKnown = zip !== undefined || read.state !== undefined || read.city !== undefined || isStreet(before)
  return isKnown ? read : { ...read, abroad: countryInLastWords(before) }
}

/** What stands before a city that was understood, or beside one that the query names, and is no street. */
function unknownIn({ street, city, isStreetEnded }: CityAndState, knownCity: string | undefined): string | undefined {
  if (street === '' || (city === undefined && knownCity === undefined)) return undefined
  const lines = street.split(', ')
  const last = lines.at(-1) ?? ''
  const isStreetThere = isStreetEnded === true ? endsStreet(last) : isStreetLine(last)
  return isStreetThere ? undefined : last
}

/** An address that begins with its ZIP code, with that at the end. */
function zipFirst(text = ''): string | undefined {
  const [, zip, rest] = /^(\d{5}(?:-?\d{4})?)[, ]+(.+)$/.exec(text) ?? []
  return rest === undefined ? undefined : `${rest} ${zip}`
}

/** An address that begins with its state, with that at the end, before the ZIP code where there is one. */
function stateFirst(text: string): string | undefined {
  const { zip, before } = takeZip(text)
  const words = before.split(' ')
  for (let count = Math.min(stateWordsMax, words.length - 1); count > 0; count--) {
    const name = withoutTrailingComma(words.slice(0, count).join(' '))
    if (stateByName(name) === undefined) continue
    return [`${words.slice(count).join(' ')}, ${name}`, zip].filter((part) => part !== undefined).join(' ')
  }
  return undefined
}

/** One space between words, one comma between segments, none at the ends. */
function tidy(text: string): string {
  return text
    .split(/[,;]/)
    .map((segment) => segment.trim().split(/\s+/).join(' '))
    .filter((segment) => segment !== '')
    .join(', ')
}

function withoutCountry(text: string): string {
  return text.replace(/((^|,? )(USA|U\.S\.A\.|U\.S\.|United States|United States of America)|, US)$/i, '')
}

/** The ZIP code that a text ends in, or that stands before the state it ends in ("10001, New York"). */
function takeZip(text: string): { zip: string | undefined; before: string } {
  const last = trailingZip(text)
  if (last !== undefined) return last
  for (const { name, before } of trailingStates(text)) {
    const inside = trailingZip(before)
    if (inside !== undefined) return { zip: inside.zip, before: [inside.before, name].filter(Boolean).join(', ') }
  }
  return { zip: undefined, before: text }
}

function trailingZip(text: string): { zip: string; before: string } | undefined {
  const words = text.split(' ')
  const last = words.at(-1) ?? ''
  const wordBefore = (words.at(-2) ?? '').replace(/[.,]/g, '')
  if (!/^\d{5}(-?\d{4})?$/.test(last) || isNumberedThing(wordBefore)) return undefined
  return { zip: last.slice(0, 5), before: withoutTrailingComma(words.slice(0, -1).join(' ')) }
}

/** An end that lies abroad, unless it is a town of the state that the query or the ZIP code names. */
function readAbroad(text: string, state: string | undefined, written: WrittenCities) {
  const abroad = endAbroad(text)
  if (abroad === undefined) return undefined
  if (state !== undefined && knowsCity(abroad, state, written)) return undefined
  const street = withoutTrailingComma(text.slice(0, -abroad.length).trim())
  const isTownPossible = street === '' || isStreet(street)
  return { abroad, street, possibleStates: isTownPossible ? statesOfCity(abroad) : [] }
}

type CityAndState = Pick<ReadAddress, 'street'> &
  Partial<ReadAddress> & {
    /** Whether the city stands right behind the street, without a comma. */
    isStreetEnded?: boolean
  }

/** `stateOfCity` is the state to take for the name of a city alone; undefined when there is none to take. */
function readCityAndState(
  text: string,
  { state: knownState, written }: Known,
  stateOfCity: (city: string) => string | undefined,
): CityAndState {
  const endings = trailingStates(text)
  if (knownState !== undefined) {
    const [named] = endings.filter(({ state, before }) => state === knownState && before !== '')
    const beforeNamed = named === undefined ? undefined : trailingCity(named.before, knownState, written)
    if (beforeNamed !== undefined) return { ...beforeNamed, state: knownState, isStateNamed: true }
    const isCode = endings.some(
      ({ state, name, before }) => state === knownState && before === '' && !isNameInFull(name),
    )
    const inKnownState = isCode ? undefined : trailingCity(text, knownState, written)
    if (inKnownState !== undefined) return { ...inKnownState, state: knownState }
  }

  for (const { state, name, before } of endings) {
    const cityState = knownState === undefined && isNameInFull(name) ? stateOfCity(name) : undefined
    const isCity = cityState !== undefined && locateCity(name, cityState, written) !== undefined
    if (isCity && before === '') return { street: '', city: name, state: cityState }
    if (before === '') return { street: '', state, isStateNamed: true }
    // "350 5th Ave New York" ends in a state's name that is also a city of it. Its code is no city: NY.
    const inText = isNameInFull(name) ? trailingCity(text, state, written) : undefined
    const inState = trailingCity(before, state, written) ?? inText
    if (inState !== undefined) return { ...inState, state, isStateNamed: true }
    if (isCity && isWholeStreet(before)) return { street: before, city: name, state: cityState }
  }

  const segments = text.split(', ')
  const city = segments.pop() ?? ''
  const street = segments.join(', ')
  const [ending] = endings
  const states = statesOfCity(city, written)
  // What stands before a state's name is a town, perhaps misspelt, unless it is plainly a street.
  const isTownInState = stateByName(city) !== undefined && !isWholeStreet(street)
  if (states.length === 0 || isTownInState) {
    return { street: ending?.before ?? text, state: ending?.state, isStateNamed: ending !== undefined }
  }
  const [only] = states
  // Towns and parts of cities without a post office may bear the same name elsewhere: Midtown.
  if (states.length === 1 && hasPostOffice(city, only)) return { street, city, state: only }
  const state = knownState === undefined ? stateOfCity(city) : undefined
  return state !== undefined && states.includes(state)
    ? { street, city, state }
    : { street, city, possibleStates: states }
}

/** LA is Louisiana and not Los Angeles, however it is dotted. */
const isNameInFull = (state: string): boolean => state.replaceAll('.', '').length > 2

interface TrailingState {
  state: string
  /** As the text has it. */
  name: string
  before: string
}

/** The states the text may end in, the longest name first ("West Virginia" before "Virginia"). */
function trailingStates(text: string): TrailingState[] {
  const words = text.split(' ')
  const found: TrailingState[] = []
  for (let count = Math.min(stateWordsMax, words.length); count > 0; count--) {
    const name = words.slice(-count).join(' ')
    const state = militaryStates.has(name.toUpperCase()) ? name.toUpperCase() : stateByName(name)
    if (state !== undefined) found.push({ state, name, before: withoutTrailingComma(words.slice(0, -count).join(' ')) })
  }
  return found
}

/**
 * The longest city of the state that the text's last segment ends in, and the text before it. A shorter one is never taken:
 * where Franklin ends a name that is not known, New Franklin is another town.
 */
function trailingCity(text: string, state: string, written: WrittenCities): CityAndState | undefined {
  const segments = text.split(', ')
  const words = (segments.pop() ?? '').split(' ')
  for (let count = Math.min(cityWordsMax, words.length); count > 0; count--) {
    const city = words.slice(-count).join(' ')
    if (!knowsCity(city, state, written)) continue
    const rest = words.slice(0, -count).join(' ')
    const street = [...segments, rest].filter((part) => part !== '').join(', ')
    return { city, street, isStreetEnded: rest !== '' }
  }
  return undefined
}

const withoutTrailingComma = (text: string): string => text.replace(/,$/, '')
