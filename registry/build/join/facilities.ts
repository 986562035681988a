/** Hospitals and groups as CMS's files describe them, and which organization each one is. */
import type { Review } from '#contract/reviews'
import { parseJson, readerOf } from '#registry/search/json-reader'
import { isOrganizationFlag } from '#registry/search/providers'
import { expand, recordAlignment, shownPhrases } from '#registry/search/records'
import { bytesOf } from '../memory/bytes.ts'
import type { FileRecord } from '../rows/file-record.ts'
import { addressKey, hashOf, keyWordOf } from './addresses.ts'
import type { Batch } from './batch.ts'

/**
 * Hospitals and groups of one build. A file is collected apart, so that nothing of a refused one counts. Later files
 * replace what earlier ones said.
 */

export class Facilities {
  readonly #byId = new Map<string, Facility>()

  get all(): Facility[] {
    return [...this.#byId.values()]
  }

  get size(): number {
    return this.#byId.size
  }

  find(kind: Facility['kind'], id: string): Facility | undefined {
    return this.#byId.get(`${kind} ${id}`)
  }

  of(kind: Facility['kind'], id: string): Facility {
    const known = this.find(kind, id)
    if (known !== undefined) return known
    const made: Facility = { kind, id, places: new Map(), rating: undefined, survey: undefined }
    this.#byId.set(`${kind} ${id}`, made)
    return made
  }

  /** Rows that are replaced are counted as superseded in the records of their files. */
  add(others: Facilities, records: readonly FileRecord[]): void {
    for (const other of others.all) {
      const facility = this.of(other.kind, other.id)
      for (const [hash, names] of other.places) {
        facility.places.set(hash, new Set([...(facility.places.get(hash) ?? []), ...names]))
      }
      if (other.rating !== undefined) {
        supersede(facility.rating, records)
        facility.rating = other.rating
      }
      if (other.survey !== undefined) {
        supersede(facility.survey, records)
        facility.survey = other.survey
      }
    }
  }
}

function supersede(claim: Claim | undefined, records: readonly FileRecord[]): void {
  const record = claim && records[claim.file]
  if (record !== undefined) record.superseded += claim?.rows ?? 0
}

export interface Claim {
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
  results: Map<string, SurveyResult>
}

export interface Facility {
  kind: 'hospital' | 'group'
  /** Of a hospital its Medicare certification number (CCN), of a group its PAC ID. */
  id: string
  /** By the hash of the address the names there, as they are compared. */
  places: Map<number, Set<string>>
  rating: RatingClaim | undefined
  survey: SurveyClaim | undefined
}

/** A place without a street or a name is left out. */
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

const legalForms = new Set(
  'INC INCORPORATED LLC LLP LP LTD LIMITED CORP CORPORATION CO COMPANY PC PA PLLC PLC PSC APC'.split(' '),
)

/** Equal for names that differ only in case, punctuation, accents, a legal form, The, and Saint or St. */
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

/**
 * Finds the organization that CMS means where it names a facility without its NPI. Nothing is guessed: either exactly
 * one hospital has the facility's Medicare certification number on file, or no identifier matches and exactly one
 * organization has the same name at the same address and ZIP code. What fits several, from either side, matches none.
 */

export type Match = { kind: 'identifier' | 'nameAndAddress'; ordinal: number } | { kind: 'ambiguous' | 'none' }

interface Candidates {
  byNumber: Set<number>
  byPlace: Set<number>
}

interface Met {
  ordinal: number
  address: number
  numbers: readonly string[]
}

export class Matching {
  readonly #phrases: readonly Buffer[]
  readonly #candidates: Map<Facility, Candidates>
  readonly #hospitals = new Map<string, Facility>()
  readonly #byAddress = new Map<number, Facility[]>()

  constructor(facilities: readonly Facility[], phrases: readonly string[]) {
    this.#phrases = shownPhrases(phrases)
    this.#candidates = new Map(facilities.map((facility) => [facility, { byNumber: new Set(), byPlace: new Set() }]))
    for (const facility of facilities) {
      if (facility.kind === 'hospital') this.#hospitals.set(facility.id, facility)
      for (const hash of facility.places.keys()) {
        this.#byAddress.set(hash, [...(this.#byAddress.get(hash) ?? []), facility])
      }
    }
  }

  see(batch: Batch, firstOrdinal: number): void {
    const numbers = numbersIn(batch)
    for (let index = 0; index < batch.npis.length; index++) {
      if ((batch.flags[index] & isOrganizationFlag) === 0) continue
      const met = {
        ordinal: firstOrdinal + index,
        address: batch.addressHashes[index],
        numbers: numbers.get(index) ?? [],
      }
      if (this.#mayBeOne(met)) this.#compare(met, organizationAt(batch, index, this.#phrases))
    }
  }

  #mayBeOne({ address, numbers }: Met): boolean {
    return this.#byAddress.has(address) || numbers.some((number) => this.#hospitals.has(number))
  }

