/** Renders what a look-up shows beyond the record, with numbers for phrases. The order is part of the answer. */
import { endpointColumns } from '#registry/columns'
import { Bytes } from '../memory/bytes.ts'
import { endpoint as columns, main, type TaxonomyColumns } from '../rows/columns.ts'
import { PackedFields } from '../stage/staged-rows.ts'
import { Address } from './addresses.ts'
import type { TaxonomyLists } from './code-lists.ts'
import { choice, type FieldText, hasSmallLetter, isInCapitals } from './field-text.ts'
import type { PlacesRenderer } from './locations.ts'
import { FullName, type OtherNames } from './names.ts'
import { type DetailMembers, isMedicareNumber, type Phrasebook } from './phrasebook.ts'
import type { Span } from './providers.ts'

const quote = 0x22
const comma = 0x2c
const hyphen = 0x2d
const capitalF = 0x46
const capitalM = 0x4d
const closingBrace = 0x7d

export interface DetailParts {
  taxonomies: TaxonomyLists
  otherNames: OtherNames
  endpoints: Endpoints
}

export interface RenderedName {
  name: FullName
  bytes: Bytes
}

export class DetailsRenderer {
  /** The Medicare certification numbers of the provider rendered last. */
  readonly medicareNumbers: string[] = []
  readonly #book: Phrasebook
  readonly #members: DetailMembers
  readonly #text: FieldText
  readonly #places: PlacesRenderer
  /** Of the official of the organization rendered last, if it has one; it stands in the details. */
  readonly officialName: FullName

  constructor(book: Phrasebook, text: FieldText, places: PlacesRenderer) {
    this.#book = book
    this.#members = book.members
    this.#text = text
    this.#places = places
    this.officialName = new FullName(text)
  }

  individual(fields: PackedFields, parts: DetailParts, { name, bytes }: RenderedName, out: Bytes): void {
    const members = this.#members
    this.#shared(fields, parts, out)
    out.put(members.nameParts)
    name.writeParts(fields, main, bytes, members, out)
    const { isNotSoleProprietor, isSoleProprietor, mayBeSoleProprietor } = members
    out.put(choice(fields, main.isSoleProprietor, isSoleProprietor, isNotSoleProprietor, mayBeSoleProprietor))
    this.#sex(fields, out)
  }

  /** Returns whether it has an authorized official. */
  organization(fields: PackedFields, parts: DetailParts, out: Bytes): boolean {
    const members = this.#members
    this.#shared(fields, parts, out)
    out.put(choice(fields, main.isSubpart, members.isSubpart, members.isNoSubpart, members.mayBeSubpart))
    const start = out.begin(members.parentName)
    this.#text.organization.write(fields, main.parentName, out)
    if (!out.end(start, members.parentName)) out.put(members.noParent)
    return this.#official(fields, out)
  }

