/**
 * Writes fields of staged rows as texts of JSON strings, without quotes: as on file, or in the case people write. Plain
 * ASCII, which nearly all fields are, is written without making strings.
 */
import { type Bytes, isPlain, jsonTextOf } from '../memory/bytes.ts'
import { ByteTable } from '../memory/tables.ts'
import type { PackedFields } from '../stage/staged-rows.ts'
import { type CaseStyle, casedToken, dependsOnNeighbors, inCase, specialWordMax } from './letter-case.ts'

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

  onFile(fields: PackedFields, column: number, out: Bytes): void {
    const { bytes } = fields
    const start = fields.start(column)
    const end = fields.end(column)
    if (isPlain(bytes, start, end)) out.copy(bytes, start, end)
    else out.put(jsonTextOf(fields.text(column)))
  }

  /** Writes a field in a member, or nothing; returns whether it is there. */
  member(fields: PackedFields, column: number, member: Uint8Array, out: Bytes): boolean {
    if (fields.isEmpty(column)) return false
    const start = out.begin(member)
    this.onFile(fields, column, out)
    return out.end(start, member)
  }

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

const blank = 0x20
const lessThan = 0x3c
const capitalC = 0x43
const capitalM = 0x4d

const letters = 1
const digits = 2
const signs = 4
/** Small letters, which show that the case is right as it is, and what needs the functions for strings. */
const others = 8

const kindOfByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte)
  if (/[A-Z]/.test(character)) return letters
  if (/[0-9]/.test(character)) return digits
  return /[!#-[\]-`{-~]/.test(character) ? signs : others
})
const lowerCase = Uint8Array.from({ length: 256 }, (_, byte) => (kindOfByte[byte] === letters ? byte + 0x20 : byte))

export class CaseText {
  readonly #style: CaseStyle
  readonly #specialWordMax: number
  /** The first word of a name may be written otherwise than the same one further on ("The Heart of the City"). */
  readonly #first: Words
  readonly #others: Words
  #dependsOnNeighbors = false

  constructor(style: CaseStyle) {
    this.#style = style
    this.#specialWordMax = specialWordMax(style)
    this.#first = new Words(style, true)
    this.#others = new Words(style, false)
  }

  write(fields: PackedFields, column: number, out: Bytes): void {
    const { bytes } = fields
    const start = fields.start(column)
    const end = fields.end(column)
    if (start === end || this.#writeCapitals(bytes, start, end, out)) return
    if (!this.#dependsOnNeighbors && isPlain(bytes, start, end)) out.copy(bytes, start, end)
    else out.put(jsonTextOf(inCase(fields.text(column), this.#style)))
  }

  /** False, and nothing is written, for other text than capitals, or when a word's case depends on its neighbors. */
  #writeCapitals(bytes: Uint8Array, start: number, end: number, out: Bytes): boolean {
    this.#dependsOnNeighbors = false
    if (bytes[start] === lessThan) return false
    out.reserve(end - start)
    const target = out.buffer
    let words = this.#first
    let to = out.length
    for (let from = start; from <= end; from++) {
      const wordStart = from
      const wordTo = to
      let kinds = 0
      while (from < end && bytes[from] !== blank) {
        const byte = bytes[from++]
        kinds |= kindOfByte[byte]
        target[to++] = lowerCase[byte]
      }
      if (kinds === 0 || kinds >= others) return false
      const isOrdinary =
        kinds === letters &&
        from - wordStart > this.#specialWordMax &&
        !(bytes[wordStart] === capitalM && bytes[wordStart + 1] === capitalC)
      if (isOrdinary) target[wordTo] = bytes[wordStart]
      else if ((kinds & letters) !== 0 && !words.write(bytes, wordStart, from, target, wordTo)) {
        this.#dependsOnNeighbors = true
        return false
      }
      if (from < end) target[to++] = blank
      words = this.#others
    }
    out.length = to
    return true
  }
}

const rememberedMax = 100_000

/** Words and how they are written. Lengths stay: only the case of letters changes. */
class Words {
  readonly #style: CaseStyle
  readonly #isFirst: boolean
  readonly #table = new ByteTable()
  #written = new Uint8Array(8 * 1024)
  #ends = new Uint32Array(1024)
  #depends = new Uint8Array(1024)

  constructor(style: CaseStyle, isFirst: boolean) {
    this.#style = style
    this.#isFirst = isFirst
  }

  write(bytes: Uint8Array, start: number, end: number, target: Uint8Array, at: number): boolean {
    let entry = this.#table.find(bytes, start, end)
    if (entry === -1) entry = this.#add(bytes, start, end)
    if (this.#depends[entry] === 1) return false
    const written = this.#written
    const from = this.#ends[entry] - (end - start)
    for (let place = 0; place < end - start; place++) target[at + place] = written[from + place]
    return true
  }

  #add(bytes: Uint8Array, start: number, end: number): number {
    if (this.#table.size === rememberedMax) this.#table.clear()
    const entry = this.#table.add(bytes, start, end)
    const from = entry === 0 ? 0 : this.#ends[entry - 1]
    const to = from + end - start
    if (entry === this.#ends.length) {
      this.#ends = longer(this.#ends, new Uint32Array(2 * entry))
      this.#depends = longer(this.#depends, new Uint8Array(2 * entry))
    }
    if (to > this.#written.length) this.#written = longer(this.#written, new Uint8Array(2 * to))
    this.#ends[entry] = to
    const word = Buffer.from(bytes.subarray(start, end)).toString('latin1')
    this.#depends[entry] = dependsOnNeighbors(word, this.#style) ? 1 : 0
    this.#written.set(jsonTextOf(casedToken(word, this.#style, this.#isFirst)), from)
    return entry
  }
}

function longer<A extends Uint8Array | Uint32Array>(values: A, room: A): A {
  room.set(values)
  return room
}

/** Countries and territories whose numbers begin with 1 (ITU-T E.164), by their codes in ISO 3166. */
const planCountries = new Set('US CA AG AI AS BB BM BS DM DO GD GU JM KN KY LC MP MS PR SX TC TT VC VG VI'.split(' '))

/** Whether ten digits on file with an address in the country are a number of the North American plan. */
export function isInPlan(countryCode: string): boolean {
  return planCountries.has(countryCode)
}

/**
 * In E.164 form for ten digits of the North American plan (or eleven with a 1); otherwise as on file; null for none.
 */
export function phoneNumber(text: string): string | null {
  if (text === '') return null
  const digits = text.replace(/[\s().-]/g, '').replace(/^\+/, '')
  const match = /^1?([2-9]\d{2}[2-9]\d{6})$/.exec(digits)
  return match === null ? text : `+1${match[1]}`
}

/** Whether the field has no small letter of ASCII: whether it was written in capitals. */
export function isInCapitals(fields: PackedFields, column: number): boolean {
  return !hasSmallLetter(fields.bytes, fields.start(column), fields.end(column))
}

export function hasSmallLetter(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] >= smallA && bytes[at] <= smallZ) return true
  return false
}

const smallA = 0x61
const smallZ = 0x7a
const capitalN = 0x4e
const capitalY = 0x59

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
