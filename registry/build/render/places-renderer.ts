/** Renders practice locations, the pieces of a record that differ between them, and mailing addresses. */
import type { AddressColumns } from '../rows/columns.ts'
import { isInPlan } from '../rows/phone.ts'
import { hashOf } from '../snapshot/address-key.ts'
import type { PackedFields } from '../staging/packed-fields.ts'
import type { BatchWriter } from './batch-writer.ts'
import { type Bytes, bytesOf } from './bytes.ts'
import { AddressHashes } from './comparing.ts'
import type { FieldText } from './field-text.ts'
import type { DetailMembers } from './phrasebook.ts'
import { ZipPlaces } from './zip-places.ts'

const quote = 0x22
const hyphen = 0x2d
const capitalA = 0x41
const capitalZ = 0x5a
const capitalU = 0x55
const capitalS = 0x53

/** The members of an address up to their values, but for the first line's. */
type AddressMembers = Pick<
  DetailMembers,
  'secondLine' | 'city' | 'state' | 'countryCode' | 'postalCode' | 'postalCodeInUs'
>

const phoneMember = bytesOf('"phone":')
const faxMember = bytesOf(',"fax":')
const firstLineMember = bytesOf(',"address":{"firstLine":"')
const coordsMember = bytesOf(',"coords":')
const nullValue = bytesOf('null')
const closingBrace = bytesOf('}')
const inRecord: AddressMembers = {
  secondLine: bytesOf(',"secondLine":"'),
  city: bytesOf(',"city":"'),
  state: bytesOf(',"state":"'),
  countryCode: bytesOf(',"countryCode":"'),
  postalCode: bytesOf(',"postalCode":"'),
  postalCodeInUs: bytesOf(',"countryCode":"US","postalCode":"'),
}

/** Renders one address after the other and remembers what the indexes need of the last one. */
export class PlacesRenderer {
  /** Of the location rendered last: what its address and phone are compared by, 0 for none. */
  addressHash = 0
  phoneHash = 0
  /** Of the address rendered last: its state as `stateNumber` has it, and whether it is in the United States. */
  state = 0
  isInUs = false
  readonly #text: FieldText
  readonly #zips = new ZipPlaces()
  readonly #hashes = new AddressHashes()
  /** Where parts of the address rendered last stand in what they were rendered into. */
  readonly #firstLine = { start: 0, end: 0 }
  readonly #secondLine = { start: 0, end: 0 }
  readonly #city = { start: 0, end: 0 }
  readonly #postalCode = { start: 0, end: 0 }

  constructor(text: FieldText) {
    this.#text = text
  }

  /** Writes a location as the next one of the record; the first of a provider is the one that is compared. */
  location(fields: PackedFields, columns: AddressColumns, batch: BatchWriter, isFirst: boolean): void {
    const out = batch.record
    out.put(phoneMember)
    const country = this.#text.onFile(fields, columns.country)
    const isOfPlan = country.isEmpty || isUs(country) || isInPlan(textOf(country))
    const phone = this.#phone(fields, columns.phone, isOfPlan, out)
    if (isFirst) this.phoneHash = phone.end === phone.start ? 0 : hashOf(out.buffer, phone.start, phone.end)
    out.put(faxMember)
    this.#phone(fields, columns.fax, isOfPlan, out)
    out.put(firstLineMember)
    this.#address(fields, columns, out, inRecord)
    const { start, end } = this.#postalCode
    const place = this.isInUs ? this.#zips.find(out.buffer, start, end) : undefined
    out.put(coordsMember)
    out.put(place?.json ?? nullValue)
    out.put(closingBrace)
    if (isFirst) this.addressHash = this.#hashIn(out.buffer)
    batch.endLocation(place, this.state)
  }

