/**
 * Reads an address as people write it, from its end: country, ZIP code, state, city; what is left is the street. Words of
 * a street that are states or cities (Washington St) and house numbers of five digits (10118 Main St) stay with the street.
 */
import { locateCity, stateByName, statesOfCity } from '#registry/read/places'

export interface ReadAddress {
  /** What stands before the city: a street, or words nobody knew. Empty when all was understood. */
  street: string
  city: string | undefined
  /** Two-letter code. */
  state: string | undefined
  /** States that have the city, where no state was named and several have it. */
  possibleStates: string[]
  /** Five digits. */
  zip: string | undefined
}

/** Longest names of cities and of states, in words: "Truth Or Consequences", "Federated States of Micronesia". */
const cityWordsMax = 6
const stateWordsMax = 4

/** Reads the text of an address; `knownState` is the state named elsewhere in the query. */
export function readAddress(text: string, knownState: string | undefined): ReadAddress {
  const { zip, before } = takeZip(withoutCountry(tidy(text)))
  return { ...readCityAndState(before, knownState), zip }
}

/** Whether a text begins as a street address does: a house number, then a name. */
export function isStreet(street: string): boolean {
  return /^\d[\dA-Za-z/-]* +\S*\p{L}/u.test(street)
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
  return text.replace(/(^|,? )(USA|U\.S\.A\.|U\.S\.|United States|United States of America)$/i, '')
}

/** Words after which five digits are a number of something else than a ZIP code. */
const numberedThings = new Set(
  'box suite ste unit apt apartment room rm # no floor fl building bldg lot route rte rt highway hwy road rd'.split(
    ' ',
  ),
)

function takeZip(text: string): { zip: string | undefined; before: string } {
  const words = text.split(' ')
  const last = words.at(-1) ?? ''
  const wordBefore = (words.at(-2) ?? '').toLowerCase().replace(/[.,]/g, '')
  if (!/^\d{5}(-?\d{4})?$/.test(last) || numberedThings.has(wordBefore)) return { zip: undefined, before: text }
  return { zip: last.slice(0, 5), before: withoutTrailingComma(words.slice(0, -1).join(' ')) }
}

type CityAndState = Omit<ReadAddress, 'zip'>

function readCityAndState(text: string, knownState: string | undefined): CityAndState {
  const none = { city: undefined, state: undefined, possibleStates: [] }
  const inKnownState = knownState === undefined ? undefined : trailingCity(text, knownState)
  if (inKnownState !== undefined) return { ...none, ...inKnownState, state: knownState }

  const endings = trailingStates(text)
  for (const { state, before } of endings) {
    if (before === '') return { ...none, state, street: '' }
    // "350 5th Ave New York" ends in a state's name that is also a city of it.
    const inState = trailingCity(before, state) ?? trailingCity(text, state)
    if (inState !== undefined) return { ...none, ...inState, state }
  }

  const segments = text.split(', ')
  const lastSegment = segments.at(-1) ?? ''
  const states = statesOfCity(lastSegment)
  if (states.length > 0) {
    const [state] = states
    const street = segments.slice(0, -1).join(', ')
    return states.length === 1
      ? { street, city: lastSegment, state, possibleStates: [] }
      : { street, city: lastSegment, state: undefined, possibleStates: states }
  }

  const [ending] = endings
  return { ...none, street: ending?.before ?? text, state: ending?.state }
}

/** The states the text may end in, the longest name first ("West Virginia" before "Virginia"). */
function trailingStates(text: string): { state: string; before: string }[] {
  const words = text.split(' ')
  const found: { state: string; before: string }[] = []
  for (let count = Math.min(stateWordsMax, words.length); count > 0; count--) {
    const state = stateByName(words.slice(-count).join(' '))
    if (state !== undefined) found.push({ state, before: withoutTrailingComma(words.slice(0, -count).join(' ')) })
  }
  return found
}

/** The longest city of the state that the text's last segment ends in, and the text before it. */
function trailingCity(text: string, state: string): { city: string; street: string } | undefined {
  const segments = text.split(', ')
  const words = (segments.pop() ?? '').split(' ')
  for (let count = Math.min(cityWordsMax, words.length); count > 0; count--) {
    const city = words.slice(-count).join(' ')
    if (locateCity(city, state) === undefined) continue
    const rest = words.slice(0, -count).join(' ')
    return { city, street: [...segments, rest].filter((part) => part !== '').join(', ') }
  }
  return undefined
}

const withoutTrailingComma = (text: string): string => text.replace(/,$/, '')
