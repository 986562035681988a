/**
 * List entries that were asked for not long ago, ready to be copied: reading one from disk takes a call on the system and
 * putting it together ten times as long as copying it. The bytes stand in a ring of segments, the oldest of which is written
 * over when all are full, so that the cache never takes more than its limit and nothing has to be freed. It needs no
 * invalidation, for a snapshot never changes.
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

/** Places per segment: entries take 600 bytes or so, and half of the places empty makes collisions rare. */
const placesPerSegment = 4096

export class EntryCache {
  private readonly segmentCount: number
  private readonly segments: Uint8Array[] = []
  /** Segments are numbered on and on; number n is written where n - segmentCount was. */
  private segment = 0
  private end = 0
  /** By place, which is a hash of ordinal and location: whose entry, with which location, in which segment, and where in it. */
  private readonly ordinals: Int32Array
  private readonly locations: Uint16Array
  private readonly inSegments: Uint32Array
  private readonly starts: Uint32Array
  private readonly middles: Uint32Array
  private readonly ends: Uint32Array
  private readonly shift: number
  private readonly found: KeptEntry = { bytes: new Uint8Array(), from: 0, middle: 0, to: 0 }

  /** Keeps at most so many bytes of entries, a power of two and at least a megabyte. */
  constructor(bytesMax: number) {
    this.segmentCount = bytesMax / segmentBytes
    const places = this.segmentCount * placesPerSegment
    this.shift = 32 - Math.log2(places)
    this.ordinals = new Int32Array(places).fill(-1)
    this.locations = new Uint16Array(places)
    this.inSegments = new Uint32Array(places)
    this.starts = new Uint32Array(places)
    this.middles = new Uint32Array(places)
    this.ends = new Uint32Array(places)
  }

  /** The entry of a provider with this location in front, or undefined when it is not kept. */
  find(ordinal: number, location: number): KeptEntry | undefined {
    const place = this.placeOf(ordinal, location)
    if (this.ordinals[place] !== ordinal || this.locations[place] !== location) return undefined
    const segment = this.inSegments[place]
    if (this.segment - segment >= this.segmentCount) return undefined
    const { found } = this
    found.bytes = this.segments[segment % this.segmentCount]
    found.from = this.starts[place]
    found.middle = this.middles[place]
    found.to = this.ends[place]
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
    const place = this.placeOf(ordinal, location)
    this.ordinals[place] = ordinal
    this.locations[place] = location
    this.inSegments[place] = this.segment
    this.starts[place] = this.end
    this.middles[place] = this.end + shared
    this.end += entry.length
    this.ends[place] = this.end
  }

  /** Any function that spreads neighbours will do (Knuth's multiplicative hash). */
  private placeOf(ordinal: number, location: number): number {
    return Math.imul(ordinal + Math.imul(location, 0x85ebca6b), 0x9e3779b1) >>> this.shift
  }
}
