/**
 * Invented reviews of providers and ratings of hospitals. Each review says of itself that it is invented; CMS's file of hospitals
 * has no place for that, so the numbers in it begin with X, which no certification number does, and the build says of whatever
 * is rated under a number that begins with 2 that it is invented.
 */
import { addPhone, addStreet } from './addresses.ts'
import { lastDays } from './dates.ts'
import { addOrganizationName } from './names.ts'
import { mapped, type NonEmpty } from './non-empty.ts'
import type { MadeOrganization } from './organization.ts'
import type { Random } from './random.ts'
import { ready, readyList } from './ready.ts'
import type { Rows } from './rows.ts'

export const reviewColumns = ['npi', 'rating', 'comment', 'date', 'source']

/** Those of CMS's Hospital General Information that a reader of it needs. */
export const hospitalColumns = [
  ...['Facility ID', 'Facility Name', 'Address', 'City/Town', 'State', 'ZIP Code', 'Telephone Number'],
  ...['Hospital Type', 'Hospital Ownership', 'Emergency Services', 'Hospital overall rating'],
]

/** Whoever reads a review sees that nobody wrote it. */
const source = ready('Invented for the sample')

const reviewedShareMax = 0.08
const reviewedMax = 100_000
const reviewsMax = 9

/** A country's worth of invented reviews would tell nothing more than some hundred thousand of them. */
export function reviewedShare(providers: number): number {
  return Math.min(reviewedShareMax, reviewedMax / providers)
}

const ratings = readyList('5', '5', '5', '5', '4.5', '4', '4', '4', '3.5', '3', '2', '1')
const commentShare = 0.75

const openings: NonEmpty<string> = [
  'Listened before saying anything.',
  'Explained every step in plain words.',
  'We waited almost an hour past our time.',
  'The front desk was kind and quick.',
  'Muy amable, y habla español.',
  'Hard to reach by phone.',
  'Found what two others had missed.',
  'Billing took three calls to sort out.',
  'My mother-in-law calls them "the only good ones".',
  'Clean, calm and on time.',
]
const closings: NonEmpty<string> = ['Would come again.', 'Would not come again.', 'Five minutes from the bus.', '']

const noComment = ready('')
/** By what they open with. */
const comments = mapped(openings, (opening) => mapped(closings, (closing) => ready(`${opening} ${closing}`.trim())))

/** The days of the five years before the date of the sample. */
const reviewDays = mapped(lastDays(5 * 365), (day) => ready(day))

/** Adds the reviews of one provider, a row each; none for most. */
export function addReviews(row: Rows, npi: number, share: number, random: Random): void {
  if (!random.chance(share)) return
  for (let left = 1 + Math.floor(random.next() ** 2 * reviewsMax); left > 0; left--) {
    const comment = random.chance(commentShare) ? random.pick(random.pick(comments)) : noComment
    row.begin()
    row.number(npi)
    row.field(random.pick(ratings))
    row.field(comment)
    row.field(random.pick(reviewDays))
    row.field(source)
    row.end()
  }
}

const hospitalShare = 0.5
const stars = readyList('Not Available', 'Not Available', '1', '2', '2', '3', '3', '3', '4', '4', '5')
const hospitalKind = ready('Acute Care Hospitals', 'Voluntary non-profit - Private', 'Yes')

/** Adds a row of the file of hospitals about an organization: none for half of the hospitals, and for whoever is none. */
export function addHospital(
  row: Rows,
  { name, kind, site }: MadeOrganization,
  nextNumber: () => number,
  random: Random,
): void {
  if (!kind.isHospital || !random.chance(hospitalShare)) return
  const { upperCity, state, postalBeginning } = site.place
  row.begin()
  row.field(`X${nextNumber().toString(36).toUpperCase().padStart(5, '0')}`)
  addOrganizationName(row, name)
  addStreet(row, site)
  if (site.suite !== undefined) {
    row.part(' ')
    row.part(site.suite)
  }
  row.endField()
  row.field(upperCity)
  row.field(state)
  row.field(postalBeginning)
  addPhone(row, site)
  row.field(hospitalKind)
  row.field(random.pick(stars))
  row.end()
}
