import { fullNameParts, type NameColumns } from '../rows/names.ts'
import type { PackedFields } from '../staging/packed-fields.ts'
import type { Bytes } from './bytes.ts'
import type { FieldText } from './field-text.ts'

const blank = 0x20
const dot = 0x2e

/** Writes a person's full name as the text of a JSON string. */
export function writeFullName(fields: PackedFields, columns: NameColumns, text: FieldText, out: Bytes): void {
  const start = out.length
  for (const { part, style, hasDots } of fullNameParts) {
    text.cased(fields, columns[part], style)
    if (!hasDots) text.without(dot)
    if (text.isEmpty) continue
    if (out.length > start) out.byte(blank)
    out.copy(text.bytes, text.start, text.end)
  }
}
