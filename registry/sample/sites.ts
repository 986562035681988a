/**
 * Where invented providers practice: real cities and ZIP codes, invented streets, fictional numbers (555-01xx).
 * Providers crowd in cities as real ones do: by the states' people and the ZIP codes around.
 */
import { zipRows } from '#registry/places/tables'
import { streets } from './names.ts'
import lists from './places.json' with { type: 'json' }
import { type Random, weighted } from './random.ts'
import { fields } from './rows.ts'

interface Place {
  index: number | undefined
  city: string
  cityUpper: string
  state: string
  postalCode: string
  country: string
  /** Telephone numbers begin with this: all but two digits of them in the country. */
  phoneBeginning: string
}

export interface Site {
  place: Place
  firstLine: string
  secondLine: string
  postalCode: string
  phone: string
  address: string
}

export interface SiteMaker {
  anywhere(random: Random): Site
  /** Another one in the same part of the country, in mixed case, as CMS has secondary locations. */
  near(site: Site, random: Random): Site
}

const militaryShare = 0.002
const foreignShare = 0.001
const militaryPlaces = lists.military.map(placeBeyondZips)
const foreignPlaces = lists.abroad.map(placeBeyondZips)

export function makeSites(): SiteMaker {
  const weights = zipWeights(zipList()).map(([zip, weight], index) => [placeOf(zip, index), weight] as const)
  const places = weights.map(([place]) => place)
  const pickPlace = weighted(weights)
  return {
    anywhere(random) {
      const kind = random.next()
      if (kind < militaryShare) return militarySite(random)
      if (kind < militaryShare + foreignShare) return foreignSite(random)
      return domesticSite(pickPlace(random), random)
    },
    near({ place }, random) {
      return secondarySite(
        place.index === undefined ? pickPlace(random) : neighbor(places, place, place.index, random),
        random,
      )
    },
  }
}

function placeOf({ zip, city, state, areaCode }: Zip, index: number): Place {
  const cityUpper = city.toUpperCase()
  return { index, city, cityUpper, state, postalCode: zip, country: 'US', phoneBeginning: `${areaCode}55501` }
}

function placeBeyondZips({ phone, ...place }: (typeof lists.military)[number]): Place {
  return { index: undefined, ...place, cityUpper: place.city, phoneBeginning: phone }
}

/** How far a neighbor may be in the list of ZIP codes: these are mostly within an hour's drive. */
const neighborReach = 12

function neighbor(places: readonly Place[], here: Place, index: number, random: Random): Place {
  const near = places[index + random.below(2 * neighborReach + 1) - neighborReach]
  return near?.state === here.state ? near : here
}

/** With a line break in the first line. No real row at hand has one, but nothing forbids it. */
const lineBreakShare = 0.0008

const upperStreets = streets.map((street) => street.toUpperCase())

function domesticSite(place: Place, random: Random): Site {
  const street = `${houseNumber(random)} ${random.pick(upperStreets)}`
  const firstLine = random.chance(lineBreakShare) ? `${street}\nBUILDING ${random.below(9) + 1}` : street
  const phone = place.phoneBeginning + numberEnd(random)
  const fax = random.chance(0.4) ? place.phoneBeginning + numberEnd(random) : ''
  const suite = suiteOf(random)
  return siteOf(place, firstLine, suite, postalCodeOf(place, random), phone, fax)
}

function secondarySite(place: Place, random: Random): Site {
  const firstLine = `${houseNumber(random)} ${random.pick(streets)}`
  const phone = random.chance(0.9) ? place.phoneBeginning + numberEnd(random) : ''
  const suite = random.chance(0.25) ? `Ste ${suiteNumber(random)}` : ''
  return siteOf(place, firstLine, suite, postalCodeOf(place, random), phone, '')
}

function militarySite(random: Random): Site {
  const place = random.pick(militaryPlaces)
  const firstLine = `PSC ${random.below(900) + 10} BOX ${random.below(9000) + 10}`
  return siteOf(place, firstLine, '', place.postalCode, place.phoneBeginning, '')
}

function foreignSite(random: Random): Site {
  const place = random.pick(foreignPlaces)
  const firstLine = `${houseNumber(random)} ${random.pick(upperStreets)}`
  return siteOf(place, firstLine, '', place.postalCode, place.phoneBeginning, '')
}

