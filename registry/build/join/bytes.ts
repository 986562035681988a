import { copyShared } from '#registry/search/answer-bytes'
import { sharedBytesIn } from '../shared-bytes.ts'

/** Bytes that grow at the end. Short runs are copied in a loop, for a call of the system's copying costs more than they do. */
export class Bytes {
  buffer: Uint8Array<ArrayBuffer>
  length = 0

  constructor(room = 64 * 1024) {
    this.buffer = new Uint8Array(room)
  }

  /** Makes room for so many more, which may then be written into `buffer`. */
  reserve(bytes: number): void {
    if (this.length + bytes > this.buffer.length) this.#grow(bytes)
  }

  byte(value: number): void {
    if (this.length === this.buffer.length) this.#grow(1)
    this.buffer[this.length++] = value
  }

  /** All of some bytes. */
  put(bytes: Uint8Array): void {
    this.copy(bytes, 0, bytes.length)
  }

  copy(source: Uint8Array, start: number, end: number): void {
    this.reserve(end - start)
    const { buffer } = this
    let at = this.length
    if (end - start > loopMax) {
      buffer.set(source.subarray(start, end), at)
      this.length = at + end - start
      return
    }
    for (let from = start; from < end; from++) buffer[at++] = source[from]
    this.length = at
  }

  /** A whole number in a base up to 36, with zeros in front up to so many digits. */
  number(value: number, base: number, digits: number): void {
    this.reserve(digits)
    let rest = value
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      const next = Math.floor(rest / base)
      this.buffer[at] = digitCodes[rest - next * base]
      rest = next
    }
    this.length += digits
  }

  /** All there is, in memory of its own; these bytes are empty then. */
  take(): Uint8Array<ArrayBuffer> {
    const all = this.buffer.slice(0, this.length)
    this.length = 0
    return all
  }

  /** The same in memory that threads share, in `spare` where that has room. */
  takeShared(spare: SharedArrayBuffer | undefined): Uint8Array<SharedArrayBuffer> {
    const all = sharedBytesIn(spare, this.length)
    copyShared(this.buffer, 0, this.length, all, 0)
    this.length = 0
    return all
  }

  #grow(bytes: number): void {
    const longer = new Uint8Array(Math.max(this.length + bytes, this.buffer.length * 2))
    longer.set(this.buffer.subarray(0, this.length))
    this.buffer = longer
  }
}

/** Up to here the loop is the faster one. */
const loopMax = 96

const digitCodes = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz')

/** Text as it is written again and again. */
export function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf8'))
}

/**
 * Numbers for short runs of bytes, given as they come from 0 on: a Map whose keys need not become text first. The same few
 * words, names and codes make up most of nine million rows, and looking one up here costs a tenth of making a string of it.
 */
export class ByteTable {
  #keys: Uint8Array
  #ends: Uint32Array
  #hashes: Int32Array
  /** Entry + 1 by hash, 0 for none; a power of two, never more than half full. */
  #slots: Int32Array
  #size = 0
  /** Of the run that was looked for last. */
  #hash = 0

  /** Room for so many entries to begin with; it grows by itself. */
  constructor(entries = 1024) {
    const room = 2 ** Math.ceil(Math.log2(Math.max(2, entries)))
    this.#keys = new Uint8Array(room * 8)
    this.#ends = new Uint32Array(room)
    this.#hashes = new Int32Array(room)
    this.#slots = new Int32Array(room * 2)
  }

  get size(): number {
    return this.#size
  }

