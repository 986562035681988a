/**
 * Writes fields of staged rows as the text of JSON strings, without the quotes around them: as on file, or in the case people write.
 * What that means is told by the functions for strings (PackedFields.text, letter-case.ts, phone.ts); here the same comes
 * about without making strings of the plain ASCII that nearly all fields are. Whatever is not plain goes the long way. Nothing is
 * written of a field that says nothing.
 */
import { phoneNumber } from '../rows/phone.ts'
import type { PackedFields } from '../stage/packed-fields.ts'
import type { Bytes } from './bytes.ts'
import { CaseText } from './case-text.ts'
import { isPlain, jsonTextOf } from './json-text.ts'

const digit0 = 0x30
const digit1 = 0x31
const digit9 = 0x39
const plus = 0x2b

export class FieldText {
  readonly family = new CaseText('family')
  readonly given = new CaseText('given')
  readonly affix = new CaseText('affix')
  readonly organization = new CaseText('organization')
  readonly address = new CaseText('address')

  /** Writes a field as on file. */
  onFile(fields: PackedFields, column: number, out: Bytes): void {
    const { bytes } = fields
    const start = fields.start(column)
    const end = fields.end(column)
    if (isPlain(bytes, start, end)) out.copy(bytes, start, end)
    else out.put(jsonTextOf(fields.text(column)))
  }

  /** Writes a phone number. */
  phone(fields: PackedFields, column: number, out: Bytes): void {
    const { bytes } = fields
    const start = fields.start(column)
    const end = fields.end(column)
    if (start === end) return
    if (isTenDigits(bytes, start, end) && bytes[start] > digit1 && bytes[start + 3] > digit1) {
      out.byte(plus)
      out.byte(digit1)
      out.copy(bytes, start, end)
    } else {
      out.put(jsonTextOf(phoneNumber(fields.text(column)) ?? ''))
    }
  }
}

function isTenDigits(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== 10) return false
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte < digit0 || byte > digit9) return false
  }
  return true
}
