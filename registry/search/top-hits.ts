/** Keeps the nearest hits of a search while it runs. */

/**
 * In place of a hit's entry, which of a spread provider (registry/search/points.ts) is the nearest: its only point,
 * that of its primary location.
 */
export const noEntry = 0xffffffff

/**
 * Of so many hits at most each is put into its place among the others as it comes, which is quicker while they are few.
 */
const inOrderMax = 64

/**
 * A few hits in order; many in no order, twice as many as are wanted, of which the better half is kept whenever there
 * is no more room: so each costs the same however many are wanted, and a page far down wants ten thousand. Better is
 * nearer, and of equally near the one that comes first. It is made once and begun anew for every search.
 */
export class TopHits {
  private capacity = 0
  private room = 0
  private size = 0
  private haversines = new Float64Array(0)
  private ordinals = new Uint32Array(0)
  private entries = new Uint32Array(0)
  /** The worst of those kept, once there were enough; a hit that is no better is not wanted. */
  private worstHaversine = -1
  private worstOrdinal = 0

  /** Forgets all hits. From now on so many are kept. */
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

  /** How many are wanted. */
  get wanted(): number {
    return this.capacity
  }

  /** Whether so few are wanted that each is put into its place as it comes. */
  get areFew(): boolean {
    return this.capacity <= inOrderMax
  }

  /** The haversine beyond which no hit is wanted any more; there may be a smaller one. */
  get worst(): number {
    return this.worstHaversine
  }

  /** Whether a hit would be kept, for now. */
  wants(haversine: number, ordinal: number): boolean {
    return haversine < this.worstHaversine || (haversine === this.worstHaversine && ordinal < this.worstOrdinal)
  }

  /** Keeps a hit that is wanted. */
  offer(haversine: number, ordinal: number, entry: number): void {
    if (!this.wants(haversine, ordinal)) return
    if (this.capacity <= inOrderMax) {
      this.insert(haversine, ordinal, entry)
      return
    }
    this.haversines[this.size] = haversine
    this.ordinals[this.size] = ordinal
    this.entries[this.size] = entry
    this.size++
    if (this.size === this.room) this.letGo()
  }

  /**
   * Takes out the kept hits from `offset` on, nearest first and then by ordinal, each as `make` makes it of the
   * provider's ordinal, the entry and the haversine. So nobody makes an object that is made into another one.
   */
  takeFrom<T>(offset: number, make: (ordinal: number, entry: number, haversine: number) => T): T[] {
    if (this.size > this.capacity) this.letGo()
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

  /** Puts a hit into its place among those in order; the last one goes when there were enough. */
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

  /** Keeps as many as are wanted, the worst of them last. */
  private letGo(): void {
    this.select(this.capacity - 1, this.size)
    this.size = this.capacity
    this.noteWorst()
  }

  private noteWorst(): void {
    this.worstHaversine = this.haversines[this.capacity - 1]
    this.worstOrdinal = this.ordinals[this.capacity - 1]
  }

  /**
   * Puts the hit that comes at `place` in order there, of the first `size`; none before it is worse, none behind it
   * better (Hoare's selection).
   */
  private select(place: number, size: number): void {
    let low = 0
    let high = size - 1
    while (low < high) {
      // Hits come as the places of providers make them come, which a caller chooses by where to search. Of any fixed
      // place there are orders in which it is always the worst choice, and the steps are a square of the hits then.
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

/**
 * The runs of points in which the nearest hits are, nearest first, while a search goes on. Which points of them are
 * hits is asked when all runs are known: a search meets runs in the order of its cells, and most that look near at
 * first are farther than what comes after them. So hits are put into their order once, and few spread providers are
 * asked for their nearest point.
 */

/** So many runs are kept at most. */
const runsMax = 128

export class NearRuns {
  /** How many are kept. */
  count = 0
  /** The haversine beyond which no run is wanted. */
  worst = -1
  readonly runs = new Uint32Array(runsMax)
  readonly haversines = new Float64Array(runsMax)
  /** How many hits a run has whatever else is found. */
  private readonly sure = new Uint32Array(runsMax)
  private wanted = 0

  /** Forgets all runs. So many hits are wanted from now on, none of them with a greater haversine than `worst`. */
  begin(wanted: number, worst: number): void {
    this.count = 0
    this.wanted = wanted
    this.worst = worst
  }

  /** Whether there is no room for another run. */
  get isFull(): boolean {
    return this.count === runsMax
  }

  /** Keeps a run that is wanted, and lets go of those that are no longer. */
  add(run: number, haversine: number, sureHits: number): void {
    const { runs, haversines, sure, wanted } = this
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
    while (enough < count && hits < wanted) hits += sure[enough++]
    this.count = count
    if (hits < wanted) return
    this.worst = haversines[enough - 1]
    // Of equally near hits the ordinal decides.
    while (enough < count && haversines[enough] === this.worst) enough++
    this.count = enough
  }
}
