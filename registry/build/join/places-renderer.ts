/** Renders practice locations, the pieces of a record that differ between them, and mailing addresses. */
import type { WrittenCities } from '#registry/places/written-cities'
import { hashOf } from '../index/address-key.ts'
import { type AddressColumns, main, secondary } from '../rows/columns.ts'
import { isInPlan } from '../rows/phone.ts'
import type { PackedFields } from '../stage/packed-fields.ts'
import { Address, type AddressMembers, areSame } from './address.ts'
import type { BatchWriter } from './batch-writer.ts'
import { type Bytes, bytesOf } from './bytes.ts'
import { AddressHashes } from './comparing.ts'
import type { FieldText } from './field-text.ts'
import type { DetailMembers } from './phrasebook.ts'
import { RowPlaces } from './row-places.ts'

const quote = 0x22

const phoneMember = bytesOf('"phone":')
const extensionMember = bytesOf(',"phoneExtension":"')
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

/** Renders one address after the other and remembers what the indexes need of the first location. */
export class PlacesRenderer {
  /** Of the first location: what its address and phone are compared by, 0 for none. */
  addressHash = 0
  phoneHash = 0
  /** Of the first location: its state as `stateNumber` has it; 0 outside the United States. */
  state = 0
  readonly #text: FieldText
  readonly #places: RowPlaces
  readonly #hashes = new AddressHashes()
  readonly #first: Address
  readonly #other: Address
  /** Where the phone of the location rendered last stands in the record. */
  #phoneStart = 0
  #phoneEnd = 0

  constructor(text: FieldText, written: WrittenCities) {
    this.#places = new RowPlaces(written)
    this.#text = text
    this.#first = new Address(text)
    this.#other = new Address(text)
  }

  /** Writes the location of the main row as the first one of the record. */
  firstLocation(fields: PackedFields, batch: BatchWriter): void {
    const address = this.#first
    this.#location(fields, main.practice, address, batch)
    const { buffer } = batch.record
    // In quotes, or else there is none.
    const hasPhone = buffer[this.#phoneStart] === quote
    this.phoneHash = hasPhone ? hashOf(buffer, this.#phoneStart + 1, this.#phoneEnd - 1) : 0
    this.addressHash = this.#hashes.of(address)
    this.state = address.isPlaceable ? address.state : 0
  }

  /** Writes a location as the next one of the record. */
  location(fields: PackedFields, batch: BatchWriter): void {
    this.#location(fields, secondary, this.#other, batch, secondary.phoneExtension)
  }

  /** Writes the mailing address of the main row whose location came first, with its telephones; null for what the row has not. */
  mailing(fields: PackedFields, out: Bytes, members: DetailMembers): void {
    const isFirst = areSame(fields, main.practice, main.mailing)
    if (!isFirst) this.#other.load(fields, main.mailing)
    const address = isFirst ? this.#first : this.#other
    if (address.isNone) {
      out.put(members.noMailingAddress)
    } else {
      out.put(members.mailingAddress)
      address.write(out, members)
      out.put(closingBrace)
    }
    const isOfPlan = hasPlan(address)
    this.#mailingPhone(fields, main.mailing.phone, isOfPlan, members.mailingPhone, members.noMailingPhone, out)
    this.#mailingPhone(fields, main.mailing.fax, isOfPlan, members.mailingFax, members.noMailingFax, out)
  }

  #mailingPhone(
    fields: PackedFields,
    column: number,
    isOfPlan: boolean,
    member: Uint8Array,
    none: Uint8Array,
    out: Bytes,
  ): void {
    const before = out.length
    out.put(member)
    const start = out.length
    this.#digits(fields, column, isOfPlan, out)
    if (out.length > start) {
      out.byte(quote)
    } else {
      out.length = before
      out.put(none)
    }
  }

  #location(
    fields: PackedFields,
    columns: AddressColumns,
    address: Address,
    batch: BatchWriter,
    extension?: number,
  ): void {
    const out = batch.record
    address.load(fields, columns)
    const isOfPlan = hasPlan(address)
    out.put(phoneMember)
    this.#phoneStart = out.length
    this.#phone(fields, columns.phone, isOfPlan, out)
    this.#phoneEnd = out.length
    if (extension !== undefined) this.#extension(fields, extension, out)
    out.put(faxMember)
    this.#phone(fields, columns.fax, isOfPlan, out)
    out.put(firstLineMember)
    address.write(out, inRecord)
    const isPlaced = address.isPlaceable && this.#places.find(address)
    out.put(coordsMember)
    if (isPlaced) this.#places.write(out)
    else out.put(nullValue)
    out.put(closingBrace)
    const city = isPlaced || !address.isPlaceable ? undefined : this.#places.writtenCity(address)
    batch.endLocation(isPlaced ? this.#places.place : undefined, address.state, city)
  }

  /** Absent where there is none, as nearly everywhere. */
  #extension(fields: PackedFields, column: number, out: Bytes): void {
    if (fields.isEmpty(column)) return
    const before = out.length
    out.put(extensionMember)
    const start = out.length
    this.#text.onFile(fields, column, out)
    if (out.length > start) out.byte(quote)
    else out.length = before
  }

  #phone(fields: PackedFields, column: number, isOfPlan: boolean, out: Bytes): void {
    const before = out.length
    out.byte(quote)
    const start = out.length
    this.#digits(fields, column, isOfPlan, out)
    if (out.length === start) {
      out.length = before
      out.put(nullValue)
    } else {
      out.byte(quote)
    }
  }

  /** Ten digits of another plan are no number of ours: they stay as on file. */
  #digits(fields: PackedFields, column: number, isOfPlan: boolean, out: Bytes): void {
    if (isOfPlan) this.#text.phone(fields, column, out)
    else this.#text.onFile(fields, column, out)
  }
}

function hasPlan(address: Address): boolean {
  return address.isInUs || isInPlan(countryOf(address))
}

function countryOf({ bytes, countryStart, countryEnd }: Address): string {
  return Buffer.from(bytes.buffer.subarray(countryStart, countryEnd)).toString('latin1')
}
