/**
 * List entries that were asked for not long ago, ready to be copied: reading one from disk takes a call on the system
 * and putting it together ten times as long as copying it. The bytes stand in a ring of segments, the oldest of which
 * is written over when all are full, so that the entries never take more than their limit, beside an eighth of it for
 * where they stand, and nothing has to be freed. It needs no invalidation, for a snapshot never changes.
 */

/** A kept entry: its bytes from `from` up to `to` in `bytes`, valid until the next one is kept. */
interface KeptEntry {
  bytes: Uint8Array
  from: number
  /** Where what every resource shows ends and the organizations begin. */
  middle: number
  to: number
}

const segmentBytes = 1024 * 1024

/**
 * Bits of a hash. So many segments times the largest hash is the largest number of 32 bits: `placeOf` would find too
 * few places of more.
 */
const hashBits = 24
const segmentsMax = 2 ** (32 - hashBits)

/**
 * Places per segment, each for two entries: these take 600 bytes or so, so that half of the room is empty and hardly
 * three meet at a place.
 */
const placeBits = 11
const placesPerSegment = 2 ** placeBits

/**
 * What is kept of an entry, number by number: one more than whose it is, nought where there is none; which location is
 * in front; in which segment it stands; and where it begins, where what every resource shows ends, and where it ends.
 * With two more that are half a cache line, and a place is a whole one: the entry that was kept last there, and the one
 * before it.
 */
const [inFront, inSegment, startsAt, middleAt, endsAt] = [1, 2, 3, 4, 5]
const slotSize = 8
const bucketSize = 2 * slotSize

export class EntryCache {
  private readonly segmentCount: number
  private readonly segments: Uint8Array[] = []
  /** Segments are numbered on and on; number n is written where n - segmentCount was. */
  private segment = 0
  private end = 0
  /**
   * By place, which is a hash of ordinal and location, what is kept of its entries: side by side, since places lie all
   * over the memory.
   */
  private readonly slots: Uint32Array
  /** What touching gave: nobody asks for it, but what nobody keeps need not be read. */
  touched = 0
  private readonly found: KeptEntry = { bytes: new Uint8Array(), from: 0, middle: 0, to: 0 }

  /** Keeps at most so many bytes of entries: a segment at least, and `segmentsMax` at most. */
  constructor(bytesMax: number) {
    this.segmentCount = Math.floor(bytesMax / segmentBytes)
    if (!(this.segmentCount >= 1 && this.segmentCount <= segmentsMax)) {
      throw new RangeError(`expected ${segmentBytes} to ${segmentsMax * segmentBytes} bytes, got ${bytesMax}`)
    }
    this.slots = new Uint32Array(this.segmentCount * placesPerSegment * bucketSize)
  }

  /**
   * Reads a little of what `find` will read of some entries. Alone each would be waited for, while the copy before it
   * is made; asked for together they come together.
   */
  touch(entries: readonly { ordinal: number; location: number }[]): void {
    const { slots, segments } = this
    let sum = 0
    for (let index = 0; index < entries.length; index++) {
      sum += slots[this.placeOf(entries[index].ordinal, entries[index].location)]
    }
    for (let index = 0; index < entries.length; index++) {
      const at = this.toldOf(entries[index].ordinal, entries[index].location)
      const segment = segments[slots[at + inSegment] % this.segmentCount]
      if (segment !== undefined) sum += segment[slots[at + startsAt]] + segment[slots[at + middleAt]]
    }
    this.touched = sum
  }

  /** The entry of a provider with this location in front, or undefined when it is not kept. */
  find(ordinal: number, location: number): KeptEntry | undefined {
    const { found, slots } = this
    const at = this.toldOf(ordinal, location)
    if (slots[at] !== ordinal + 1 || slots[at + inFront] !== location) return undefined
    const segment = slots[at + inSegment]
    if (this.segment - segment >= this.segmentCount) return undefined
    found.bytes = this.segments[segment % this.segmentCount]
    found.from = slots[at + startsAt]
    found.middle = slots[at + middleAt]
    found.to = slots[at + endsAt]
    return found
  }

  /** Keeps an entry of which the first `shared` bytes are what every resource shows. */
  keep(ordinal: number, location: number, entry: Uint8Array, shared: number): void {
    if (entry.length > segmentBytes) return
    if (this.end + entry.length > segmentBytes) {
      this.segment++
      this.end = 0
    }
    const number = this.segment % this.segmentCount
    // Segments come into being as they are needed: most registries are small, and many are open only for a moment.
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

  /** Where an entry is slots of, if it is kept: the first of its place or the second. */
  private toldOf(ordinal: number, location: number): number {
    const { slots } = this
    const place = this.placeOf(ordinal, location)
    return slots[place] === ordinal + 1 && slots[place + inFront] === location ? place : place + slotSize
  }

  /**
   * Where its place begins. Any function that spreads neighbours will do (Knuth's multiplicative hash); its upper bits
   * are brought down to as many places as there are, which need not be a power of two.
   */
  private placeOf(ordinal: number, location: number): number {
    const hash = Math.imul(ordinal + Math.imul(location, 0x85ebca6b), 0x9e3779b1) >>> (32 - hashBits)
    return (Math.imul(hash, this.segmentCount) >>> (hashBits - placeBits)) * bucketSize
  }
}
