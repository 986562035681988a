import type { NameColumns } from '../rows/names.ts'
import type { PackedFields } from '../staging/packed-fields.ts'
import type { Bytes } from './bytes.ts'
import type { CaseText } from './case-text.ts'
import type { FieldText } from './field-text.ts'

const blank = 0x20
const dot = 0x2e

/** Where something stands in what it was written into. */
export interface Stretch {
  start: number
  end: number
}

/** Writes full names of persons, and tells where the parts of the last one stand that have the same form by themselves. */
export class FullName {
  readonly first: Stretch = { start: 0, end: 0 }
  readonly middle: Stretch = { start: 0, end: 0 }
  readonly last: Stretch = { start: 0, end: 0 }
  readonly #suffix: Stretch = { start: 0, end: 0 }
  readonly #text: FieldText

  constructor(text: FieldText) {
    this.#text = text
  }

  /**
   * Writes a person's name the way it is read, as the text of a JSON string: first, middle, last, suffix ("Jr", "III"), the last
   * without dots; no prefix and no credential.
   */
  write(fields: PackedFields, columns: NameColumns, out: Bytes): void {
    const { given, family } = this.#text
    const nameStart = out.length
    this.#part(fields, columns.first, given, nameStart, out, this.first)
    this.#part(fields, columns.middle, given, nameStart, out, this.middle)
    this.#part(fields, columns.last, family, nameStart, out, this.last)
    if (fields.isEmpty(columns.suffix)) return
    this.#part(fields, columns.suffix, family, nameStart, out, this.#suffix)
    this.#removeDots(out, nameStart)
  }

  #part(fields: PackedFields, column: number, style: CaseText, nameStart: number, out: Bytes, part: Stretch): void {
    const before = out.length
    if (before > nameStart) out.byte(blank)
    part.start = out.length
    style.write(fields, column, out)
    part.end = out.length
    if (part.start === part.end) out.length = before
  }

  /** A suffix has no dots in a full name, and may be nothing but dots. */
  #removeDots(out: Bytes, nameStart: number): void {
    const { buffer } = out
    const { start, end } = this.#suffix
    if (start === end) return
    let to = start
    for (let from = start; from < end; from++) if (buffer[from] !== dot) buffer[to++] = buffer[from]
    out.length = to === start && start > nameStart ? start - 1 : to
  }
}
