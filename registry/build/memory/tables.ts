/** Hash tables without an object for each entry: millions of entries fit and are found fast. */
import type { Lists } from '#registry/search/posting-lists'

/** Numbers for runs of bytes, from 0 on. Finding a common word here costs a tenth of making a string of it. */
export class ByteTable {
  #keys: Uint8Array
  #ends: Uint32Array
  #hashes: Int32Array
  /** Entry + 1 by hash, 0 for none; a power of two, never more than half full. */
  #slots: Int32Array
  #size = 0
  #hash = 0

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

  findOrAdd(bytes: Uint8Array, start: number, end: number): number {
    const known = this.find(bytes, start, end)
    return known === -1 ? this.add(bytes, start, end) : known
  }

  text(entry: number): string {
    const keys = Buffer.from(this.#keys.buffer, this.#keys.byteOffset, this.#keys.length)
    return keys.toString('utf8', entry === 0 ? 0 : this.#ends[entry - 1], this.#ends[entry])
  }

  /** Copies of all runs end to end, and where each ends. */
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

/** Numbers for distinct sequences of whole numbers of 32 bits, given as they come from 0 on. */
export class SetTable {
  readonly #table = new ByteTable()
  #members = new Uint32Array(64)
  #bytes = new Uint8Array(this.#members.buffer)

  numberOf(members: ArrayLike<number>): number {
    if (members.length > this.#members.length) {
      this.#members = new Uint32Array(2 * members.length)
      this.#bytes = new Uint8Array(this.#members.buffer)
    }
    for (let at = 0; at < members.length; at++) this.#members[at] = members[at]
    return this.#table.findOrAdd(this.#bytes, 0, members.length * 4)
  }

  lists(): Lists {
    const { bytes, ends } = this.#table.keys()
    const starts = new Uint32Array(ends.length + 1)
    for (let set = 0; set < ends.length; set++) starts[set + 1] = ends[set] / 4
    return { starts, members: new Uint32Array(bytes.buffer) }
  }
}

/** A map from whole numbers above 0 to whole numbers of 32 bits. */
export class NumberMap {
  size = 0
  /** A power of two, never more than half full. */
  #slotCount = 1024
  /** Slots of 16 bytes: a key, 0 in an empty one, and its value. */
  #keys = new Float64Array(2 * this.#slotCount)
  #values = new Uint32Array(this.#keys.buffer)

  /** The value of a key, or -1. */
  get(key: number): number {
    const slot = this.#slotOf(key)
    return this.#keys[2 * slot] === key ? this.#values[4 * slot + 2] : -1
  }

  /** The key must be new. */
  add(key: number, value: number): void {
    if (2 * this.size === this.#slotCount) this.#grow()
    this.#put(key, value)
    this.size++
  }

  #put(key: number, value: number): void {
    const slot = this.#slotOf(key)
    this.#keys[2 * slot] = key
    this.#values[4 * slot + 2] = value
  }

  #slotOf(key: number): number {
    const mask = this.#slotCount - 1
    // The two halves in memory: dividing by 2^32 takes several times as long.
    number[0] = key
    let bits = halves[0] ^ Math.imul(halves[1], 0x85ebca6b)
    bits = Math.imul(bits ^ (bits >>> 16), 0xc2b2ae35)
    bits = Math.imul(bits ^ (bits >>> 13), 0x9e3779b1)
    let slot = (bits ^ (bits >>> 16)) & mask
    while (this.#keys[2 * slot] !== 0 && this.#keys[2 * slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values]
    this.#slotCount *= 2
    this.#keys = new Float64Array(2 * this.#slotCount)
    this.#values = new Uint32Array(this.#keys.buffer)
    for (let from = 0; 2 * from < keys.length; from++) {
      if (keys[2 * from] !== 0) this.#put(keys[2 * from], values[4 * from + 2])
    }
  }
}

const number = new Float64Array(1)
const halves = new Uint32Array(number.buffer)
