/**
 * Rows gathered as the bytes of a file, field by field: quoted, and ended with LF, as CMS writes them. A row begins, is given its
 * fields from the first to the last, and ends. Memory that is used again costs nothing to fill; of fresh memory the system makes
 * every page as it is first touched, which can take longer than to write what stands there.
 */
import { copyReady, copyWords, encoded, lengthOf, separator, type Text, wordBytes } from './ready.ts'

const firstBytes = 1024 * 1024

const quote = 0x22
const lineFeed = 0x0a
const zero = 0x30
/** What separates fields, as the first three bytes of a word. */
const separatorWord = 0x222c2200

/** The bytes of more empty fields than there are columns in any file. */
const manyBlanks = encoded(...Array.from({ length: 512 }, () => ''))
const blankWords = new DataView(manyBlanks.buffer, manyBlanks.byteOffset)
const blanksByLength: Uint8Array[] = []

/** Fewer bytes are copied sooner by words than by a call. */
const copiedByCallMin = 64

export class Rows {
  #bytes: Uint8Array<ArrayBuffer>
  #words: DataView
  #length = 0

  /** Writes over the memory of earlier rows, all of it, if there are any that nobody needs any more. */
  constructor(used?: Uint8Array<ArrayBuffer>) {
    this.#bytes = used === undefined ? new Uint8Array(firstBytes) : new Uint8Array(used.buffer)
    this.#words = new DataView(this.#bytes.buffer)
  }

  begin(): void {
    const at = this.#take(1)
    this.#words.setUint8(at, quote)
  }

  /** A field, or the end of one that has been begun by its parts. */
  field(text: Text): void {
    this.part(text)
    this.endField()
  }

  /** A field that is a whole number. */
  number(value: number): void {
    this.digits(value)
    this.endField()
  }

  /** Empty fields. */
  blank(count: number): void {
    const length = count * separator.length
    const at = this.#take(length)
    if (length >= copiedByCallMin) this.#bytes.set(blanks(length), at)
    else copyWords(blankWords, 0, length, this.#words, at)
  }

  /** A part of a field. */
  part(text: Text): void {
    if (typeof text === 'string') {
      const made = encoded(text)
      const at = this.#take(made.length)
      this.#bytes.set(made, at)
    } else {
      const length = lengthOf(text)
      const at = this.#take(length)
      copyReady(text, length, this.#words, at)
    }
  }

  /** A part of a field that is a whole number below 2 ** 32, with zeros before it where it is shorter than `width`. */
  digits(value: number, width = widthOf(value)): void {
    const at = this.#take(width)
    const words = this.#words
    let rest = value >>> 0
    for (let index = at + width - 1; index >= at; index--) {
      const tenth = (rest / 10) >>> 0
      words.setUint8(index, zero + rest - 10 * tenth)
      rest = tenth
    }
  }

  /** Ends a field that was given in parts. */
  endField(): void {
    const at = this.#take(separator.length)
    this.#words.setUint32(at, separatorWord)
  }

  end(): void {
    // Of what separates the last field from the next, the first quote stays.
    this.#length -= separator.length - 1
    const at = this.#take(1)
    this.#words.setUint8(at, lineFeed)
  }

  /** What was written, without a copy. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Makes room for so many bytes, and for a word beyond them, and answers where they begin. */
  #take(count: number): number {
    const at = this.#length
    const needed = at + count + wordBytes
    if (needed > this.#bytes.length) this.#grow(needed)
    this.#length = at + count
    return at
  }

  #grow(bytesMin: number): void {
    const larger = new Uint8Array(2 * Math.max(this.#bytes.length, bytesMin))
    larger.set(this.bytes())
    this.#bytes = larger
    this.#words = new DataView(larger.buffer)
  }
}

function widthOf(value: number): number {
  let width = 1
  for (let limit = 10; value >= limit; limit *= 10) width++
  return width
}

/** The first so many bytes of `manyBlanks`. */
function blanks(length: number): Uint8Array {
  blanksByLength[length] ??= firstOf(manyBlanks, length)
  return blanksByLength[length]
}

function firstOf(bytes: Uint8Array, length: number): Uint8Array {
  if (length > bytes.length) throw new RangeError(`expected at most ${bytes.length} bytes of blanks; got ${length}`)
  return bytes.subarray(0, length)
}
