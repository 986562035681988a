/** The taxonomies and credentials of a row, worked out once for each code and each text. */
import { taxonomiesPerRow } from '#registry/columns'
import { credentialForm } from '#registry/search/words'
import { splitCredentials } from '#registry/vocabulary/credentials'
import { facilityTypeOf } from '#registry/vocabulary/facility-types'
import { isDoctorTaxonomy, labelOf } from '#registry/vocabulary/specialties'
import { Bytes, bytesOf } from '../memory/bytes.ts'
import { ByteTable } from '../memory/tables.ts'
import { main } from '../rows/columns.ts'
import type { PackedFields } from '../stage/staged-rows.ts'
import type { BatchWriter } from './batch.ts'
import type { Phrasebook } from './phrasebook.ts'

const capitalA = 0x41
const capitalY = 0x59
const capitalZ = 0x5a
const blank = 0x20
const comma = 0x2c
const closingBracket = 0x5d
const specialtiesMember = bytesOf(',"specialties":[')

interface Taxonomy {
  isDoctor: boolean
  /** As JSON. The same label is the same object. */
  label: Uint8Array
  phrase: Uint8Array
  /** The member of an organization with this primary taxonomy, with the comma in front. */
  facilityType: Uint8Array
}

export class TaxonomyLists {
  set = 0
  isDoctor = false
  /** The places among `main.taxonomies` of the row's groups that have one, the primary one first. */
  readonly groups = new Uint8Array(taxonomiesPerRow)
  groupCount = 0
  /** The place of the primary one before it was put first. */
  primaryPlace = 0
  readonly #numbersOfGroups = new Int32Array(taxonomiesPerRow)
  readonly #labels: ReadonlyMap<string, string>
  readonly #book: Phrasebook
  readonly #batch: BatchWriter
  readonly #numbers = new ByteTable()
  readonly #taxonomies: Taxonomy[] = []
  readonly #none: Taxonomy
  readonly #written = new Map<string, Uint8Array>()
  readonly #ofRow = new Int32Array(taxonomiesPerRow)
  #ofRowCount = 0
  readonly #line = new Bytes(1024)

  constructor(labels: ReadonlyMap<string, string>, book: Phrasebook, batch: BatchWriter) {
    this.#labels = labels
    this.#book = book
    this.#batch = batch
    const nothing = new Uint8Array(0)
    this.#none = { isDoctor: false, label: nothing, phrase: nothing, facilityType: facilityTypeMember(undefined) }
  }