  #compare({ ordinal, address, numbers }: Met, organization: OrganizationAt): void {
    for (const number of numbers) {
      const hospital = this.#hospitals.get(number)
      if (hospital !== undefined && mayBe(hospital, organization)) this.#candidates.get(hospital)?.byNumber.add(ordinal)
    }
    for (const facility of this.#byAddress.get(address) ?? []) {
      const names = facility.places.get(address)
      if (!mayBe(facility, organization) || !organization.nameKeys.some((key) => names?.has(key) === true)) continue
      this.#candidates.get(facility)?.byPlace.add(ordinal)
    }
  }

  matches(): Map<Facility, Match> {
    const matches = new Map<Facility, Match>()
    const claimed = new Map<number, number>()
    for (const [facility, candidates] of this.#candidates) {
      const match = matchOf(candidates)
      matches.set(facility, match)
      if ('ordinal' in match) claimed.set(match.ordinal, (claimed.get(match.ordinal) ?? 0) + 1)
    }
    for (const [facility, match] of matches) {
      if ('ordinal' in match && (claimed.get(match.ordinal) ?? 0) > 1) matches.set(facility, { kind: 'ambiguous' })
    }
    return matches
  }
}

function numbersIn({ numberedProviders, medicareNumbers }: Batch): Map<number, string[]> {
  const numbers = medicareNumbers.split('\n')
  const byIndex = new Map<number, string[]>()
  for (let at = 0; at < numberedProviders.length; at++) {
    const index = numberedProviders[at]
    byIndex.set(index, [...(byIndex.get(index) ?? []), numbers[at] ?? ''])
  }
  return byIndex
}

/** A hospital's laboratory or pharmacy often shares its name, address and number. */
function mayBe(facility: Facility, { facilityType }: OrganizationAt): boolean {
  return facility.kind === 'group' || facilityType === 'hospital'
}

/** The number decides first; where several have it, or none, name and address must leave exactly one. */
function matchOf({ byNumber, byPlace }: Candidates): Match {
  const agreeing = [...byNumber].filter((ordinal) => byPlace.has(ordinal))
  const [first] = byNumber
  if (byNumber.size === 1 && first !== undefined) return { kind: 'identifier', ordinal: first }
  if (byNumber.size > 1)
    return agreeing.length === 1 ? { kind: 'identifier', ordinal: agreeing[0] } : { kind: 'ambiguous' }
  const [only] = byPlace
  if (only === undefined) return { kind: 'none' }
  return byPlace.size === 1 ? { kind: 'nameAndAddress', ordinal: only } : { kind: 'ambiguous' }
}

export interface OrganizationAt {
  facilityType: string
  nameKeys: string[]
}

const newline = 0x0a

/** `phrases` are those that the batch's details were written with. */
function organizationAt(batch: Batch, index: number, phrases: readonly Buffer[]): OrganizationAt {
  const what = `NPI ${batch.npis[index]}`
  const { head, tail } = piecesAt(batch, index)
  const details = readerOf(parseJson(`{"is":0${detailsAt(batch, index, phrases)}}`, what), what)
  const others = details.list('otherNames').map((other) => other.text('name'))
  const name = readerOf(parseJson(`${head.slice(0, -1)}}`, what), what).text('name')
  const facilityType = readerOf(parseJson(`{"is":0${tail}}`, what), what).text('facilityType')
  return { facilityType, nameKeys: [name, ...others].map(facilityNameKey) }
}

/** The pieces are in the order of docs/registry-format.md: head, first location, tail. */
function piecesAt(batch: Batch, index: number): { head: string; tail: string } {
  const records = bufferOf(batch.records)
  const start = batch.recordStarts[index] * recordAlignment
  const head = start + 6 + 2 * records.readUInt16LE(start)
  const place = head + records.readUInt16LE(start + 2)
  const tail = place + records.readUInt16LE(start + 6)
  const end = tail + records.readUInt16LE(start + 4)
  return { head: records.toString('utf8', head, place), tail: records.toString('utf8', tail, end) }
}

function detailsAt(batch: Batch, index: number, phrases: readonly Buffer[]): string {
  const details = bufferOf(batch.details)
  const start = batch.detailStarts[index]
  const pieces: Buffer[] = []
  expand(details.subarray(start, details.indexOf(newline, start)), phrases, (source, from, to) => {
    pieces.push(source.subarray(from, to))
  })
  return Buffer.concat(pieces).toString('utf8')
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
