/** The taxonomies of a row: which groups have one, and what is made of their codes, worked out once for each code. */
import { facilityTypeOf } from '#registry/read/facility-types'
import { isDoctorTaxonomy, labelOf } from '#registry/read/specialties'
import { main, type TaxonomyColumns } from '../rows/columns.ts'
import type { PackedFields } from '../staging/packed-fields.ts'
import type { BatchWriter } from './batch-writer.ts'
import { ByteTable } from './byte-table.ts'
import { Bytes, bytesOf } from './bytes.ts'

const capitalY = 0x59
const blank = 0x20
const comma = 0x2c
const closingBracket = 0x5d
const specialtiesMember = bytesOf(',"specialties":[')

interface Taxonomy {
  isDoctor: boolean
  /** As JSON; several codes have the same label. */
  label: Uint8Array
  /** The member of an organization of which this is the primary taxonomy, with the comma in front. */
  facilityType: Uint8Array
}

/** The taxonomies of the row that was loaded last. */
export class TaxonomyLists {
  /** The number of the set of its codes. */
  set = 0
  isDoctor = false
  /** The groups of the row that have a taxonomy, the primary one first. */
  readonly columns: TaxonomyColumns[] = []
  readonly #labels: ReadonlyMap<string, string>
  readonly #batch: BatchWriter
  readonly #numbers = new ByteTable()
  readonly #taxonomies: Taxonomy[] = []
  readonly #none: Taxonomy
  /** By label, so that the same is the same object. */
  readonly #written = new Map<string, Uint8Array>()
  /** Of the row, each once. */
  readonly #ofRow: Taxonomy[] = []
  readonly #line = new Bytes(1024)

  constructor(labels: ReadonlyMap<string, string>, batch: BatchWriter) {
    this.#labels = labels
    this.#batch = batch
    this.#none = { isDoctor: false, label: new Uint8Array(0), facilityType: facilityTypeMember(undefined) }
  }

  /**
   * Takes the taxonomies of a row, the primary one first: the first whose switch says Y, and where none does, the first. A
   * code stands in the set once, however many groups have it.
   */
  load(fields: PackedFields): this {
    this.#findColumns(fields)
    const line = this.#line
    const ofRow = this.#ofRow
    line.length = 0
    ofRow.length = 0
    this.isDoctor = false
    for (let index = 0; index < this.columns.length; index++) {
      const { code } = this.columns[index]
      const taxonomy = this.#taxonomyOf(fields.bytes, fields.start(code), fields.end(code))
      if (ofRow.includes(taxonomy)) continue
      if (ofRow.length > 0) line.byte(blank)
      line.copy(fields.bytes, fields.start(code), fields.end(code))
      ofRow.push(taxonomy)
      if (taxonomy.isDoctor) this.isDoctor = true
    }
    this.set = this.#batch.taxonomySetOfLine(line)
    return this
  }

  /** Writes the member of a person's record, with the comma in front. */
  writeSpecialties(out: Bytes): void {
    const ofRow = this.#ofRow
    out.put(specialtiesMember)
    for (let index = 0; index < ofRow.length; index++) {
      const { label } = ofRow[index]
      if (this.#isWritten(label, index)) continue
      if (index > 0) out.byte(comma)
      out.put(label)
    }
    out.byte(closingBracket)
  }

  /** Writes the members of an organization's record. */
  writeOrganization(out: Bytes): void {
    this.writeSpecialties(out)
    out.put((this.#ofRow[0] ?? this.#none).facilityType)
  }

  #findColumns(fields: PackedFields): void {
    const { columns } = this
    columns.length = 0
    let primary = 0
    let isFound = false
    for (let index = 0; index < main.taxonomies.length; index++) {
      const group = main.taxonomies[index]
      if (fields.isEmpty(group.code)) continue
      if (!isFound && isYes(fields, group.isPrimary)) {
        isFound = true
        primary = columns.length
      }
      columns.push(group)
    }
    if (primary > 0) columns.unshift(...columns.splice(primary, 1))
  }

  /** Whether one of the taxonomies before a place has the same label. */
  #isWritten(label: Uint8Array, place: number): boolean {
    for (let index = 0; index < place; index++) if (this.#ofRow[index].label === label) return true
    return false
  }

  #taxonomyOf(bytes: Uint8Array, start: number, end: number): Taxonomy {
    const known = this.#numbers.find(bytes, start, end)
    if (known !== -1) return this.#taxonomies[known]
    const code = Buffer.from(bytes.subarray(start, end)).toString('latin1')
    const text = labelOf(code, this.#labels)
    const label = this.#written.get(text) ?? bytesOf(JSON.stringify(text))
    this.#written.set(text, label)
    const taxonomy = { isDoctor: isDoctorTaxonomy(code), label, facilityType: facilityTypeMember(code) }
    this.#numbers.add(bytes, start, end)
    this.#taxonomies.push(taxonomy)
    return taxonomy
  }
}

function facilityTypeMember(code: string | undefined): Uint8Array {
  return bytesOf(`,"facilityType":"${facilityTypeOf(code)}"`)
}

function isYes(fields: PackedFields, column: number): boolean {
  const start = fields.start(column)
  return fields.end(column) - start === 1 && fields.bytes[start] === capitalY
}
