/**
 * Where invented providers practise: real cities and ZIP codes, invented streets, telephone numbers of the fictional range
 * 555-01xx. A few are on military bases or abroad.
 */
import { placeBeginnings, placeEndings, streetEndings } from './name-lists.ts'
import { joined, mapped, type NonEmpty, numbered } from './non-empty.ts'
import { foreignPlaces, militaryPlaces, type Place, placeOf } from './places.ts'
import { type Random, weighted } from './random.ts'
import { type ReadyText, ready, readyList, type Text } from './ready.ts'
import { zipList, zipWeights } from './zip-crowds.ts'

/** What an address is made of. What it lacks is undefined. */
export interface Site {
  place: Place
  houseNumber: number | undefined
  /** With a space before it where a house number is. */
  street: Text
  /** Stands in a line of its own within the first line of the address. */
  building: number | undefined
  /** The second line. */
  suite: ReadyText | undefined
  /** The last four digits of a postal code of nine. */
  postalEnd: number | undefined
  /** The last two digits of numbers in the country. */
  phoneEnd: number | undefined
  faxEnd: number | undefined
}

export interface SiteMaker {
  /** A place of practice somewhere in the country. */
  anywhere(random: Random): Site
  /** Another one in the same part of the country, in mixed case, as CMS has secondary locations. */
  near(site: Site, random: Random): Site
}

const militaryShare = 0.002
const foreignShare = 0.001

export function makeSites(): SiteMaker {
  const weights = zipWeights(zipList()).map(([zip, weight], index) => [placeOf(zip, index), weight] as const)
  const places = weights.map(([place]) => place)
  const pickPlace = weighted(weights)
  const streets = streetNames()
  return {
    anywhere(random) {
      const kind = random.next()
      if (kind < militaryShare) return militarySite(random)
      if (kind < militaryShare + foreignShare) return foreignSite(streets, random)
      return domesticSite(pickPlace(random), streets, random)
    },
    near({ place: { index } }, random) {
      const place = index === undefined ? pickPlace(random) : neighbour(places, index, random)
      return secondarySite(place, streets, random)
    },
  }
}

/** How far a neighbour may stand in the list, which is sorted: these are mostly within an hour's drive. */
const neighbourReach = 12

function neighbour(places: readonly Place[], index: number, random: Random): Place {
  const here = places[index]
  const near = places[index + random.below(2 * neighbourReach + 1) - neighbourReach]
  if (here === undefined) throw new RangeError(`expected an index into ${places.length} places; got ${index}`)
  return near?.state === here.state ? near : here
}

interface Street {
  upper: ReadyText
  mixed: ReadyText
}

const streetNames = (): NonEmpty<Street> =>
  joined(
    mapped(placeBeginnings, (beginning) =>
      mapped(placeEndings, (ending, index) => {
        const name = ` ${beginning} ${ending} ${streetEndings[index % streetEndings.length] ?? 'St'}`
        return { upper: ready(name.toUpperCase()), mixed: ready(name) }
      }),
    ),
  )

/** One in so many addresses has a line break in its first line; no real row at hand has, but nothing forbids it. */
const lineBreakShare = 0.0008

function domesticSite(place: Place, streets: NonEmpty<Street>, random: Random): Site {
  const houseNumber = houseNumberOf(random)
  const street = random.pick(streets).upper
  const building = random.chance(lineBreakShare) ? random.below(9) + 1 : undefined
  const phoneEnd = numberEnd(random)
  const faxEnd = random.chance(0.4) ? numberEnd(random) : undefined
  const suite = suiteOf(random)
  const postalEnd = postalEndOf(random)
  return { place, houseNumber, street, building, suite, postalEnd, phoneEnd, faxEnd }
}

function secondarySite(place: Place, streets: NonEmpty<Street>, random: Random): Site {
  const houseNumber = houseNumberOf(random)
  const street = random.pick(streets).mixed
  const phoneEnd = random.chance(0.9) ? numberEnd(random) : undefined
  const suite = random.chance(0.25) ? random.pick(mixedSuites) : undefined
  const postalEnd = postalEndOf(random)
  return { place, houseNumber, street, building: undefined, suite, postalEnd, phoneEnd, faxEnd: undefined }
}

const houseNumberOf = (random: Random): number => Math.floor(random.next() ** 2 * 9899) + 1

const suites = numbered(100, 999, (number) => ready(`STE ${number}`))
const mixedSuites = numbered(100, 999, (number) => ready(`Ste ${number}`))
const letteredSuites = readyList('SUITE A', 'SUITE B', 'SUITE C', 'SUITE D', 'SUITE E')
const rooms = numbered(1, 60, (number) => ready(`# ${number}`))
const floors = numbered(2, 21, (number) => ready(`${number}TH FLOOR`))

function suiteOf(random: Random): ReadyText | undefined {
  const kind = random.next()
  if (kind < 0.65) return undefined
  if (kind < 0.85) return random.pick(suites)
  if (kind < 0.93) return random.pick(letteredSuites)
  return random.pick(kind < 0.97 ? rooms : floors)
}

/** Postal codes are of nine digits without a hyphen four times in five, else of five. */
const postalEndOf = (random: Random): number | undefined => (random.chance(0.8) ? random.below(9000) + 1000 : undefined)

const numberEnd = (random: Random): number => random.below(90) + 10

function militarySite(random: Random): Site {
  const place = random.pick(militaryPlaces)
  return siteBeyondZips(place, undefined, `PSC ${random.below(900) + 10} BOX ${random.below(9000) + 10}`)
}

function foreignSite(streets: NonEmpty<Street>, random: Random): Site {
  const place = random.pick(foreignPlaces)
  const houseNumber = houseNumberOf(random)
  return siteBeyondZips(place, houseNumber, random.pick(streets).upper)
}

const siteBeyondZips = (place: Place, houseNumber: number | undefined, street: Text): Site => ({
  place,
  houseNumber,
  street,
  building: undefined,
  suite: undefined,
  postalEnd: undefined,
  phoneEnd: undefined,
  faxEnd: undefined,
})
