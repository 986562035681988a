/**
 * What a FHIR search asks of the registry: filters that its indexes answer, and checks of the records that these leave.
 * Filters alone give exact totals and pages at any size; checks read each record, so they need few candidates.
 */
import type { DirectoryType } from '#contract/fhir'
import type { PracticeLocation } from '#contract/providers'
import {
  codesMax,
  type FiledAddress,
  type Filters,
  npisMax,
  type SearchPlace,
  textLengthMax,
} from '#registry/search/query'
import { queryWords } from '#registry/search/words'
import { fail } from '../http/verb.ts'
import { shown } from '../platform/shown.ts'
import { locationsOf, type ProviderRecord } from './resources.ts'

export type Kind = 'individuals' | 'organizations'

export type RecordCheck = (record: ProviderRecord) => boolean
/** `number` counts from 1. */
export type LocationCheck = (location: PracticeLocation, number: number, record: ProviderRecord) => boolean

export interface Near {
  latitude: number
  longitude: number
  radiusMiles: number
}

/** One search being planned; parameters add to it. */
export class Plan {
  readonly type: DirectoryType
  readonly filters: Omit<Filters, 'resource'> = {}
  readonly checks: RecordCheck[] = []
  /** Of each location, where these are searched. */
  readonly locationChecks: LocationCheck[] = []
  /** Of each endpoint, where these are searched; numbers count from 1. */
  readonly endpointChecks: ((record: ProviderRecord, number: number) => boolean)[] = []
  /** Parameters that need checks, for the error. */
  readonly checked: string[] = []
  readonly notes: string[] = []
  near: Near | undefined
  /** Nothing can match. */
  isNone = false
  #kinds: readonly Kind[] = ['individuals', 'organizations']
  readonly #words = new Set<string>()
  #isFiledOfEach = false

  constructor(type: DirectoryType) {
    this.type = type
    this.narrow(type)
  }

  get kinds(): readonly Kind[] {
    return this.isNone ? [] : this.#kinds
  }

  /** To the kind of providers that have such a resource. */
  narrow(type: DirectoryType): void {
    const kind = kindOf[type]
    if (kind !== undefined) this.#kinds = this.#kinds.filter((one) => one === kind)
  }

  /** Whether each location must match: an index of providers does not say which of them does. */
  isOfEachLocation(isDirect: boolean): boolean {
    return isDirect && this.type === 'Location'
  }

  check(parameter: string, check: RecordCheck): void {
    this.checks.push(check)
    this.checked.push(parameter)
  }

  /** Of some location of the provider or, where locations are searched, of each. */
  checkLocation(parameter: string, isDirect: boolean, check: LocationCheck): void {
    if (this.isOfEachLocation(isDirect)) this.locationChecks.push(check)
    else this.checks.push((record) => locationsOf(record).some((one, index) => check(one, index + 1, record)))
    this.checked.push(parameter)
  }

  /** Words that the name has, by their beginnings. */
  words(parameter: string, text: string): void {
    // No word of a longer one is read, since each is compared with all others.
    const words = text.length > textLengthMax ? [] : queryWords(text)
    for (const word of words) this.#words.add(word)
    // The index wants a word of its own for each, and a parameter does not.
    const all = [...this.#words]
    const name = all.filter((word) => !all.some((other) => other !== word && other.startsWith(word))).join(' ')
    if (words.length === 0 || name.length > textLengthMax) {
      const expected = `letters or digits, with all names of the search at most ${textLengthMax} characters`
      fail('fhir_value', { parameter, expected, got: shown(text) })
    }
    this.filters.name = name
  }

  npis(parameter: string, npis: readonly number[]): void {
    if (npis.length > npisMax)
      fail('fhir_value', { parameter, expected: `at most ${npisMax} values`, got: `${npis.length}` })
    const { npis: before } = this.filters
    this.filters.npis = before === undefined ? npis : before.filter((npi) => npis.includes(npi))
    if (this.filters.npis.length === 0) this.isNone = true
  }

  taxonomies(parameter: string, codes: readonly string[]): void {
    if (codes.length > codesMax)
      fail('fhir_value', { parameter, expected: `at most ${codesMax} codes`, got: `${codes.length}` })
    if (codes.length === 0) this.isNone = true
    else if (this.filters.taxonomyCodes === undefined) this.filters.taxonomyCodes = codes
    else this.check(parameter, ({ taxonomies }) => taxonomies.some(({ code }) => codes.includes(code)))
  }

  gender(gender: 'M' | 'F'): void {
    if (this.filters.gender !== undefined && this.filters.gender !== gender) this.isNone = true
    this.filters.gender = gender
  }

  /**
   * The first text of an address is searched by index, any other is checked alone, since it may be of another address.
   * Texts of each location that is searched narrow the index together. Whether nothing is left to check.
   */
  filedAddress(address: Omit<FiledAddress, 'purposes'>, isDirect: boolean): boolean {
    const before = this.filters.filed?.address
    const isOfEach = this.isOfEachLocation(isDirect)
    if (before !== undefined && !(isOfEach && this.#isFiledOfEach)) return false
    this.#isFiledOfEach = isOfEach
    this.filters.filed = { address: { ...before, ...address, purposes: ['primary', 'secondary'] } }
    return !isOfEach
  }

  get isFacilityFree(): boolean {
    return this.filters.facilityType === undefined
  }

  /** The first place is searched by index, any other is checked alone. Whether this is the first. */
  place(place: SearchPlace): boolean {
    if (this.filters.place !== undefined) return false
    this.filters.place = place
    return true
  }
}

/** Whose resource it is, where it is not of all providers. */
export const kindOf: Readonly<Partial<Record<DirectoryType, Kind>>> = {
  Practitioner: 'individuals',
  PractitionerRole: 'individuals',
  Organization: 'organizations',
}

/** How texts are compared: case, accents and punctuation do not count. */
export function folded(text: string): string {
  return queryWords(text).join(' ')
}
