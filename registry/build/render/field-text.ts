/**
 * Fields of staged rows as the text of JSON strings, without the quotes around them: as on file, or in the case people write.
 * What that means is told by the functions for strings (PackedFields.text, letter-case.ts, phone.ts); here the same comes
 * about without making strings of the plain ASCII that nearly all fields are. Whatever is not plain goes the long way.
 */
import { type CaseStyle, casedToken, inCase } from '../rows/letter-case.ts'
import { phoneNumber } from '../rows/phone.ts'
import type { PackedFields } from '../staging/packed-fields.ts'
import { ByteTable } from './byte-table.ts'
import { Bytes, bytesOf } from './bytes.ts'

/** A run of bytes, good until the next field is asked for. */
export interface TextSpan {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

const blank = 0x20
const quote = 0x22
const backslash = 0x5c
const lessThan = 0x3c

/** The text of the field that was asked for last. */
export class FieldText implements TextSpan {
  bytes: Uint8Array = new Uint8Array(0)
  start = 0
  end = 0
  readonly #scratch = new Bytes()
  readonly #tokens: Record<CaseStyle, TokenCase> = {
    family: new TokenCase('family'),
    given: new TokenCase('given'),
    organization: new TokenCase('organization'),
    address: new TokenCase('address'),
  }

  get isEmpty(): boolean {
    return this.start === this.end
  }

  /** The text as on file. */
  onFile(fields: PackedFields, column: number): this {
    const start = fields.start(column)
    const end = fields.end(column)
    if (isPlain(fields.bytes, start, end, true)) this.#set(fields.bytes, start, end)
    else this.#setText(fields.text(column))
    return this
  }

  /** The text in the case of what it is. */
  cased(fields: PackedFields, column: number, style: CaseStyle): this {
    const { bytes } = fields
    const start = fields.start(column)
    const end = fields.end(column)
    if (start === end) {
      this.#set(bytes, 0, 0)
    } else if (isPlain(bytes, start, end, false)) {
      this.#scratch.length = 0
      this.#tokens[style].write(bytes, start, end, this.#scratch)
      this.#set(this.#scratch.buffer, 0, this.#scratch.length)
    } else {
      this.#setText(inCase(fields.text(column), style))
    }
    return this
  }

  /** A phone number; empty when there is none. */
  phone(fields: PackedFields, column: number): this {
    const { bytes } = fields
    const start = fields.start(column)
    const end = fields.end(column)
    if (start === end) {
      this.#set(bytes, 0, 0)
    } else if (isTenDigits(bytes, start, end) && bytes[start] > 0x31 && bytes[start + 3] > 0x31) {
      this.#scratch.length = 0
      this.#scratch.byte(0x2b)
      this.#scratch.byte(0x31)
      this.#scratch.copy(bytes, start, end)
      this.#set(this.#scratch.buffer, 0, this.#scratch.length)
    } else {
      this.#setText(phoneNumber(fields.text(column)) ?? '')
    }
    return this
  }

  /** The same text without a certain character of ASCII. */
  without(character: number): this {
    const { bytes, start, end } = this
    if (!bytes.subarray(start, end).includes(character)) return this
    const left = bytes.slice(start, end).filter((byte) => byte !== character)
    this.#set(left, 0, left.length)
    return this
  }

  #set(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes
    this.start = start
    this.end = end
  }

  #setText(text: string): void {
    const bytes = jsonTextOf(text)
    this.#set(bytes, 0, bytes.length)
  }
}

/** The text of a JSON string, as UTF-8. */
export function jsonTextOf(text: string): Uint8Array {
  return bytesOf(JSON.stringify(text).slice(1, -1))
}

/**
 * Whether a text is printable ASCII that JSON takes as it is, with single blanks inside it, and not the note that a value is
 * withheld; lower-case letters are plain only if so asked.
 */
function isPlain(bytes: Uint8Array, start: number, end: number, mayHaveLowerCase: boolean): boolean {
  const wanted = mayHaveLowerCase ? plainOrLower : plainOnly
  let before = blank
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte === blank ? before === blank : (kindOfByte[byte] & wanted) === 0) return false
    before = byte
  }
  return start === end || (before !== blank && bytes[start] !== lessThan)
}

const plainOnly = 1
const plainOrLower = 3
const kindOfByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte <= blank || byte > 0x7e || byte === quote || byte === backslash) return 0
  return byte >= 0x61 && byte <= 0x7a ? 2 : 1
})

function isTenDigits(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== 10) return false
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte < 0x30 || byte > 0x39) return false
  }
  return true
}

/** Writes plain text token by token in a style; each token's case is worked out once while it is remembered. */
class TokenCase {
  readonly #style: CaseStyle
  /** The first token of a name may be written otherwise than the same one further on ("The Heart of the City"). */
  readonly #first: Remembered
  readonly #others: Remembered

  constructor(style: CaseStyle) {
    this.#style = style
    this.#first = new Remembered((token) => casedToken(token, this.#style, true))
    this.#others = new Remembered((token) => casedToken(token, this.#style, false))
  }

  write(bytes: Uint8Array, start: number, end: number, out: Bytes): void {
    let remembered = this.#first
    for (let from = start; from < end; ) {
      let to = from
      while (to < end && bytes[to] !== blank) to++
      remembered.write(bytes, from, to, out)
      if (to < end) out.byte(blank)
      from = to + 1
      remembered = this.#others
    }
  }
}

const rememberedMax = 100_000

class Remembered {
  readonly #make: (token: string) => string
  readonly #table = new ByteTable()
  readonly #values = new Bytes()
  #ends = new Uint32Array(1024)

  constructor(make: (token: string) => string) {
    this.#make = make
  }

  write(bytes: Uint8Array, start: number, end: number, out: Bytes): void {
    let entry = this.#table.find(bytes, start, end)
    if (entry === -1) entry = this.#add(bytes, start, end)
    out.copy(this.#values.buffer, entry === 0 ? 0 : this.#ends[entry - 1], this.#ends[entry])
  }

  #add(bytes: Uint8Array, start: number, end: number): number {
    if (this.#table.size === rememberedMax) {
      this.#table.clear()
      this.#values.length = 0
    }
    const entry = this.#table.add(bytes, start, end)
    if (entry === this.#ends.length) {
      const ends = new Uint32Array(entry * 2)
      ends.set(this.#ends)
      this.#ends = ends
    }
    this.#values.put(jsonTextOf(this.#make(Buffer.from(bytes.subarray(start, end)).toString('latin1'))))
    this.#ends[entry] = this.#values.length
    return entry
  }
}
