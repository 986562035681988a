/** In place of an entry: the provider's only point, its primary location. */
export const noEntry = 0xffffffff

/** Up to this many hits are kept sorted, which is faster for few. */
const inOrderMax = 64

/**
 * A few hits are kept sorted; many unsorted, twice the capacity, and the better half is selected when full. Better is
 * nearer, then the lower ordinal. Reused by every search.
 */
export class TopHits {
  capacity = 0
  private room = 0
  private size = 0
  private haversines = new Float64Array(0)
  private ordinals = new Uint32Array(0)
  private entries = new Uint32Array(0)
  /** Once there are enough; a hit that is no better is dropped. */
  private worstHaversine = -1
  private worstOrdinal = 0

  begin(capacity: number): void {
    this.size = 0
    this.capacity = capacity
    this.worstHaversine = capacity === 0 ? -1 : Number.POSITIVE_INFINITY
    this.room = 2 * capacity
    if (this.room <= this.haversines.length) return
    this.haversines = new Float64Array(this.room)
    this.ordinals = new Uint32Array(this.room)
    this.entries = new Uint32Array(this.room)
  }

  get areFew(): boolean {
    return this.capacity <= inOrderMax
  }

  /** An upper bound of accepted haversines. */
  get worst(): number {
    return this.worstHaversine
  }

  accepts(haversine: number, ordinal: number): boolean {
    return haversine < this.worstHaversine || (haversine === this.worstHaversine && ordinal < this.worstOrdinal)
  }

  offer(haversine: number, ordinal: number, entry: number): void {
    if (!this.accepts(haversine, ordinal)) return
    if (this.capacity <= inOrderMax) {
      this.insert(haversine, ordinal, entry)
      return
    }
    this.haversines[this.size] = haversine
    this.ordinals[this.size] = ordinal
    this.entries[this.size] = entry
    this.size++
    if (this.size === this.room) this.dropWorst()
  }

  /** Removes the kept hits from `offset` on, nearest first and then by ordinal, mapped by `make`. */
  takeFrom<T>(offset: number, make: (ordinal: number, entry: number, haversine: number) => T): T[] {
    if (this.size > this.capacity) this.dropWorst()
    const { size, haversines, ordinals, entries } = this
    this.size = Math.min(size, offset)
    const hits: T[] = []
    if (this.capacity <= inOrderMax) {
      for (let at = offset; at < size; at++) hits.push(make(ordinals[at], entries[at], haversines[at]))
      return hits
    }
    if (offset > 0 && size > offset) this.select(offset, size)
    const places: number[] = []
    for (let at = offset; at < size; at++) places.push(at)
    places.sort((a, b) => haversines[a] - haversines[b] || ordinals[a] - ordinals[b])
    return places.map((at) => make(ordinals[at], entries[at], haversines[at]))
  }

  private insert(haversine: number, ordinal: number, entry: number): void {
    const { haversines, ordinals, entries, capacity } = this
    let at = this.size < capacity ? this.size++ : capacity - 1
    for (; at > 0 && this.isWorse(at - 1, haversine, ordinal); at--) {
      haversines[at] = haversines[at - 1]
      ordinals[at] = ordinals[at - 1]
      entries[at] = entries[at - 1]
    }
    haversines[at] = haversine
    ordinals[at] = ordinal
    entries[at] = entry
    if (this.size === capacity) this.noteWorst()
  }

  private dropWorst(): void {
    this.select(this.capacity - 1, this.size)
    this.size = this.capacity
    this.noteWorst()
  }

  private noteWorst(): void {
    this.worstHaversine = this.haversines[this.capacity - 1]
    this.worstOrdinal = this.ordinals[this.capacity - 1]
  }

  /** Hoare's selection: sorts `place` into place among the first `size`. */
  private select(place: number, size: number): void {
    let low = 0
    let high = size - 1
    while (low < high) {
      // Random: callers choose the order of hits by where they search, which could make a fixed pivot quadratic.
      const middle = low + Math.floor(Math.random() * (high - low + 1))
      const haversine = this.haversines[middle]
      const ordinal = this.ordinals[middle]
      let left = low
      let right = high
      while (left <= right) {
        while (this.isBetter(left, haversine, ordinal)) left++
        while (this.isWorse(right, haversine, ordinal)) right--
        if (left > right) break
        this.swap(left++, right--)
      }
      if (place <= right) high = right
      else if (place >= left) low = left
      else return
    }
  }

  private isBetter(at: number, haversine: number, ordinal: number): boolean {
    const kept = this.haversines[at]
    return kept < haversine || (kept === haversine && this.ordinals[at] < ordinal)
  }

  private isWorse(at: number, haversine: number, ordinal: number): boolean {
    const kept = this.haversines[at]
    return kept > haversine || (kept === haversine && this.ordinals[at] > ordinal)
  }

  private swap(one: number, other: number): void {
    const { haversines, ordinals, entries } = this
    const haversine = haversines[one]
    const ordinal = ordinals[one]
    const entry = entries[one]
    haversines[one] = haversines[other]
    ordinals[one] = ordinals[other]
    entries[one] = entries[other]
    haversines[other] = haversine
    ordinals[other] = ordinal
    entries[other] = entry
  }
}

/** Runs that may hold the nearest hits, nearest first. Their points are looked at once all are known. */

const runsMax = 128

export class NearRuns {
  count = 0
  worst = -1
  readonly runs = new Uint32Array(runsMax)
  readonly haversines = new Float64Array(runsMax)
  /** Hits that a run certainly has. */
  private readonly sure = new Uint32Array(runsMax)
  private capacity = 0

  /** Hits with a greater haversine than `worst` are not needed. */
  begin(capacity: number, worst: number): void {
    this.count = 0
    this.capacity = capacity
    this.worst = worst
  }

  get isFull(): boolean {
    return this.count === runsMax
  }

  /** Drops those no longer needed. */
  add(run: number, haversine: number, sureHits: number): void {
    const { runs, haversines, sure, capacity } = this
    let at = this.count
    for (; at > 0 && haversines[at - 1] > haversine; at--) {
      runs[at] = runs[at - 1]
      haversines[at] = haversines[at - 1]
      sure[at] = sure[at - 1]
    }
    runs[at] = run
    haversines[at] = haversine
    sure[at] = sureHits
    const count = this.count + 1
    let hits = 0
    let enough = 0
    while (enough < count && hits < capacity) hits += sure[enough++]
    this.count = count
    if (hits < capacity) return
    this.worst = haversines[enough - 1]
    // Of equally near hits the ordinal decides.
    while (enough < count && haversines[enough] === this.worst) enough++
    this.count = enough
  }
}
