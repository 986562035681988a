/** Writes a person's name the way it is read: first, middle, last, suffix ("Jr", "III"); no prefix and no credential. */
import type { PackedFields } from '../staging/packed-fields.ts'
import type { Bytes } from './bytes.ts'
import type { FieldText } from './field-text.ts'

/** The columns of a name in parts. */
export interface NameColumns {
  first: number
  middle: number
  last: number
  suffix: number
}

const blank = 0x20
const dot = 0x2e

/** The name as the text of a JSON string. */
export function writeFullName(fields: PackedFields, columns: NameColumns, text: FieldText, out: Bytes): void {
  const start = out.length
  writePart(text.cased(fields, columns.first, 'given'), start, out)
  writePart(text.cased(fields, columns.middle, 'given'), start, out)
  writePart(text.cased(fields, columns.last, 'family'), start, out)
  writePart(text.cased(fields, columns.suffix, 'family').without(dot), start, out)
}

function writePart(text: FieldText, nameStart: number, out: Bytes): void {
  if (text.isEmpty) return
  if (out.length > nameStart) out.byte(blank)
  out.copy(text.bytes, text.start, text.end)
}
