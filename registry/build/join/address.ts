/** One address of a row, made ready once and written wherever an answer has it. */

import { militaryStates, territories } from '#registry/places/state-names'
import { stateNumber } from '#registry/search/area'
import type { PostalColumns } from '../rows/columns.ts'
import type { PackedFields } from '../stage/packed-fields.ts'
import { Bytes } from './bytes.ts'
import type { FieldText } from './field-text.ts'
import type { DetailMembers } from './phrasebook.ts'

const quote = 0x22
const hyphen = 0x2d
const capitalA = 0x41
const capitalS = 0x53
const capitalU = 0x55
const capitalZ = 0x5a
const zipPlus4Digits = 9

const territoryNumbers: ReadonlySet<number> = new Set([...territories].map(stateNumber))
const militaryNumbers: ReadonlySet<number> = new Set([...militaryStates].map(stateNumber))

/** The members of an address up to their values, but for the first line's. */
export type AddressMembers = Pick<
  DetailMembers,
  'secondLine' | 'city' | 'state' | 'countryCode' | 'postalCode' | 'postalCodeInUs'
>

export class Address {
  /** First line, second line, city, state, country code and postal code, end to end as texts of JSON strings. */
  readonly bytes = new Bytes(1024)
  firstLineEnd = 0
  secondLineEnd = 0
  countryStart = 0
  countryEnd = 0
  isInUs = false
  /** Whether it can be placed: in the United States, in a territory filed as a country, or a military one. */
  isPlaceable = false
  /** As `stateNumber` has it. */
  state = 0
  #cityEnd = 0
  readonly #text: FieldText

  constructor(text: FieldText) {
    this.#text = text
  }

  load(fields: PackedFields, columns: PostalColumns): void {
    const text = this.#text
    const out = this.bytes
    out.length = 0
    text.address.write(fields, columns.firstLine, out)
    this.firstLineEnd = out.length
    text.address.write(fields, columns.secondLine, out)
    this.secondLineEnd = out.length
    text.address.write(fields, columns.city, out)
    this.#cityEnd = out.length
    text.onFile(fields, columns.state, out)
    this.countryStart = out.length
    text.onFile(fields, columns.country, out)
    this.countryEnd = out.length
    text.onFile(fields, columns.postalCode, out)
    this.state = stateNumberOf(out.buffer, this.#cityEnd, this.countryStart)
    this.isInUs = this.countryStart === this.countryEnd || isUs(out.buffer, this.countryStart, this.countryEnd)
    const country = stateNumberOf(out.buffer, this.countryStart, this.countryEnd)
    const isTerritory = territoryNumbers.has(country)
    if (isTerritory && this.state === 0) this.state = country
    this.isPlaceable = this.isInUs || isTerritory || militaryNumbers.has(this.state)
    if (this.isInUs && out.length - this.countryEnd === zipPlus4Digits) this.#hyphenate()
  }

  /** The name of the city. */
  get city(): string {
    return Buffer.from(this.bytes.buffer.subarray(this.secondLineEnd, this.#cityEnd)).toString('utf8')
  }

  /** Whether there is nothing by which the place could be found. */
  get isNone(): boolean {
    const hasLine = this.firstLineEnd > 0
    const hasCity = this.#cityEnd > this.secondLineEnd
    return !hasLine && !hasCity && this.bytes.length === this.countryEnd
  }

  /** Writes everything behind the name of the first line's member, up to the quote after the postal code. */
  write(out: Bytes, members: AddressMembers): void {
    const { buffer, length } = this.bytes
    out.copy(buffer, 0, this.firstLineEnd)
    out.byte(quote)
    if (this.secondLineEnd > this.firstLineEnd) {
      out.put(members.secondLine)
      out.copy(buffer, this.firstLineEnd, this.secondLineEnd)
      out.byte(quote)
    }
    out.put(members.city)
    out.copy(buffer, this.secondLineEnd, this.#cityEnd)
    out.byte(quote)
    out.put(members.state)
    out.copy(buffer, this.#cityEnd, this.countryStart)
    out.byte(quote)
    if (this.isInUs) {
      out.put(members.postalCodeInUs)
    } else {
      out.put(members.countryCode)
      out.copy(buffer, this.countryStart, this.countryEnd)
      out.byte(quote)
      out.put(members.postalCode)
    }
    out.copy(buffer, this.countryEnd, length)
    out.byte(quote)
  }

  /** Puts the hyphen into the nine digits at the end. */
  #hyphenate(): void {
    const out = this.bytes
    const end = out.length
    out.byte(0)
    for (let at = end; at > end - 4; at--) out.buffer[at] = out.buffer[at - 1]
    out.buffer[end - 4] = hyphen
  }
}

/** Whether two addresses of one row are the same, as those of most providers are. */
export function areSame(fields: PackedFields, one: PostalColumns, other: PostalColumns): boolean {
  return (
    fields.areSame(one.firstLine, other.firstLine) &&
    fields.areSame(one.secondLine, other.secondLine) &&
    fields.areSame(one.city, other.city) &&
    fields.areSame(one.state, other.state) &&
    fields.areSame(one.country, other.country) &&
    fields.areSame(one.postalCode, other.postalCode)
  )
}

function isUs(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start === 2 && bytes[start] === capitalU && bytes[start + 1] === capitalS
}

/** As `stateNumber` of registry/search, of bytes. */
function stateNumberOf(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 2) return 0
  const first = bytes[start]
  const second = bytes[start + 1]
  const isState = first >= capitalA && first <= capitalZ && second >= capitalA && second <= capitalZ
  return isState ? first * 256 + second : 0
}
