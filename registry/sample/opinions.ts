/**
 * Invented reviews of providers and ratings of hospitals. Each review says of itself that it is invented; CMS's file of hospitals
 * has no place for that, so the numbers in it begin with X, which no certification number does, and the build says of whatever
 * is rated under a number that begins with 2 that it is invented.
 */
import type { NonEmpty, Random } from './random.ts'
import { line, piece, quoted } from './row.ts'

export const reviewColumns = ['npi', 'rating', 'comment', 'date', 'source']

/** Those of CMS's Hospital General Information that a reader of it needs. */
export const hospitalColumns = [
  ...['Facility ID', 'Facility Name', 'Address', 'City/Town', 'State', 'ZIP Code', 'Telephone Number'],
  ...['Hospital Type', 'Hospital Ownership', 'Emergency Services', 'Hospital overall rating'],
]

/** Whoever reads a review sees that nobody wrote it. */
const source = 'Invented for the sample'

const reviewedShareMax = 0.08
const reviewedMax = 100_000
const reviewsMax = 9

/** A country's worth of invented reviews would tell nothing more than some hundred thousand of them. */
export function reviewedShare(providers: number): number {
  return Math.min(reviewedShareMax, reviewedMax / providers)
}

const ratings: NonEmpty<string> = ['5', '5', '5', '5', '4.5', '4', '4', '4', '3.5', '3', '2', '1']
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

/** The reviews of one provider, a line each; none for most. */
export function reviewLines(npi: string, share: number, random: Random): string {
  if (!random.chance(share)) return ''
  let lines = ''
  for (let left = 1 + Math.floor(random.next() ** 2 * reviewsMax); left > 0; left--) {
    const comment = random.chance(commentShare) ? `${random.pick(openings)} ${random.pick(closings)}`.trim() : ''
    lines += line(npi, random.pick(ratings), quoted(comment), dayBefore(random), source)
  }
  return lines
}

/** A day of the five years before the date of the sample. */
function dayBefore(random: Random): string {
  const sampleDay = Date.UTC(2026, 10, 8)
  const dayMs = 24 * 60 * 60 * 1000
  return new Date(sampleDay - random.below(5 * 365) * dayMs).toISOString().slice(0, 10)
}

const hospitalShare = 0.5
const stars: NonEmpty<string> = ['Not Available', 'Not Available', '1', '2', '2', '3', '3', '3', '4', '4', '5']

/** A row of the file of hospitals about an organization: none for half of the hospitals, and for whoever is none. */
export function hospitalLine(
  organization: { name: string; code: string; address: string },
  nextNumber: () => number,
  random: Random,
): string {
  const { name, code, address } = organization
  if (!code.startsWith('28') || !random.chance(hospitalShare)) return ''
  const [first = '', second = '', city = '', state = '', zip = '', , phone = ''] = address.split(piece('', ''))
  const id = `X${nextNumber().toString(36).toUpperCase().padStart(5, '0')}`
  const kind = piece('Acute Care Hospitals', 'Voluntary non-profit - Private', 'Yes')
  return line(id, name, `${first} ${second}`.trim(), city, state, zip.slice(0, 5), phone, kind, random.pick(stars))
}
