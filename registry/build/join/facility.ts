/** What CMS's files say of one hospital or one group of clinicians, which they name by numbers of their own. */
import type { Review } from '#contract/reviews'
import { addressKey, hashOf, keyWordOf } from '../index/address-key.ts'
import { bytesOf } from './bytes.ts'

/** Rows of one file about one facility. */
export interface Claim {
  /** The number of the file. */
  file: number
  rows: number
}

interface RatingClaim extends Claim {
  /** Undefined where CMS gives none. */
  stars: number | undefined
  /** yyyy-mm-dd of the file, if known. */
  date: string | undefined
}

type SurveyResult = NonNullable<Review['survey']>['results'][number]

export interface SurveyClaim extends Claim {
  source: string
  patients: string | undefined
  /** yyyy-mm-dd of its last day, or of the file, if known. */
  date: string | undefined
  stars: number | undefined
  /** By the measure. */
  results: Map<string, SurveyResult>
}

export interface Facility {
  kind: 'hospital' | 'group'
  /** Of a hospital its Medicare certification number (CCN), of a group its PAC ID. */
  id: string
  /** Its places by the hash of their address, with the names it bears there, as they are compared. */
  places: Map<number, Set<string>>
  rating: RatingClaim | undefined
  survey: SurveyClaim | undefined
}

export function newFacility(kind: Facility['kind'], id: string): Facility {
  return { kind, id, places: new Map(), rating: undefined, survey: undefined }
}

/** Adds a place; one without a street or a name says nothing. */
export function addPlace(
  { places }: Facility,
  name: string,
  address: { firstLine: string; secondLine?: string; postalCode: string },
): void {
  const key = addressKey(address)
  const nameKey = facilityNameKey(name)
  if (key === undefined || nameKey === '') return
  const hash = hashOf(bytesOf(key))
  places.set(hash, (places.get(hash) ?? new Set()).add(nameKey))
}

/** Words that end the names of companies and say nothing of which company it is. */
const legalForms = new Set(
  'INC INCORPORATED LLC LLP LP LTD LIMITED CORP CORPORATION CO COMPANY PC PA PLLC PLC PSC APC'.split(' '),
)

/** A text that is equal for names that differ in case, punctuation, accents, a legal form, The, and Saint or St alone. */
export function facilityNameKey(name: string): string {
  const folded = name
    .normalize('NFKD')
    .replace(/[\p{M}'’.]/gu, '')
    .toUpperCase()
    .replaceAll('&', ' AND ')
  const words = (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => keyWordOf(word) || word)
  if (words[0] === 'THE') words.shift()
  while (words.length > 1 && legalForms.has(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}