  /** The primary taxonomy comes first: the first whose switch says Y, and where none does, the first. */
  load(fields: PackedFields): this {
    this.#findGroups(fields)
    const { bytes } = fields
    const line = this.#line
    line.length = 0
    this.#ofRowCount = 0
    this.isDoctor = false
    for (let index = 0; index < this.groupCount; index++) {
      const { code } = main.taxonomies[this.groups[index]]
      const start = fields.start(code)
      const end = fields.end(code)
      const number = this.#numberOf(bytes, start, end)
      this.#numbersOfGroups[index] = number
      if (this.#isOfRow(number)) continue
      if (this.#ofRowCount > 0) line.byte(blank)
      line.copy(bytes, start, end)
      this.#ofRow[this.#ofRowCount++] = number
      if (this.#taxonomies[number].isDoctor) this.isDoctor = true
    }
    this.set = this.#batch.taxonomySetOfLine(line)
    return this
  }

  /** The states of the row's license numbers, each once. */
  licenseSet(fields: PackedFields): number {
    const { bytes } = fields
    const line = this.#line
    line.length = 0
    for (let index = 0; index < this.groupCount; index++) {
      const { licenseNumber, licenseState } = main.taxonomies[this.groups[index]]
      if (fields.isEmpty(licenseNumber) || fields.end(licenseState) - fields.start(licenseState) !== 2) continue
      const start = fields.start(licenseState)
      if (!isCapital(bytes[start]) || !isCapital(bytes[start + 1]) || hasState(line, bytes, start)) continue
      if (line.length > 0) line.byte(blank)
      line.copy(bytes, start, start + 2)
    }
    return this.#batch.licenseSetOfLine(line)
  }

  phrase(index: number): Uint8Array {
    return this.#taxonomies[this.#numbersOfGroups[index]].phrase
  }

  isPrimary(fields: PackedFields, index: number): boolean {
    return isYes(fields, main.taxonomies[this.groups[index]].isPrimary)
  }

  writeSpecialties(out: Bytes): void {
    out.put(specialtiesMember)
    for (let index = 0; index < this.#ofRowCount; index++) {
      const { label } = this.#taxonomies[this.#ofRow[index]]
      if (this.#isWritten(label, index)) continue
      if (index > 0) out.byte(comma)
      out.put(label)
    }
    out.byte(closingBracket)
  }

  writeOrganization(out: Bytes): void {
    this.writeSpecialties(out)
    const primary = this.#ofRowCount === 0 ? this.#none : this.#taxonomies[this.#ofRow[0]]
    out.put(primary.facilityType)
  }

  #findGroups(fields: PackedFields): void {
    const { groups } = this
    let count = 0
    let primary = -1
    for (let group = 0; group < taxonomiesPerRow; group++) {
      const { code, isPrimary } = main.taxonomies[group]
      if (fields.isEmpty(code)) continue
      if (primary === -1 && isYes(fields, isPrimary)) primary = count
      groups[count++] = group
    }
    this.groupCount = count
    this.primaryPlace = Math.max(0, primary)
    if (primary <= 0) return
    const first = groups[primary]
    groups.copyWithin(1, 0, primary)
    groups[0] = first
  }

  #isOfRow(number: number): boolean {
    for (let index = 0; index < this.#ofRowCount; index++) if (this.#ofRow[index] === number) return true
    return false
  }

  #isWritten(label: Uint8Array, place: number): boolean {
    for (let index = 0; index < place; index++) if (this.#taxonomies[this.#ofRow[index]].label === label) return true
    return false
  }

  #numberOf(bytes: Uint8Array, start: number, end: number): number {
    const known = this.#numbers.find(bytes, start, end)
    if (known !== -1) return known
    const code = Buffer.from(bytes.subarray(start, end)).toString('latin1')
    const text = labelOf(code, this.#labels)
    const label = this.#written.get(text) ?? bytesOf(JSON.stringify(text))
    this.#written.set(text, label)
    const phrase = this.#book.taxonomy(code)
    const facilityType = facilityTypeMember(code)
    this.#taxonomies.push({ isDoctor: isDoctorTaxonomy(code), label, phrase, facilityType })
    return this.#numbers.add(bytes, start, end)
  }
}

function isCapital(byte: number): boolean {
  return byte >= capitalA && byte <= capitalZ
}

function hasState({ buffer, length }: Bytes, bytes: Uint8Array, start: number): boolean {
  for (let at = 0; at < length; at += 3)
    if (buffer[at] === bytes[start] && buffer[at + 1] === bytes[start + 1]) return true
  return false
}

function facilityTypeMember(code: string | undefined): Uint8Array {
  return bytesOf(`,"facilityType":"${facilityTypeOf(code)}"`)
}

function isYes(fields: PackedFields, column: number): boolean {
  const start = fields.start(column)
  return fields.end(column) - start === 1 && fields.bytes[start] === capitalY
}

/** A few thousand texts make up nearly all of nine million rows. */
const textsMax = 100_000

export class CredentialLists {
  readonly #batch: BatchWriter
  readonly #table = new ByteTable()
  readonly #lists: { set: number; json: Uint8Array }[] = []

  #none: number | undefined

  constructor(batch: BatchWriter) {
    this.#batch = batch
  }

  none(): number {
    this.#none ??= this.#batch.credentialSetOf([])
    return this.#none
  }

  /** Writes the member of the record, with the comma in front, and returns the set. */
  write(fields: PackedFields): number {
    const start = fields.start(main.credential)
    const end = fields.end(main.credential)
    let number = this.#table.find(fields.bytes, start, end)
    if (number === -1) number = this.#add(fields, start, end)
    const { set, json } = this.#lists[number]
    this.#batch.record.put(json)
    return set
  }

  #add(fields: PackedFields, start: number, end: number): number {
    if (this.#lists.length === textsMax) {
      this.#table.clear()
      this.#lists.length = 0
    }
    const credentials = splitCredentials(fields.text(main.credential))
    const forms = [...new Set(credentials.map(credentialForm))].filter((form) => form !== '')
    const json = bytesOf(`,"credentials":${JSON.stringify(credentials)}`)
    this.#lists.push({ set: this.#batch.credentialSetOf(forms), json })
    return this.#table.add(fields.bytes, start, end)
  }
}