function siteOf(
  place: Place,
  firstLine: string,
  secondLine: string,
  postalCode: string,
  phone: string,
  fax: string,
): Site {
  const { cityUpper, state, country } = place
  const address = fields(firstLine, secondLine, cityUpper, state, postalCode, country, phone, fax)
  return { place, firstLine, secondLine, postalCode, phone, address }
}

const houseNumber = (random: Random): number => Math.floor(random.next() ** 2 * 9899) + 1
const suiteNumber = (random: Random): number => random.below(900) + 100
const numberEnd = (random: Random): number => random.below(90) + 10

/** Four postal codes in five have nine digits, without a hyphen; the others have five. */
const postalCodeOf = ({ postalCode }: Place, random: Random): string =>
  random.chance(0.8) ? postalCode + (random.below(9000) + 1000) : postalCode

function suiteOf(random: Random): string {
  const kind = random.next()
  if (kind < 0.65) return ''
  if (kind < 0.85) return `STE ${suiteNumber(random)}`
  if (kind < 0.93) return `SUITE ${random.pick(['A', 'B', 'C', 'D', 'E'])}`
  return kind < 0.97 ? `# ${random.below(60) + 1}` : `${random.below(20) + 2}TH FLOOR`
}

/** The eight fields of a post office box in the same place. On military bases and abroad, mail goes to the site. */
export function mailboxAddress({ place, phone, address }: Site, random: Random): string {
  if (place.index === undefined) return address
  const { cityUpper, state, postalCode, country } = place
  return fields(`PO BOX ${random.below(9900) + 10}`, '', cityUpper, state, postalCode, country, phone, '')
}

/** Organizations at whose address and telephone individuals work: the latest ones of each field of care. */
export class Hosts {
  #sitesByField = new Map<string, { sites: Site[]; opened: number }>()

  open(field: string, site: Site): void {
    const hosts = this.#sitesByField.get(field) ?? { sites: [], opened: 0 }
    this.#sitesByField.set(field, hosts)
    hosts.sites[hosts.opened % hostsMax] = site
    hosts.opened += 1
  }

  anyOf(field: string, random: Random): Site | undefined {
    const hosts = this.#sitesByField.get(field)
    return hosts && random.pick(hosts.sites)
  }
}

const hostsMax = 64

export interface Zip {
  zip: string
  city: string
  state: string
  areaCode: string
  latitude: number
  longitude: number
  hasArea: boolean
}

/** By state: people in hundred thousands (census of 2020, rounded) and area codes (North American Numbering Plan). */
const states: ReadonlyMap<string, { weight: number; areaCodes: string }> = new Map(Object.entries(lists.states))

/** In ascending order, so that neighbors in the list are near each other. */
export function zipList(): Zip[] {
  const list = [...zipRows()].flatMap(([zip, { place, hasArea }]) => {
    const codes = states.get(place.state)?.areaCodes.split(' ')
    if (codes === undefined) return []
    // An area code has only a hundred fictional numbers. Those who share one should be neighbors.
    const areaCode = codes[Number(zip.slice(0, 3)) % codes.length] ?? ''
    const { city, state, latitude, longitude } = place
    return [{ zip, city, state, areaCode, latitude, longitude, hasArea }]
  })
  return list.sort((a, b) => (a.zip < b.zip ? -1 : 1))
}

/** Of a post office box or a single building. A ZIP code with an area has 1. */
const boxWeight = 0.03

export function zipWeights(zips: readonly Zip[]): [Zip, number][] {
  const crowdAt = crowdCounter(zips)
  const draws = zips.map((zip): [Zip, number] => [zip, (zip.hasArea ? 1 : boxWeight) * crowdAt(zip)])
  const drawsByState = new Map<string, number>()
  for (const [{ state }, draw] of draws) drawsByState.set(state, (drawsByState.get(state) ?? 0) + draw)
  return draws.map(([zip, draw]) => [
    zip,
    (draw * (states.get(zip.state)?.weight ?? 0)) / (drawsByState.get(zip.state) ?? 1),
  ])
}

const squareDegrees = 0.1

/** Counts the ZIP codes in the nine squares around one: from 1 to some hundreds. */
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
