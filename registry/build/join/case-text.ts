/**
 * Writes fields in the case people write. Nearly all of them are capitals, digits and blanks, which need no string: a word of
 * letters is written with a capital in front while it is read, and only short words and those with other characters are looked up,
 * since some of them are written in a way of their own. So the words in memory are few and stay in the processor's cache, which is
 * what this takes its time for otherwise. What the case is, the functions for strings tell (rows/letter-case.ts).
 */
import { type CaseStyle, casedToken, dependsOnNeighbors, inCase, specialWordMax } from '../rows/letter-case.ts'
import type { PackedFields } from '../stage/packed-fields.ts'
import { ByteTable } from './byte-table.ts'
import type { Bytes } from './bytes.ts'
import { isPlain, jsonTextOf } from './json-text.ts'

const blank = 0x20
const lessThan = 0x3c
const capitalC = 0x43
const capitalM = 0x4d

/** What a word is made of. */
const letters = 1
const digits = 2
const signs = 4
/** Small letters, which say that the case is right as it is, and all that JSON or the case of words does not take byte by byte. */
const others = 8

const kindOfByte = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte)
  if (/[A-Z]/.test(character)) return letters
  if (/[0-9]/.test(character)) return digits
  return /[!#-[\]-`{-~]/.test(character) ? signs : others
})
const lowerCase = Uint8Array.from({ length: 256 }, (_, byte) => (kindOfByte[byte] === letters ? byte + 0x20 : byte))

/** Fields in one style. */
export class CaseText {
  readonly #style: CaseStyle
  readonly #specialWordMax: number
  /** The first word of a name may be written otherwise than the same one further on ("The Heart of the City"). */
  readonly #first: Words
  readonly #others: Words
  /** Whether the field at hand has a word that is written by the words beside it. */
  #dependsOnNeighbors = false

  constructor(style: CaseStyle) {
    this.#style = style
    this.#specialWordMax = specialWordMax(style)
    this.#first = new Words(style, true)
    this.#others = new Words(style, false)
  }

  /** Writes the text of a field as the text of a JSON string. */
  write(fields: PackedFields, column: number, out: Bytes): void {
    const { bytes } = fields
    const start = fields.start(column)
    const end = fields.end(column)
    if (start === end || this.#writeCapitals(bytes, start, end, out)) return
    if (!this.#dependsOnNeighbors && isPlain(bytes, start, end)) out.copy(bytes, start, end)
    else out.put(jsonTextOf(inCase(fields.text(column), this.#style)))
  }

  /**
   * Writes a text of words in capitals with single blanks between them; false, and nothing is written, when it is another one or a
   * word in it is written by the words beside it.
   */
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

/** Words are remembered up to so many. */
const rememberedMax = 100_000

/** Words and how they are written, each worked out once. They stay as long as they are: only the case of letters changes. */
class Words {
  readonly #style: CaseStyle
  readonly #isFirst: boolean
  readonly #table = new ByteTable()
  #written = new Uint8Array(8 * 1024)
  #ends = new Uint32Array(1024)
  /** By word: whether it cannot be written by itself. */
  #depends = new Uint8Array(1024)

  constructor(style: CaseStyle, isFirst: boolean) {
    this.#style = style
    this.#isFirst = isFirst
  }

  /** Writes a word, unless that depends on the words beside it, and tells whether it did. */
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