  /** Writes the mailing address; null where the row has none. */
  mailing(fields: PackedFields, columns: AddressColumns, out: Bytes, members: DetailMembers): void {
    const start = out.length
    out.put(members.mailingAddress)
    this.#address(fields, columns, out, members)
    if (isEmpty(this.#firstLine) && isEmpty(this.#city) && isEmpty(this.#postalCode)) {
      out.length = start
      out.put(members.noMailingAddress)
    } else {
      out.put(closingBrace)
    }
  }

  /** Everything behind the name of the first line's member, up to the quote after the postal code. */
  #address(fields: PackedFields, columns: AddressColumns, out: Bytes, members: AddressMembers): void {
    const text = this.#text
    copyTo(out, text.cased(fields, columns.firstLine, 'address'), this.#firstLine)
    out.byte(quote)
    this.#secondLine.start = out.length
    this.#secondLine.end = out.length
    if (!text.cased(fields, columns.secondLine, 'address').isEmpty) {
      out.put(members.secondLine)
      copyTo(out, text, this.#secondLine)
      out.byte(quote)
    }
    out.put(members.city)
    copyTo(out, text.cased(fields, columns.city, 'address'), this.#city)
    out.byte(quote)
    out.put(members.state)
    this.state = stateNumberOf(text.onFile(fields, columns.state))
    out.copy(text.bytes, text.start, text.end)
    out.byte(quote)
    const country = text.onFile(fields, columns.country)
    this.isInUs = country.isEmpty || isUs(country)
    if (this.isInUs) {
      out.put(members.postalCodeInUs)
    } else {
      out.put(members.countryCode)
      out.copy(country.bytes, country.start, country.end)
      out.byte(quote)
      out.put(members.postalCode)
    }
    copyTo(out, text.onFile(fields, columns.postalCode), this.#postalCode)
    if (this.isInUs && text.end - text.start === zipPlus4Digits) this.#hyphenate(out)
    out.byte(quote)
  }

  /** Puts the hyphen into the nine digits that were just written. */
  #hyphenate(out: Bytes): void {
    const { start, end } = this.#postalCode
    out.byte(0)
    out.buffer.copyWithin(start + 6, start + 5, end)
    out.buffer[start + 5] = hyphen
    this.#postalCode.end = out.length
  }

  /** Ten digits of another plan are no number of ours: they stay as on file. */
  #phone(fields: PackedFields, column: number, isOfPlan: boolean, out: Bytes): { start: number; end: number } {
    const text = isOfPlan ? this.#text.phone(fields, column) : this.#text.onFile(fields, column)
    if (text.isEmpty) {
      out.put(nullValue)
      return { start: 0, end: 0 }
    }
    out.byte(quote)
    const start = out.length
    out.copy(text.bytes, text.start, text.end)
    const end = out.length
    out.byte(quote)
    return { start, end }
  }

  #hashIn(bytes: Uint8Array): number {
    return this.#hashes.of(
      { bytes, ...this.#firstLine },
      { bytes, ...this.#secondLine },
      { bytes, ...this.#postalCode },
    )
  }
}

const zipPlus4Digits = 9

function copyTo(out: Bytes, text: FieldText, span: { start: number; end: number }): void {
  span.start = out.length
  out.copy(text.bytes, text.start, text.end)
  span.end = out.length
}

function isEmpty({ start, end }: { start: number; end: number }): boolean {
  return start === end
}

function isUs({ bytes, start, end }: FieldText): boolean {
  return end - start === 2 && bytes[start] === capitalU && bytes[start + 1] === capitalS
}

function textOf({ bytes, start, end }: FieldText): string {
  return String.fromCharCode(...bytes.subarray(start, end))
}

/** As `stateNumber` of registry/read, of bytes. */
function stateNumberOf({ bytes, start, end }: FieldText): number {
  if (end - start !== 2) return 0
  const [first, second] = [bytes[start], bytes[start + 1]]
  const isState = first >= capitalA && first <= capitalZ && second >= capitalA && second <= capitalZ
  return isState ? first * 256 + second : 0
}
