/** The place of an address as filed: country, state, city, and of a ZIP code five digits. */
import { placeOfPostalCode } from '#registry/search/filed-places'
import { Bytes, bytesOf } from '../memory/bytes.ts'
import type { PostalColumns } from '../rows/columns.ts'
import type { PackedFields } from '../stage/staged-rows.ts'

const tab = 0x09
const blank = 0x20
const lastOfAscii = 0x7e
/** Begins CMS's mark of a withheld value. */
const lessThan = 0x3c
const smallA = 0x61
const smallZ = 0x7a
const zipDigits = 5
const zipPlus4Digits = 9
const unitedStates = bytesOf('US')

export class FiledPlaces {
  readonly #line = new Bytes(1024)

  /** In capitals, with tabs between; empty without a city and a postal code. The next call uses its memory again. */
  lineOf(fields: PackedFields, { country, state, city, postalCode }: PostalColumns): Bytes {
    const line = this.#line
    line.length = 0
    if (fields.isEmpty(city) && fields.isEmpty(postalCode)) return line
    if (fields.isEmpty(country)) line.put(unitedStates)
    else this.#capitals(fields, country)
    line.byte(tab)
    this.#capitals(fields, state)
    line.byte(tab)
    this.#capitals(fields, city)
    line.byte(tab)
    this.#postalCode(fields, postalCode)
    return line
  }

  #postalCode(fields: PackedFields, column: number): void {
    const { bytes } = fields
    const start = fields.start(column)
    const end = fields.end(column)
    const isZip = end - start === zipDigits || end - start === zipPlus4Digits
    if (isZip && areDigits(bytes, start, end)) this.#line.copy(bytes, start, start + zipDigits)
    else this.#line.put(bytesOf(placeOfPostalCode(fields.text(column))))
  }

  #capitals(fields: PackedFields, column: number): void {
    const { bytes } = fields
    const start = fields.start(column)
    const end = fields.end(column)
    const line = this.#line
    line.reserve(end - start)
    const target = line.buffer
    let to = line.length
    let before = blank
    for (let at = start; at < end; at++) {
      const byte = bytes[at]
      const isPlain = byte >= blank && byte <= lastOfAscii && byte !== lessThan
      if (!isPlain || (byte === blank && before === blank)) {
        line.put(bytesOf(fields.text(column).toUpperCase()))
        return
      }
      target[to++] = byte >= smallA && byte <= smallZ ? byte - 0x20 : byte
      before = byte
    }
    line.length = end > start && before === blank ? to - 1 : to
  }
}

function areDigits(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] < 0x30 || bytes[at] > 0x39) return false
  return true
}
