/**
 * Reads an address as people write it, from its end: country, ZIP code, state, city; the rest is the street. Words of
 * a street that are states or cities (Washington St) and five-digit house numbers (10118 Main St) stay with the
 * street. Otherwise a ZIP code or a state may come first (02134 Boston; Florida, Tampa). Words beside a city that are
 * no street may be part of its name and are kept. A city without a state is the only one of its name with a post
 * office, or the dominating one (Boston); a name that is also a state's (New York, Washington) is then the city.
 */
import { cityKey, militaryStates } from '#registry/places/geography'
import {
  dominatingState,
  hasPostOffice,
  knowsCity,
  locateCity,
  locateZip,
  stateByName,
  statesOfCity,
} from '#registry/places/places'
import type { WrittenCities } from '#registry/places/written-cities'

export interface ReadAddress {
  text: string
  /** A street, or unknown words. Empty when all was understood. */
  street: string
  city: string | undefined
  /** Words beside the city that are no street. */
  unknown: string | undefined
  state: string | undefined
  /** Whether the address names the state, rather than it following from the city. */
  isStateNamed: boolean
  /** States that have the city, where no state was named and several have it. */
  possibleStates: string[]
  zip: string | undefined
  /** The country or province that ends an address abroad; nothing else is read then. */
  abroad: string | undefined
}

interface Known {
  city: string | undefined
  state: string | undefined
  zip: string | undefined
  written: WrittenCities
}

/** "Joint Base San Antonio Fort Sam Houston", "the State of New York". */
const cityWordsMax = 8
const stateWordsMax = 5

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

function unknownIn({ street, city, isStreetEnded }: CityAndState, knownCity: string | undefined): string | undefined {
  if (street === '' || (city === undefined && knownCity === undefined)) return undefined
  const lines = street.split(', ')
  const last = lines.at(-1) ?? ''
  const isStreetThere = isStreetEnded === true ? endsStreet(last) : isStreetLine(last)
  return isStreetThere ? undefined : last
}

function zipFirst(text = ''): string | undefined {
  const [, zip, rest] = /^(\d{5}(?:-?\d{4})?)[, ]+(.+)$/.exec(text) ?? []
  return rest === undefined ? undefined : `${rest} ${zip}`
}

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

function tidy(text: string): string {
  return text
    .split(/[,;]/)
    .map((segment) => segment.trim().split(/\s+/).join(' '))
    .filter((segment) => segment !== '')
    .join(', ')
}

function withoutCountry(text: string): string {
  return text.replace(/(^|,? )(US|USA|U\.S\.A\.|U\.S\.|United States|United States of America)$/i, '')
}

/** At the end, or before the state at the end ("10001, New York"). */
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

/** Unless it is a town of the state that the query or the ZIP code names. */
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
    /** Without a comma before it. */
    isStreetEnded?: boolean
  }

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
    // "350 5th Ave New York" ends in a state that is also a city of it. The code NY is no city.
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
  // Before a state's name is a town, perhaps misspelled, unless it is plainly a street.
  const isTownInState = stateByName(city) !== undefined && !isWholeStreet(street)
  if (states.length === 0 || isTownInState) {
    return { street: ending?.before ?? text, state: ending?.state, isStateNamed: ending !== undefined }
  }
  const [only] = states
  // Places without a post office may share a name with others: Midtown.
  if (states.length === 1 && hasPostOffice(city, only)) return { street, city, state: only }
  const state = knownState === undefined ? stateOfCity(city) : undefined
  return state !== undefined && states.includes(state)
    ? { street, city, state }
    : { street, city, possibleStates: states }
}

/** LA is Louisiana, not Los Angeles, however it is dotted. */
const isNameInFull = (state: string): boolean => state.replaceAll('.', '').length > 2

interface TrailingState {
  state: string
  name: string
  before: string
}

/** Longest name first: "West Virginia" before "Virginia". */
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

/** The longest city that the last segment ends in, never a shorter one: New Franklin is not Franklin. */
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

/** Towns here have names of countries and provinces (Lebanon, PA; New Brunswick, NJ). */

/** "Papua New Guinea". */
const countryWordsMax = 3

/** As the caller wrote it. A country's name alone counts ("Jamaica"), a province's not where a town here has it. */
function endAbroad(address: string): string | undefined {
  const segments = address.split(', ')
  const last = segments.pop() ?? ''
  if (stateByName(last) !== undefined) return undefined
  if (isCountry(last)) return last
  const before = segments.join(', ')
  const isTownHere = (before === '' || isStreet(before)) && statesOfCity(last).length > 0
  if (provinces.has(cityKey(last)) && !isTownHere) return last
  return before !== '' && provinceCodes.has(last.toUpperCase()) ? last : undefined
}

