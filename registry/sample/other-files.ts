/**
 * Rows beside the main file. Each review says that it is invented. Numbers of hospitals begin with X, which no
 * certification number does.
 */
import type { Random } from './random.ts'
import { fields, lastDays, rowOf } from './rows.ts'
import type { Site, SiteMaker } from './sites.ts'
import type { Kind } from './taxonomies.ts'

export const reviewColumns = ['npi', 'rating', 'comment', 'date', 'source']

/** Columns of the file of hospitals: those of CMS's Hospital General Information that a reader of it needs. */
export const hospitalColumns = [
  ...['Facility ID', 'Facility Name', 'Address', 'City/Town', 'State', 'ZIP Code', 'Telephone Number'],
  ...['Hospital Type', 'Hospital Ownership', 'Emergency Services', 'Hospital overall rating'],
]

/** The provider with the most locations of one real week had 59. */
const secondaryMax = 60

/** Rows of the file of secondary locations: none for most providers, one or two for some, dozens for a few. */
export function locationRows(npi: string, site: Site, sites: SiteMaker, random: Random): string[] {
  if (!random.chance(0.08)) return []
  const row = () => {
    const { place, firstLine, secondLine, postalCode, phone } = sites.near(site, random)
    const extension = phone !== '' && random.chance(0.05) ? String(random.below(9000)).padStart(4, '0') : ''
    const { city, state, country } = place
    return rowOf(fields(npi, firstLine, secondLine, city, state, postalCode, country, phone, extension, ''))
  }
  return Array.from({ length: 1 + Math.floor(random.next() ** 60 * secondaryMax) }, row)
}

const noUse = ['', '', '']
const directUses = [['DIRECT', 'Direct', ''], ['HIE', 'Health Information Exchange (HIE)', ''], noUse]
const otherUse = ['OTHER', 'Other', 'Referrals']
const contentTypes = [noUse, noUse, ['CSV', 'CSV', ''], ['OTHER', 'Other', 'C-CDA']]
/** Whether it belongs to another organization, a description, and that organization. */
const affiliations = [
  ['N', '', ''],
  ['N', 'Main', ''],
  ['Y', '', 'Example Network'],
]

export function endpointRow(npi: string, { place }: Site, random: Random): string | undefined {
  if (!random.chance(0.06)) return undefined
  const isDirect = random.chance(0.75)
  const endpoint = isDirect
    ? ['DIRECT', 'Direct Messaging Address', `p${npi}@direct.example.org`]
    : ['FHIR', 'FHIR URL', `https://fhir.example.org/${npi.slice(-3)}/r4`]
  const affiliation = random.pick(affiliations)
  const use = isDirect ? random.pick(directUses) : random.chance(0.2) ? otherUse : noUse
  const content = random.pick(contentTypes)
  const [city, postalCode] = place.index === undefined ? ['', ''] : [place.city, place.postalCode]
  const address = ['', '', city, place.state, 'US', postalCode]
  return rowOf(fields(npi, ...endpoint, ...affiliation, ...use, ...content, ...address))
}

const source = 'Invented for the sample'
const reviewedShareMax = 0.08
const reviewedMax = 100_000
const reviewsMax = 9

/** Reviews of a whole country would show nothing more than some hundred thousand of them. */
export const reviewedShare = (providers: number): number => Math.min(reviewedShareMax, reviewedMax / providers)

const ratings = ['5', '5', '5', '5', '4.5', '4', '4', '4', '3.5', '3', '2', '1']
const commentShare = 0.75
const openings = [
  'Listened before saying anything.',
  'Explained every step in plain words.',
  'We waited almost an hour past our time.',
  'The front desk was kind and quick.',
  'Muy amable, y habla español.',
  'Hard to reach by phone.',
  'Found what two others had missed.',
  'Billing took three calls to sort out.',
  'My mother-in-law calls them ""the only good ones"".',
  'Clean, calm and on time.',
]
const closings = [' Would come again.', ' Would not come again.', ' Five minutes from the bus.', '']
const reviewDays = lastDays(5 * 365)

export function reviewRows(npi: string, share: number, random: Random): string[] {
  if (!random.chance(share)) return []
  const row = () => {
    const comment = random.chance(commentShare) ? random.pick(openings) + random.pick(closings) : ''
    return rowOf(fields(npi, random.pick(ratings), comment, random.pick(reviewDays), source))
  }
  return Array.from({ length: 1 + Math.floor(random.next() ** 2 * reviewsMax) }, row)
}

const stars = ['Not Available', 'Not Available', '1', '2', '2', '3', '3', '3', '4', '4', '5']

interface RatedOrganization {
  name: string
  kind: Kind
  site: Site
}

/** The row of an organization in the file of hospitals; undefined for half of the hospitals and for everyone else. */
export function hospitalRow(
  number: number,
  { name, kind, site }: RatedOrganization,
  random: Random,
): string | undefined {
  if (!kind.isHospital || !random.chance(0.5)) return undefined
  const { place, firstLine, secondLine, phone } = site
  const id = `X${number.toString(36).toUpperCase().padStart(5, '0')}`
  const address = secondLine === '' ? firstLine : `${firstLine} ${secondLine}`
  const hospital = fields(id, name, address, place.cityUpper, place.state, place.postalCode.slice(0, 5), phone)
  return rowOf(hospital + fields('Acute Care Hospitals', 'Voluntary non-profit - Private', 'Yes', random.pick(stars)))
}
