/**
 * An LRU-like cache of list entries, in a ring of segments: the oldest is overwritten. Memory never exceeds the limit
 * plus an eighth for the index.
 */

/** Valid until the next entry is kept. */
interface CachedEntry {
  bytes: Uint8Array
  from: number
  /** Where the members that every resource shows end and organizationIds begin. */
  middle: number
  to: number
}

const segmentBytes = 1024 * 1024

/** The number of segments times the largest hash must fit 32 bits. */
const hashBits = 24
const segmentsMax = 2 ** (32 - hashBits)

/** Two entries per place; entries take about 600 bytes, so half of the places are empty. */
const placeBits = 11
const placesPerSegment = 2 ** placeBits

/** Ordinal plus one (0 for none), location, segment, start, end of the shared part, end. Two slots are a cache line. */
const [inFront, inSegment, startsAt, middleAt, endsAt] = [1, 2, 3, 4, 5]
const slotSize = 8
const bucketSize = 2 * slotSize

export class EntryCache {
  private readonly segmentCount: number
  private readonly segments: Uint8Array[] = []
  /** Segment n is stored at n modulo segmentCount. */
  private segment = 0
  private end = 0
  private readonly slots: Uint32Array
  /** Keeps the prefetch from being optimized away. */
  touched = 0
  private readonly found: CachedEntry = { bytes: new Uint8Array(), from: 0, middle: 0, to: 0 }

  constructor(bytesMax: number) {
    this.segmentCount = Math.floor(bytesMax / segmentBytes)
    if (!(this.segmentCount >= 1 && this.segmentCount <= segmentsMax)) {
      throw new RangeError(`expected ${segmentBytes} to ${segmentsMax * segmentBytes} bytes, got ${bytesMax}`)
    }
    this.slots = new Uint32Array(this.segmentCount * placesPerSegment * bucketSize)
  }

  /** Prefetches entries that `find` will read, so that their cache misses overlap. */
  touch(entries: readonly { ordinal: number; location: number }[]): void {
    const { slots, segments } = this
    let sum = 0
    for (let index = 0; index < entries.length; index++) {
      sum += slots[this.placeOf(entries[index].ordinal, entries[index].location)]
    }
    for (let index = 0; index < entries.length; index++) {
      const at = this.slotAt(entries[index].ordinal, entries[index].location)
      const segment = segments[slots[at + inSegment] % this.segmentCount]
      if (segment !== undefined) sum += segment[slots[at + startsAt]] + segment[slots[at + middleAt]]
    }
    this.touched = sum
  }

  find(ordinal: number, location: number): CachedEntry | undefined {
    const { found, slots } = this
    const at = this.slotAt(ordinal, location)
    if (slots[at] !== ordinal + 1 || slots[at + inFront] !== location) return undefined
    const segment = slots[at + inSegment]
    if (this.segment - segment >= this.segmentCount) return undefined
    found.bytes = this.segments[segment % this.segmentCount]
    found.from = slots[at + startsAt]
    found.middle = slots[at + middleAt]
    found.to = slots[at + endsAt]
    return found
  }

  keep(ordinal: number, location: number, entry: Uint8Array, shared: number): void {
    if (entry.length > segmentBytes) return
    if (this.end + entry.length > segmentBytes) {
      this.segment++
      this.end = 0
    }
    const number = this.segment % this.segmentCount
    // Most registries are small.
    this.segments[number] ??= new Uint8Array(segmentBytes)
    this.segments[number].set(entry, this.end)
    const { slots } = this
    const place = this.placeOf(ordinal, location)
    slots.copyWithin(place + slotSize, place, place + slotSize)
    slots[place] = ordinal + 1
    slots[place + inFront] = location
    slots[place + inSegment] = this.segment
    slots[place + startsAt] = this.end
    slots[place + middleAt] = this.end + shared
    this.end += entry.length
    slots[place + endsAt] = this.end
  }

  private slotAt(ordinal: number, location: number): number {
    const { slots } = this
    const place = this.placeOf(ordinal, location)
    return slots[place] === ordinal + 1 && slots[place + inFront] === location ? place : place + slotSize
  }

  /** Knuth's multiplicative hash, scaled down. */
  private placeOf(ordinal: number, location: number): number {
    const hash = Math.imul(ordinal + Math.imul(location, 0x85ebca6b), 0x9e3779b1) >>> (32 - hashBits)
    return (Math.imul(hash, this.segmentCount) >>> (hashBits - placeBits)) * bucketSize
  }
}
