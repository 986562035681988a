/**
 * Renders what a look-up shows beyond the record: JSON members with a comma in front, with numbers for their phrases
 * (registry/read/phrases.ts). The order of the members is part of the answer.
 */
import { main, type TaxonomyColumns } from '../rows/columns.ts'
import { type Endpoint, isMedicareNumber } from '../rows/identifiers.ts'
import type { OtherName } from '../rows/names.ts'
import type { PackedFields } from '../staging/packed-fields.ts'
import { type Bytes, bytesOf } from './bytes.ts'
import type { FieldText } from './field-text.ts'
import { writeFullName } from './full-name.ts'
import type { DetailMembers, Phrasebook } from './phrasebook.ts'
import type { PlacesRenderer } from './places-renderer.ts'

const quote = 0x22
const comma = 0x2c
const hyphen = 0x2d
const capitalN = 0x4e
const capitalY = 0x59
const closingBrace = 0x7d

/** What of the details does not stand in the main row, or was found out already. */
export interface DetailParts {
  /** The groups of columns with a taxonomy, the primary one first. */
  taxonomies: readonly TaxonomyColumns[]
  otherNames: readonly OtherName[]
  endpoints: readonly Endpoint[]
}

/** Renders the details of one provider after the other. */
export class DetailsRenderer {
  /** The Medicare certification numbers among the identifiers of the provider rendered last. */
  readonly medicareNumbers: string[] = []
  readonly #book: Phrasebook
  readonly #members: DetailMembers
  readonly #text: FieldText
  readonly #places: PlacesRenderer

  constructor(book: Phrasebook, text: FieldText, places: PlacesRenderer) {
    this.#book = book
    this.#members = book.members
    this.#text = text
    this.#places = places
  }

  individual(fields: PackedFields, parts: DetailParts, out: Bytes): void {
    const members = this.#members
    this.#shared(fields, parts, out)
    out.put(members.nameParts)
    for (const part of nameParts) this.#namePart(fields, part.column, members[part.member], part.style, out)
    out.put(members.last)
    this.#copy(this.#text.cased(fields, main.last, 'family'), out)
    const { isNotSoleProprietor, isSoleProprietor, mayBeSoleProprietor } = members
    out.put(choice(fields, main.isSoleProprietor, isSoleProprietor, isNotSoleProprietor, mayBeSoleProprietor))
  }

  organization(fields: PackedFields, parts: DetailParts, out: Bytes): void {
    const members = this.#members
    const text = this.#text
    this.#shared(fields, parts, out)
    out.put(choice(fields, main.isSubpart, members.isSubpart, members.isNoSubpart, members.mayBeSubpart))
    this.#textOrNull(text.cased(fields, main.parentName, 'organization'), members.parentName, members.noParent, out)
    const { official } = main
    if (text.cased(fields, official.last, 'family').isEmpty) {
      out.put(members.noOfficial)
      return
    }
    out.put(members.officialName)
    writeFullName(fields, official, text, out)
    out.byte(quote)
    this.#textOrNull(text.cased(fields, official.title, 'organization'), members.officialTitle, members.noTitle, out)
    this.#textOrNull(text.phone(fields, official.phone), members.phone, members.noPhone, out)
    out.byte(closingBrace)
  }

