/**
 * Knows an address outside the United States by its end. Towns here bear names of countries and provinces (Canada, KY;
 * Lebanon, PA; New Brunswick, NJ), so that "Ontario, Canada" would otherwise be read as a town in Kentucky.
 */
import { cityKey } from '#registry/places/city-key'
import { stateByName, statesOfCity } from '#registry/places/places'
import { isStreet } from './streets.ts'

/** Longest name of a country that ends a text without a comma before it: "Papua New Guinea". */
const countryWordsMax = 3

/**
 * The country or the Canadian province that an address ends in, behind its last comma, as the caller wrote it. The name
 * alone is a country too ("Jamaica"); that of a province alone, or behind a street, is not where a town here has it.
 */
export function endAbroad(address: string): string | undefined {
  const segments = address.split(', ')
  const last = segments.pop() ?? ''
  if (stateByName(last) !== undefined) return undefined
  if (isCountry(last)) return last
  const before = segments.join(', ')
  const isTownHere = (before === '' || isStreet(before)) && statesOfCity(last).length > 0
  if (provinces.has(cityKey(last)) && !isTownHere) return last
  return before !== '' && provinceCodes.has(last.toUpperCase()) ? last : undefined
}

/** The country that the last words of a text name, with words before them: "Toronto Canada". */
export function countryInLastWords(text: string): string | undefined {
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

/** What `Intl` names besides countries: this one, its outlying islands, unions, and placeholders. */
const notForeign: ReadonlySet<string> = new Set(['US', 'UM', 'EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/** Names in common use that `Intl` does not give. */
const otherNames =
  'UK,Great Britain,Britain,England,Scotland,Wales,Northern Ireland,Republic of Ireland,UAE,Holland,Korea,' +
  'Republic of Korea,Russian Federation,Czech Republic,Turkey,Burma,Myanmar,Macedonia,Bosnia,Ivory Coast,Cabo Verde,' +
  'Swaziland,East Timor,Congo,DR Congo,Democratic Republic of the Congo,Republic of the Congo,Hong Kong,Macao,Macau,' +
  "Palestine,Vatican,Trinidad,Tobago,Antigua,PRC,People's Republic of China"

/** Every name `Intl` gives to a code of two letters: ISO 3166 and the codes it once had. */
function countryKeys(): ReadonlySet<string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const given = codes.filter((code) => !notForeign.has(code)).flatMap((code) => names.of(code) ?? [])
  return new Set([...given, ...otherNames.split(',')].map(countryKey))
}

/** As cities are compared, without what may stand before, within or behind a name: the, and, (Burma). */
function countryKey(name: string): string {
  const plain = name.replace(/\(.*\)/, '').replace(/^the /i, '')
  return cityKey(plain.replaceAll(/ (&|and) /gi, ' '))
}

const provinces: ReadonlySet<string> = new Set(
  [
    ...[
      'Alberta',
      'British Columbia',
      'Manitoba',
      'New Brunswick',
      'Newfoundland',
      'Labrador',
      'Nova Scotia',
      'Nunavut',
    ],
    ...['Newfoundland and Labrador', 'Northwest Territories', 'Ontario', 'Prince Edward Island', 'Quebec'],
    ...['Saskatchewan', 'Yukon'],
  ].map(cityKey),
)

/** None of them is a state here. */
const provinceCodes: ReadonlySet<string> = new Set('AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '))