  /** The authorized official; null where no name is on file. */
  #official(fields: PackedFields, out: Bytes): boolean {
    const members = this.#members
    const text = this.#text
    const { official } = main
    let start = out.begin(members.officialName)
    this.officialName.write(fields, official, out)
    if (!out.end(start, members.officialName)) {
      out.put(members.noOfficial)
      return false
    }
    out.put(members.nameParts)
    this.officialName.writeParts(fields, official, out, members, out)
    out.put(members.endOfNameParts)
    start = out.begin(members.officialTitle)
    text.organization.write(fields, official.title, out)
    const wasInCapitals = hasSmallLetter(out.buffer, start, out.length) && isInCapitals(fields, official.title)
    if (!out.end(start, members.officialTitle)) out.put(members.noTitle)
    if (wasInCapitals) out.put(members.titleInCapitals)
    start = out.begin(members.phone)
    text.phone(fields, official.phone, out)
    if (!out.end(start, members.phone)) out.put(members.noPhone)
    out.byte(closingBrace)
    return true
  }

  #sex(fields: PackedFields, out: Bytes): void {
    const members = this.#members
    const start = fields.start(main.sex)
    const byte = fields.end(main.sex) - start === 1 ? fields.bytes[start] : 0
    if (byte === capitalF) out.put(members.sexF)
    else if (byte === capitalM) out.put(members.sexM)
    else if (!this.#text.member(fields, main.sex, members.otherSex, out)) out.put(members.noSex)
  }

  #shared(fields: PackedFields, parts: DetailParts, out: Bytes): void {
    const members = this.#members
    if (this.medicareNumbers.length > 0) this.medicareNumbers.length = 0
    out.put(members.taxonomies)
    const { groups, groupCount, primaryPlace } = parts.taxonomies
    for (let index = 0; index < groupCount; index++) {
      if (index > 0) out.byte(comma)
      out.put(parts.taxonomies.phrase(index))
      out.put(parts.taxonomies.isPrimary(fields, index) ? members.isPrimary : members.isNotPrimary)
      this.#license(fields, main.taxonomies[groups[index]], out)
      if (index === 0 && primaryPlace > 0) out.put(members.filedPlaces[primaryPlace])
      out.byte(closingBrace)
    }
    this.#others(fields, parts, out)
    this.#places.mailing(fields, out, members)
    this.#date(fields, main.enumeratedOn, members.enumeratedOn, members.notEnumerated, out)
    this.#date(fields, main.updatedOn, members.updatedOn, members.notUpdated, out)
    this.#date(fields, main.certifiedOn, members.certifiedOn, members.notCertified, out)
    const wasDeactivated = !fields.isEmpty(main.deactivatedOn) || !fields.isEmpty(main.reactivatedOn)
    if (!wasDeactivated && fields.isEmpty(main.replacementNpi)) {
      out.put(members.notReplaced)
      return
    }
    this.#date(fields, main.deactivatedOn, members.deactivatedOn, members.notDeactivated, out)
    this.#date(fields, main.reactivatedOn, members.reactivatedOn, members.notReactivated, out)
    out.put(fields.isEmpty(main.replacementNpi) ? members.noReplacement : members.replacementNpi)
    this.#text.onFile(fields, main.replacementNpi, out)
  }

  #license(fields: PackedFields, columns: TaxonomyColumns, out: Bytes): void {
    const members = this.#members
    this.#text.member(fields, columns.licenseNumber, members.licenseNumber, out)
    this.#text.member(fields, columns.licenseState, members.licenseState, out)
    this.#text.member(fields, columns.group, members.group, out)
  }

  #others(fields: PackedFields, { otherNames, endpoints }: DetailParts, out: Bytes): void {
    const members = this.#members
    if (otherNames.json.length === 0 && endpoints.json.length === 0 && !hasIdentifier(fields)) {
      out.put(members.noOthers)
      return
    }
    out.put(members.otherNames)
    out.copy(otherNames.json.buffer, 0, otherNames.json.length)
    out.put(members.identifiers)
    this.#identifiers(fields, out)
    out.put(members.endpoints)
    out.copy(endpoints.json.buffer, 0, endpoints.json.length)
  }

  #identifiers(fields: PackedFields, out: Bytes): void {
    const members = this.#members
    const listStart = out.length
    for (const columns of main.identifiers) {
      if (fields.isEmpty(columns.value)) continue
      const before = out.length
      if (before > listStart) out.byte(comma)
      if (!this.#text.member(fields, columns.value, members.identifierValue, out)) {
        out.length = before
        continue
      }
      if (isMedicareNumber(fields, columns)) this.medicareNumbers.push(fields.text(columns.value))
      out.put(this.#book.identifierKind(fields.bytes, fields.start(columns.kind), fields.end(columns.kind)))
      this.#text.member(fields, columns.state, members.state, out)
      this.#text.member(fields, columns.issuer, members.issuer, out)
      out.byte(closingBrace)
    }
  }

  /** A checked date, mm/dd/yyyy in the file. */
  #date(fields: PackedFields, column: number, member: Uint8Array, none: Uint8Array, out: Bytes): void {
    if (fields.isEmpty(column)) {
      out.put(none)
      return
    }
    const { bytes } = fields
    const start = fields.start(column)
    out.put(member)
    out.copy(bytes, start + 6, start + 10)
    out.byte(hyphen)
    out.copy(bytes, start, start + 2)
    out.byte(hyphen)
    out.copy(bytes, start + 3, start + 5)
    out.byte(quote)
  }
}

function hasIdentifier(fields: PackedFields): boolean {
  for (let index = 0; index < main.identifiers.length; index++) {
    if (!fields.isEmpty(main.identifiers[index].value)) return true
  }
  return false
}

const nothing = new Uint8Array(0)

export class Endpoints {
  readonly json = new Bytes()
  readonly #text: FieldText
  readonly #members: DetailMembers
  readonly #address: Address
  readonly #row = new PackedFields(endpointColumns.length)

  constructor(text: FieldText, members: DetailMembers) {
    this.#text = text
    this.#members = members
    this.#address = new Address(text)
  }

  load(bytes: Buffer, rows: readonly Span[]): void {
    this.json.length = 0
    for (const row of rows) {
      this.#row.load(bytes, row.start, row.end)
      if (this.json.length > 0) this.json.byte(comma)
      this.#endpoint()
    }
  }

  #endpoint(): void {
    const { json } = this
    const members = this.#members
    const row = this.#row
    const text = this.#text
    json.put(members.endpointKind)
    text.onFile(row, columns.kind, json)
    json.put(members.endpointValue)
    text.onFile(row, columns.value, json)
    json.byte(quote)
    text.member(row, columns.kindDescription, members.kindDescription, json)
    text.member(row, columns.description, members.description, json)
    text.member(row, columns.useCode, members.useCode, json)
    text.member(row, columns.use, members.use, json)
    text.member(row, columns.otherUse, members.otherUse, json)
    text.member(row, columns.contentTypeCode, members.contentTypeCode, json)
    text.member(row, columns.contentType, members.contentType, json)
    text.member(row, columns.otherContentType, members.otherContentType, json)
    json.put(choice(row, columns.isAffiliated, members.isAffiliated, members.isNotAffiliated, nothing))
    text.member(row, columns.affiliation, members.affiliation, json)
    this.#address.load(row, columns.address)
    if (!this.#address.isNone) {
      json.put(members.endpointAddress)
      this.#address.write(json, members)
      if (this.#address.wasStreetInCapitals(row, columns.address)) json.put(members.streetInCapitals)
      if (this.#address.wasCityInCapitals(row, columns.address)) json.put(members.cityInCapitals)
      json.byte(closingBrace)
    }
    json.byte(closingBrace)
  }
}