  #shared(fields: PackedFields, parts: DetailParts, out: Bytes): void {
    const members = this.#members
    this.medicareNumbers.length = 0
    out.put(members.taxonomies)
    for (const [index, columns] of parts.taxonomies.entries()) this.#taxonomy(fields, columns, index === 0, out)
    this.#others(fields, parts, out)
    this.#places.mailing(fields, main.mailing, out, members)
    this.#date(fields, main.enumeratedOn, members.enumeratedOn, members.notEnumerated, out)
    this.#date(fields, main.updatedOn, members.updatedOn, members.notUpdated, out)
    this.#date(fields, main.certifiedOn, members.certifiedOn, members.notCertified, out)
    const replacement = this.#text.onFile(fields, main.replacementNpi)
    if (fields.isEmpty(main.reactivatedOn) && replacement.isEmpty) {
      out.put(members.notReplaced)
      return
    }
    this.#date(fields, main.reactivatedOn, members.reactivatedOn, members.notReactivated, out)
    out.put(fields.isEmpty(main.replacementNpi) ? members.noReplacement : members.replacementNpi)
    this.#copy(this.#text.onFile(fields, main.replacementNpi), out)
  }

  #taxonomy(fields: PackedFields, columns: TaxonomyColumns, isPrimary: boolean, out: Bytes): void {
    const members = this.#members
    const text = this.#text
    if (!isPrimary) out.byte(comma)
    out.put(this.#book.taxonomy(text.onFile(fields, columns.code)))
    out.put(isPrimary ? members.isPrimary : members.isNotPrimary)
    this.#optional(text.onFile(fields, columns.licenseNumber), members.licenseNumber, out)
    this.#optional(text.onFile(fields, columns.licenseState), members.licenseState, out)
    this.#optional(text.onFile(fields, columns.group), members.group, out)
    out.byte(closingBrace)
  }

  /** Other names, identifiers and endpoints: most providers have none of them. */
  #others(fields: PackedFields, { otherNames, endpoints }: DetailParts, out: Bytes): void {
    const members = this.#members
    const hasIdentifier = main.identifiers.some(({ value }) => !fields.isEmpty(value))
    if (otherNames.length === 0 && endpoints.length === 0 && !hasIdentifier) {
      out.put(members.noOthers)
      return
    }
    out.put(members.otherNames)
    out.put(listed(otherNames))
    out.put(members.identifiers)
    this.#identifiers(fields, out)
    out.put(members.endpoints)
    out.put(listed(endpoints))
  }

  #identifiers(fields: PackedFields, out: Bytes): void {
    const members = this.#members
    const text = this.#text
    let isFirst = true
    for (const columns of main.identifiers) {
      if (text.onFile(fields, columns.value).isEmpty) continue
      if (!isFirst) out.byte(comma)
      isFirst = false
      this.#optional(text, members.identifierValue, out)
      const kind = fields.text(columns.kind)
      if (isMedicareNumber(fields, columns, kind)) this.medicareNumbers.push(fields.text(columns.value))
      out.put(this.#book.identifierKind(kind))
      this.#optional(text.onFile(fields, columns.state), members.state, out)
      this.#optional(text.onFile(fields, columns.issuer), members.issuer, out)
      out.byte(closingBrace)
    }
  }

  #namePart(fields: PackedFields, column: number, member: Uint8Array, style: NamePartStyle, out: Bytes): void {
    const text = style === 'onFile' ? this.#text.onFile(fields, column) : this.#text.cased(fields, column, style)
    if (text.isEmpty) return
    out.put(member)
    this.#copy(text, out)
    out.put(this.#members.nextPart)
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

  #optional(text: FieldText, member: Uint8Array, out: Bytes): void {
    if (text.isEmpty) return
    out.put(member)
    this.#copy(text, out)
    out.byte(quote)
  }

  #textOrNull(text: FieldText, member: Uint8Array, none: Uint8Array, out: Bytes): void {
    if (text.isEmpty) out.put(none)
    else this.#optional(text, member, out)
  }

  #copy({ bytes, start, end }: FieldText, out: Bytes): void {
    out.copy(bytes, start, end)
  }
}

type NamePartStyle = 'family' | 'given' | 'onFile'

/** The parts of a name before the last name, in the order of the answer. */
const nameParts = [
  { column: main.prefix, member: 'prefix', style: 'family' },
  { column: main.first, member: 'first', style: 'given' },
  { column: main.middle, member: 'middle', style: 'given' },
  { column: main.suffix, member: 'suffix', style: 'family' },
  { column: main.credential, member: 'credential', style: 'onFile' },
] as const

const nothing = new Uint8Array(0)

/** The items of a JSON list, without its brackets. */
function listed(items: readonly object[]): Uint8Array {
  if (items.length === 0) return nothing
  return bytesOf(JSON.stringify(items).slice(1, -1))
}

function choice(
  fields: PackedFields,
  column: number,
  yes: Uint8Array,
  no: Uint8Array,
  neither: Uint8Array,
): Uint8Array {
  const start = fields.start(column)
  if (fields.end(column) - start !== 1) return neither
  const byte = fields.bytes[start]
  return byte === capitalY ? yes : byte === capitalN ? no : neither
}
