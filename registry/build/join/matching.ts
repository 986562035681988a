/**
 * Finds the organization that CMS means where it names a facility without its NPI. Nothing is guessed: either exactly one
 * hospital has the facility's Medicare certification number among its identifiers on file, or no identifier tells and exactly
 * one organization has the same name at the same address and ZIP code. Whatever fits several, from either side, matches none.
 */
import { isOrganizationFlag } from '#registry/search/providers'
import type { Batch } from './batch.ts'
import type { Facility } from './facility.ts'
import { type OrganizationAt, organizationAt } from './organization-at.ts'

export type Match = { kind: 'identifier' | 'nameAndAddress'; ordinal: number } | { kind: 'ambiguous' | 'none' }

interface Candidates {
  /** Organizations with the facility's number, and those of them that also agree in name and address. */
  byNumber: Set<number>
  /** Organizations of the same name at the same address. */
  byPlace: Set<number>
}

/** An organization, with the hash of its address and the Medicare certification numbers it has. */
interface Met {
  ordinal: number
  address: number
  numbers: readonly string[]
}

/** Sees all providers, then tells who is which facility. */
export class Matching {
  readonly #phrases: readonly Buffer[]
  readonly #candidates: Map<Facility, Candidates>
  readonly #hospitals = new Map<string, Facility>()
  readonly #byAddress = new Map<number, Facility[]>()

  /** `phrases` are those that the details of the batches were written with. */
  constructor(facilities: readonly Facility[], phrases: readonly string[]) {
    this.#phrases = phrases.map((text) => Buffer.from(text))
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

  /** Whether an organization has the address or a number of any facility. */
  #mayBeOne({ address, numbers }: Met): boolean {
    return this.#byAddress.has(address) || numbers.some((number) => this.#hospitals.has(number))
  }

  /** Compares an organization that may be one, of which this is known. */
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

  /** What became of each facility. */
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

/** By the place of an organization in the batch: the numbers it has. */
function numbersIn({ numberedProviders, medicareNumbers }: Batch): Map<number, string[]> {
  const numbers = medicareNumbers.split('\n')
  const byIndex = new Map<number, string[]>()
  for (let at = 0; at < numberedProviders.length; at++) {
    const index = numberedProviders[at]
    byIndex.set(index, [...(byIndex.get(index) ?? []), numbers[at] ?? ''])
  }
  return byIndex
}

/** A hospital's laboratory or pharmacy often has its name, address and number, too. */
function mayBe(facility: Facility, { facilityType }: OrganizationAt): boolean {
  return facility.kind === 'group' || facilityType === 'hospital'
}

/** The number comes first; where several have it, or none has, name and address must leave exactly one. */
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
