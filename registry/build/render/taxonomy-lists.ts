/** The taxonomies of a row: which groups have one, and what is made of their codes alone, worked out once for each list. */
import { facilityTypeOf } from '#registry/read/facility-types'
import { isDoctorTaxonomy, labelOf } from '#registry/read/specialties'
import { main, type TaxonomyColumns } from '../rows/columns.ts'
import type { PackedFields } from '../staging/packed-fields.ts'
import type { BatchWriter } from './batch-writer.ts'
import { ByteTable } from './byte-table.ts'
import { Bytes, bytesOf } from './bytes.ts'

const capitalY = 0x59
const separator = 0x20

interface TaxonomyList {
  set: number
  isDoctor: boolean
  /** The member of a person's record, with the comma in front; an organization's has its facility type behind it. */
  specialties: Uint8Array
  organizationSpecialties: Uint8Array
}

/** Lists are remembered up to so many. */
const listsMax = 200_000

/** The taxonomies of the row that was loaded last. */
export class TaxonomyLists implements TaxonomyList {
  set = 0
  isDoctor = false
  specialties: Uint8Array = new Uint8Array(0)
  organizationSpecialties: Uint8Array = new Uint8Array(0)
  /** The groups of the row that have a taxonomy, the primary one first. */
  readonly columns: TaxonomyColumns[] = []
  readonly #labels: ReadonlyMap<string, string>
  readonly #batch: BatchWriter
  readonly #table = new ByteTable()
  readonly #key = new Bytes(1024)
  readonly #lists: TaxonomyList[] = []

  constructor(labels: ReadonlyMap<string, string>, batch: BatchWriter) {
    this.#labels = labels
    this.#batch = batch
  }

  /**
   * Takes the taxonomies of a row, the primary one first: the first whose switch says Y, and where none does, the first. A
   * code stands in the set once, however many groups have it.
   */
  load(fields: PackedFields): this {
    this.#findColumns(fields)
    const key = this.#key
    key.length = 0
    for (const { code } of this.columns) {
      key.copy(fields.bytes, fields.start(code), fields.end(code))
      key.byte(separator)
    }
    let number = this.#table.find(key.buffer, 0, key.length)
    if (number === -1) number = this.#add(key)
    const list = this.#lists[number]
    this.set = list.set
    this.isDoctor = list.isDoctor
    this.specialties = list.specialties
    this.organizationSpecialties = list.organizationSpecialties
    return this
  }

  #findColumns(fields: PackedFields): void {
    const { columns } = this
    columns.length = 0
    let primary = 0
    let isFound = false
    for (const group of main.taxonomies) {
      if (fields.isEmpty(group.code)) continue
      if (!isFound && isYes(fields, group.isPrimary)) {
        isFound = true
        primary = columns.length
      }
      columns.push(group)
    }
    if (primary > 0) columns.unshift(...columns.splice(primary, 1))
  }

  #add(key: Bytes): number {
    if (this.#lists.length === listsMax) {
      this.#table.clear()
      this.#lists.length = 0
    }
    const text = Buffer.from(key.buffer.subarray(0, key.length)).toString('latin1').trimEnd()
    const codes = text === '' ? [] : [...new Set(text.split(' '))]
    const labels = [...new Set(codes.map((code) => labelOf(code, this.#labels)))]
    const specialties = `,"specialties":${JSON.stringify(labels)}`
    this.#lists.push({
      set: this.#batch.taxonomySetOf(codes),
      isDoctor: codes.some(isDoctorTaxonomy),
      specialties: bytesOf(specialties),
      organizationSpecialties: bytesOf(`${specialties},"facilityType":"${facilityTypeOf(codes[0])}"`),
    })
    return this.#table.add(key.buffer, 0, key.length)
  }
}

function isYes(fields: PackedFields, column: number): boolean {
  const start = fields.start(column)
  return fields.end(column) - start === 1 && fields.bytes[start] === capitalY
}