/** "Toronto Canada". */
function countryInLastWords(text: string): string | undefined {
  const words = text.split(' ')
  for (let count = Math.min(countryWordsMax, words.length - 1); count > 0; count--) {
    const name = words.slice(-count).join(' ')
    if (stateByName(name) === undefined && isCountry(name)) return name
  }
  return undefined
}

function isCountry(name: string): boolean {
  countries ??= countryKeys()
  return countries.has(countryKey(name))
}

let countries: ReadonlySet<string> | undefined

/** What `Intl` names besides other countries. */
const notForeign: ReadonlySet<string> = new Set(['US', 'UM', 'EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

const otherNames =
  'UK,Great Britain,Britain,England,Scotland,Wales,Northern Ireland,Republic of Ireland,UAE,Holland,Korea,' +
  'Republic of Korea,Russian Federation,Czech Republic,Turkey,Burma,Myanmar,Macedonia,Bosnia,Ivory Coast,Cabo Verde,' +
  'Swaziland,East Timor,Congo,DR Congo,Democratic Republic of the Congo,Republic of the Congo,Hong Kong,Macao,Macau,' +
  "Palestine,Vatican,Trinidad,Tobago,Antigua,PRC,People's Republic of China"

/** ISO 3166 codes, present and past. */
function countryKeys(): ReadonlySet<string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const given = codes.filter((code) => !notForeign.has(code)).flatMap((code) => names.of(code) ?? [])
  return new Set([...given, ...otherNames.split(',')].map(countryKey))
}

/** Without "the", "and" and parentheses. */
function countryKey(name: string): string {
  const plain = name.replace(/\(.*\)/, '').replace(/^the /i, '')
  return cityKey(plain.replaceAll(/ (&|and) /gi, ' '))
}

const provinceNames =
  'Alberta,British Columbia,Manitoba,New Brunswick,Newfoundland,Labrador,Nova Scotia,Nunavut,' +
  'Newfoundland and Labrador,Northwest Territories,Ontario,Prince Edward Island,Quebec,Saskatchewan,Yukon'
const provinces: ReadonlySet<string> = new Set(provinceNames.split(',').map(cityKey))

/** None of them is a state here. */
const provinceCodes: ReadonlySet<string> = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '))

const units = 'suite|ste|unit|apt|apartment|room|rm|floor|fl|building|bldg|#'
/** A number behind one of these is no house number and no ZIP code. */
const numbered = `${units}|box|lot|no|route|rte|rt|rr|hc|highway|hwy|road|rd|psc|cmr`
const streetTypes =
  'st|street|ave|avenue|blvd|boulevard|rd|road|dr|drive|ln|lane|ct|court|pl|place|plz|plaza|sq|square|way|cir|circle|' +
  'ter|terrace|pkwy|parkway|hwy|highway|trl|trail|loop|pike|tpke|turnpike|expy|expressway|fwy|freeway|aly|alley|path|' +
  'xing|crossing|ext|extension|broadway'
const compassPoints = 'n|s|e|w|ne|nw|se|sw'
const number = String.raw`#?(?:\w|[\w-]*\d[\w-]*)`

const numberedWord = new RegExp(`^(?:${numbered})$`, 'i')

/** FL is Florida: no floor has five digits. */
function isNumberedThing(word: string): boolean {
  return numberedWord.test(word) && stateByName(word) === undefined
}

export function isStreet(street: string): boolean {
  return /^\d[\dA-Za-z/-]* +\S*\p{L}/u.test(street)
}

const streetEnd = `(?:(?:${streetTypes}|${compassPoints})\\.?(?:,? (?:${units})\\.? ?\\S+)?)`
const wholeStreet = new RegExp(`^\\d\\S* .*\\S ${streetEnd}$`, 'i')

/** House number, name, type of street or compass point. "123 Main St Seatle" is not: a town may hide there. */
export function isWholeStreet(text: string): boolean {
  return wholeStreet.test(text)
}

const endOfStreet = new RegExp(
  `(?:\\S ${streetEnd}|^broadway|(?:^|[ ,])(?:${numbered})\\.? ?${number}|\\d(?:st|nd|rd|th) (?:floor|fl)\\.?)$`,
  'i',
)

/** "5 Main St", "Fifth Avenue", "PO Box 12", "Suite B": what comes next is a town. */
export function endsStreet(text: string): boolean {
  return endOfStreet.test(text)
}

function isStreetLine(line: string): boolean {
  return endsStreet(line) || (/\d/.test(line) && !/^\d{5}(-?\d{4})?$/.test(line))
}
