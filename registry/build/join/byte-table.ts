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
