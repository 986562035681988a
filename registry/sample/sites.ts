/**
 * Where invented providers practise: real cities and ZIP codes, invented streets, telephone numbers of the fictional range
 * 555-01xx. A few are on military bases or abroad.
 */
import { placeBeginnings, placeEndings, streetEndings } from './name-lists.ts'
import { type NonEmpty, type Random, weighted } from './random.ts'
import { blank, piece } from './row.ts'
import { type Zip, zipList, zipWeights } from './zip-crowds.ts'

export interface Site {
  /** The eight fields of an address in the main file, from its first line to its fax number. */
  address: string
  phone: string
  /** Two-letter code, or what stands in its place abroad. */
  state: string
  /** Undefined on military bases and abroad. */
  zip: Zip | undefined
}

export interface SiteMaker {
  /** A place of practice somewhere in the country. */
  anywhere(random: Random): Site
  /** The nine fields of a row of secondary locations in the same part of the country, after the NPI. */
  secondaryNear(site: Site, random: Random): string
}

const militaryShare = 0.002
const foreignShare = 0.001

export function makeSites(): SiteMaker {
  const zips = zipList()
  const indexes = new Map(zips.map((zip, index) => [zip, index]))
  const pickZip = weighted(zipWeights(zips))
  return {
    anywhere(random) {
      const kind = random.next()
      if (kind < militaryShare) return militarySite(random)
      if (kind < militaryShare + foreignShare) return foreignSite(random)
      return domesticSite(pickZip(random), random)
    },
    secondaryNear(site, random) {
      const index = site.zip === undefined ? undefined : indexes.get(site.zip)
      return secondaryAddress(index === undefined ? pickZip(random) : neighbour(zips, index, random), random)
    },
  }
}

/** A post office box in the same place, as the eight fields of a mailing address. */
export function mailboxOf(site: Site, random: Random): string {
  const { zip } = site
  if (zip === undefined) return site.address
  return piece(`PO BOX ${random.below(9900) + 10}`, '', zip.cityUpper, zip.state, zip.zip, 'US', site.phone, '')
}

/** How far a neighbour may stand in the list, which is sorted: these are mostly within an hour's drive. */
const neighbourReach = 12

function neighbour(zips: readonly Zip[], index: number, random: Random): Zip {
  const here = zips[index]
  const near = zips[index + random.below(2 * neighbourReach + 1) - neighbourReach]
  if (here === undefined) throw new RangeError(`expected an index into ${zips.length} ZIP codes; got ${index}`)
  return near?.state === here.state ? near : here
}

const streets = placeBeginnings.flatMap((beginning) =>
  placeEndings.map((ending, index) => `${beginning} ${ending} ${streetEndings[index % streetEndings.length] ?? 'St'}`),
)
const streetsUpper = streets.map((street) => street.toUpperCase())

/** One in so many addresses has a line break in its first line; no real row at hand has, but nothing forbids it. */
const lineBreakShare = 0.0008

function domesticSite(zip: Zip, random: Random): Site {
  const street = `${houseNumber(random)} ${streetsUpper[random.below(streetsUpper.length)] ?? ''}`
  const first = random.chance(lineBreakShare) ? `${street}\nBUILDING ${random.below(9) + 1}` : street
  const phone = phoneIn(zip, random)
  const fax = random.chance(0.4) ? phoneIn(zip, random) : ''
  const address = piece(first, suite(random), zip.cityUpper, zip.state, postalCode(zip, random), 'US', phone, fax)
  return { address, phone, state: zip.state, zip }
}

/** In mixed case, as CMS has secondary locations. */
function secondaryAddress(zip: Zip, random: Random): string {
  const first = `${houseNumber(random)} ${streets[random.below(streets.length)] ?? ''}`
  const phone = random.chance(0.9) ? phoneIn(zip, random) : ''
  return piece(first, mixedSuite(random), zip.city, zip.state, postalCode(zip, random), 'US', phone, blank(2))
}

const houseNumber = (random: Random): number => Math.floor(random.next() ** 2 * 9899) + 1

function suite(random: Random): string {
  const kind = random.next()
  if (kind < 0.65) return ''
  if (kind < 0.85) return `STE ${random.below(900) + 100}`
  if (kind < 0.93) return `SUITE ${random.pick(['A', 'B', 'C', 'D', 'E'])}`
  return kind < 0.97 ? `# ${random.below(60) + 1}` : `${random.below(20) + 2}TH FLOOR`
}

const mixedSuite = (random: Random): string => (random.chance(0.25) ? `Ste ${random.below(900) + 100}` : '')

/** Nine digits without a hyphen four times in five, else five. */
function postalCode({ zip }: Zip, random: Random): string {
  return random.chance(0.8) ? zip + String(random.below(9000) + 1000) : zip
}

const phoneIn = ({ areaCode }: Zip, random: Random): string => `${areaCode}55501${random.below(90) + 10}`

const militaryPlaces: NonEmpty<readonly [city: string, state: string, zip: string]> = [
  ['APO', 'AE', '09012'],
  ['APO', 'AP', '96205'],
  ['FPO', 'AP', '96319'],
  ['FPO', 'AA', '34099'],
  ['DPO', 'AE', '09498'],
]

function militarySite(random: Random): Site {
  const [city, state, zip] = random.pick(militaryPlaces)
  const first = `PSC ${random.below(900) + 10} BOX ${random.below(9000) + 10}`
  return { address: piece(first, '', city, state, zip, 'US', blank(2)), phone: '', state, zip: undefined }
}

const foreignPlaces: NonEmpty<readonly [city: string, state: string, postal: string, country: string, phone: string]> =
  [
    ['VANCOUVER', 'BRITISH COLUMBIA', 'V5K 0A1', 'CA', '6045550100'],
    ['TORONTO', 'ON', 'M5V2T6', 'CA', '4165550101'],
    ['TIJUANA', 'BAJA CALIFORNIA', '22000', 'MX', '526645550100'],
    ['LANDSTUHL', 'RHEINLAND-PFALZ', '66849', 'DE', '4963715550100'],
    ['ZÜRICH', 'ZH', '8001', 'CH', '41445550100'],
  ]

function foreignSite(random: Random): Site {
  const [city, state, postal, country, phone] = random.pick(foreignPlaces)
  const first = `${houseNumber(random)} ${streetsUpper[random.below(streetsUpper.length)] ?? ''}`
  return { address: piece(first, '', city, state, postal, country, phone, ''), phone, state, zip: undefined }
}