  /** The number of a run of bytes, or -1. */
  find(bytes: Uint8Array, start: number, end: number): number {
    let hash = end - start
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at], 0x01000193)
    hash ^= hash >>> 15
    this.#hash = hash
    const mask = this.#slots.length - 1
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] - 1
      if (entry === -1) return -1
      if (this.#hashes[entry] === hash && this.#isKey(entry, bytes, start, end)) return entry
    }
  }

  /** Gives the run that `find` has just not found the next number. */
  add(bytes: Uint8Array, start: number, end: number): number {
    if (this.#size === this.#ends.length) this.#grow()
    const entry = this.#size++
    const from = entry === 0 ? 0 : this.#ends[entry - 1]
    const to = from + end - start
    if (to > this.#keys.length) this.#keys = grown(this.#keys, to * 2)
    for (let at = start; at < end; at++) this.#keys[from + at - start] = bytes[at]
    this.#ends[entry] = to
    this.#hashes[entry] = this.#hash
    this.#put(entry)
    return entry
  }

  /** The number of a run of bytes, which is new if the run is. */
  findOrAdd(bytes: Uint8Array, start: number, end: number): number {
    const known = this.find(bytes, start, end)
    return known === -1 ? this.add(bytes, start, end) : known
  }

  /** The run with this number, read as UTF-8. */
  text(entry: number): string {
    const keys = Buffer.from(this.#keys.buffer, this.#keys.byteOffset, this.#keys.length)
    return keys.toString('utf8', entry === 0 ? 0 : this.#ends[entry - 1], this.#ends[entry])
  }

  /** All runs end to end in the order of their numbers, and where each ends: copies. */
  keys(): { bytes: Uint8Array<ArrayBuffer>; ends: Uint32Array<ArrayBuffer> } {
    const length = this.#size === 0 ? 0 : this.#ends[this.#size - 1]
    return {
      bytes: new Uint8Array(this.#keys.subarray(0, length)),
      ends: new Uint32Array(this.#ends.subarray(0, this.#size)),
    }
  }

  clear(): void {
    this.#slots.fill(0)
    this.#size = 0
  }

  #isKey(entry: number, bytes: Uint8Array, start: number, end: number): boolean {
    const from = entry === 0 ? 0 : this.#ends[entry - 1]
    if (this.#ends[entry] - from !== end - start) return false
    for (let at = start; at < end; at++) {
      if (this.#keys[from + at - start] !== bytes[at]) return false
    }
    return true
  }

  #put(entry: number): void {
    const mask = this.#slots.length - 1
    let slot = this.#hashes[entry] & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = entry + 1
  }

  #grow(): void {
    const room = this.#ends.length * 2
    const ends = new Uint32Array(room)
    const hashes = new Int32Array(room)
    ends.set(this.#ends)
    hashes.set(this.#hashes)
    this.#ends = ends
    this.#hashes = hashes
    this.#slots = new Int32Array(room * 2)
    for (let entry = 0; entry < this.#size; entry++) this.#put(entry)
  }
}

function grown(bytes: Uint8Array, length: number): Uint8Array {
  const longer = new Uint8Array(length)
  longer.set(bytes)
  return longer
}

/** Columns of numbers that grow at the end, are taken as copies of their own and then begin again in the same memory. */

/**
 * Whole numbers of up to 32 bits. They all wait in one kind of array, whatever they are taken as: code that meets more than four kinds
 * is compiled for none of them, and to push a number was then a call that took two hundred instructions. It is not one of floats,
 * since numbers that come out of one make all that is reckoned with them floats.
 */
class GrowingIntegers<A extends Uint8Array | Uint16Array | Uint32Array | Int32Array> {
  length = 0
  readonly #make: (length: number) => A
  #values = new Int32Array(1024)

  constructor(make: (length: number) => A) {
    this.#make = make
  }

  /** The newest value, if it has no more than 31 bits; 0 while there is none. */
  get last(): number {
    return this.length === 0 ? 0 : this.#values[this.length - 1]
  }

  /** A value that has no more than 31 bits. */
  at(index: number): number {
    return this.#values[index]
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#grow()
    this.#values[this.length++] = value
  }

  /** All values so far; the column is empty then. */
  take(): A {
    const taken = this.#make(this.length)
    taken.set(this.#values.subarray(0, this.length))
    this.length = 0
    return taken
  }

  #grow(): void {
    const longer = new Int32Array(this.length * 2)
    longer.set(this.#values)
    this.#values = longer
  }
}

class GrowingFloats {
  length = 0
  #values = new Float64Array(1024)

  push(value: number): void {
    if (this.length === this.#values.length) {
      const longer = new Float64Array(this.length * 2)
      longer.set(this.#values)
      this.#values = longer
    }
    this.#values[this.length++] = value
  }

  /** All values so far; the column is empty then. */
  take(): Float64Array {
    const taken = this.#values.slice(0, this.length)
    this.length = 0
    return taken
  }
}

export const growingU8 = () => new GrowingIntegers((length) => new Uint8Array(length))
export const growingU16 = () => new GrowingIntegers((length) => new Uint16Array(length))
export const growingU32 = () => new GrowingIntegers((length) => new Uint32Array(length))
export const growingI32 = () => new GrowingIntegers((length) => new Int32Array(length))
export const growingF64 = () => new GrowingFloats()

/** Text as it stands between the quotes of a JSON string. */

/** The text of a JSON string, as UTF-8. */
export function jsonTextOf(text: string): Uint8Array {
  return bytesOf(JSON.stringify(text).slice(1, -1))
}

/** A run of bytes. */
export interface TextSpan {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

const blank = 0x20
const lessThan = 0x3c
const quote = 0x22
const backslash = 0x5c

/**
 * Whether a text is printable ASCII that JSON takes as it is, with single blanks inside it, and not the note that a value is
 * withheld.
 */
export function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  let before = blank
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte === blank ? before === blank : isTakenAsItIs[byte] === 0) return false
    before = byte
  }
  return start === end || (before !== blank && bytes[start] !== lessThan)
}

const isTakenAsItIs = Uint8Array.from({ length: 256 }, (_, byte) => {
  return byte > blank && byte <= 0x7e && byte !== quote && byte !== backslash ? 1 : 0
})
