import type { PackedFields } from '../stage/packed-fields.ts'

const capitalN = 0x4e
const capitalY = 0x59

/** What a field chooses that says Y, N, or anything else. */
export function choice(
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
