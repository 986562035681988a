import { cityKey, militaryStates, type Position, stateNames } from '#registry/places/geography'
import { locateCity, locateZip } from '#registry/places/places'
import { type WrittenCities, writtenName } from '#registry/places/written-cities'
import { microdegrees, stateNumber } from '#registry/search/geometry'
import { Bytes, bytesOf } from '../memory/bytes.ts'
import { I32Column } from '../memory/column.ts'
import { type AddressColumns, main, secondary } from '../rows/columns.ts'
import type { PackedFields } from '../stage/staged-rows.ts'
import { Address, AddressHashes, type AddressMembers, areSame, hashOf } from './addresses.ts'
import type { BatchWriter, Place } from './batch.ts'
import { type FieldText, isInPlan } from './field-text.ts'
import type { DetailMembers } from './phrasebook.ts'

const quote = 0x22

const phoneMember = bytesOf('"phone":')
const extensionMember = bytesOf(',"phoneExtension":"')
const faxMember = bytesOf(',"fax":')
const firstLineMember = bytesOf(',"address":{"firstLine":"')
const coordsMember = bytesOf(',"coords":')
const quoteMark = bytesOf('"')
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

export class PlacesRenderer {
  /** Of the first location: what its address and phone are compared by, 0 for none. */
  addressHash = 0
  phoneHash = 0
  /** Of the first location, as `stateNumber` returns it; 0 outside the United States. */
  state = 0
  readonly #text: FieldText
  readonly #places: RowPlaces
  readonly #hashes = new AddressHashes()
  readonly #first: Address
  readonly #other: Address
  #phoneStart = 0
  #phoneEnd = 0

  constructor(text: FieldText, written: WrittenCities) {
    this.#places = new RowPlaces(written)
    this.#text = text
    this.#first = new Address(text)
    this.#other = new Address(text)
  }

  firstLocation(fields: PackedFields, batch: BatchWriter): void {
    const address = this.#first
    this.#location(fields, main.practice, address, batch)
    const { buffer } = batch.record
    const hasPhone = buffer[this.#phoneStart] === quote
    this.phoneHash = hasPhone ? hashOf(buffer, this.#phoneStart + 1, this.#phoneEnd - 1) : 0
    this.addressHash = this.#hashes.of(address)
    this.state = address.isPlaceable ? address.state : 0
  }

  location(fields: PackedFields, batch: BatchWriter): void {
    this.#location(fields, secondary, this.#other, batch, secondary.phoneExtension)
  }

  /** With its phone numbers; null for what the row lacks. */
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
    this.#phone(fields, main.mailing.phone, isOfPlan, members.mailingPhone, members.noMailingPhone, out)
    this.#phone(fields, main.mailing.fax, isOfPlan, members.mailingFax, members.noMailingFax, out)
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
    this.#phone(fields, columns.phone, isOfPlan, quoteMark, nullValue, out)
    this.#phoneEnd = out.length
    if (extension !== undefined) this.#text.member(fields, extension, extensionMember, out)
    out.put(faxMember)
    this.#phone(fields, columns.fax, isOfPlan, quoteMark, nullValue, out)
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

  /** Writes a phone number in a member, or `none`. Ten digits of another plan stay as on file. */
  #phone(
    fields: PackedFields,
    column: number,
    isOfPlan: boolean,
    member: Uint8Array,
    none: Uint8Array,
    out: Bytes,
  ): void {
    const start = out.begin(member)
    if (isOfPlan) this.#text.phone(fields, column, out)
    else this.#text.onFile(fields, column, out)
    if (!out.end(start, member)) out.put(none)
  }
}

function hasPlan(address: Address): boolean {
  return address.isInUs || isInPlan(countryOf(address))
}

function countryOf({ bytes, countryStart, countryEnd }: Address): string {
  return Buffer.from(bytes.buffer.subarray(countryStart, countryEnd)).toString('latin1')
}

const zipLength = 5
const unknown = 0
const nowhere = -1

const states: ReadonlyMap<number, string> = new Map(
  [...stateNames.keys(), ...militaryStates].map((state) => [stateNumber(state), state]),
)

/** Where addresses are: at the ZIP code; where that has no place or lies in another state, at city and state. */
export class RowPlaces {
  readonly place: Place = { latitude: 0, longitude: 0 }
  /** By ZIP code: the index of its place plus one, or `unknown` or `nowhere`. */
  readonly #ofZips = new Int32Array(10 ** zipLength)
  readonly #ofCities = new Map<string, number>()
  readonly #written: WrittenCities
  readonly #latitudes = new I32Column()
  readonly #longitudes = new I32Column()
  /** By `stateNumber`; 0 for cities. */
  readonly #states = new I32Column()
  /** The coordinates as JSON, longitude and latitude, end to end, and where each ends. */
  readonly #json = new Bytes()
  readonly #jsonEnds = new I32Column()
  #jsonStart = 0
  #jsonEnd = 0

  constructor(written: WrittenCities) {
    this.#written = written
  }

  find(address: Address): boolean {
    const { bytes, countryEnd } = address
    const ofZip = this.#zipPlace(bytes.buffer, countryEnd, bytes.length)
    const state = states.get(address.state)
    const isOfZip = ofZip !== nowhere && (state === undefined || this.#states.at(ofZip - 1) === address.state)
    const found = isOfZip ? ofZip : state === undefined ? nowhere : this.#cityPlace(address.city, state)
    if (found === nowhere) return false
    this.place.latitude = this.#latitudes.at(found - 1)
    this.place.longitude = this.#longitudes.at(found - 1)
    this.#jsonStart = found === 1 ? 0 : this.#jsonEnds.at(found - 2)
    this.#jsonEnd = this.#jsonEnds.at(found - 1)
    return true
  }

  /** The name under which an unplaced address is found; undefined where its state is none. */
  writtenCity(address: Address): string | undefined {
    const state = states.get(address.state)
    return state === undefined ? undefined : writtenName(cityKey(address.city), state)
  }

  write(out: Bytes): void {
    out.copy(this.#json.buffer, this.#jsonStart, this.#jsonEnd)
  }

  #zipPlace(bytes: Uint8Array, start: number, end: number): number {
    if (end - start < zipLength) return nowhere
    let number = 0
    for (let at = start; at < start + zipLength; at++) {
      const digit = bytes[at] - 0x30
      if (digit < 0 || digit > 9) return nowhere
      number = number * 10 + digit
    }
    if (this.#ofZips[number] === unknown) {
      const found = locateZip(String(number).padStart(zipLength, '0'))
      this.#ofZips[number] = found === undefined ? nowhere : this.#add(found, stateNumber(found.state))
    }
    return this.#ofZips[number]
  }

  #cityPlace(city: string, state: string): number {
    const name = `${city}, ${state}`
    const known = this.#ofCities.get(name)
    if (known !== undefined) return known
    const found = locateCity(city, state, this.#written)
    const place = found === undefined ? nowhere : this.#add(found, 0)
    this.#ofCities.set(name, place)
    return place
  }

  #add(found: Position, state: number): number {
    const latitude = Math.round(found.latitude * microdegrees)
    const longitude = Math.round(found.longitude * microdegrees)
    this.#latitudes.push(latitude)
    this.#longitudes.push(longitude)
    this.#states.push(state)
    this.#json.put(bytesOf(`[${longitude / microdegrees},${latitude / microdegrees}]`))
    this.#jsonEnds.push(this.#json.length)
    return this.#jsonEnds.length
  }
}
