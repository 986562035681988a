/** Keeps the nearest hits of a search while it runs. */

/** A hit by distance: the provider's ordinal and the point (registry/read/points.ts) that is nearest. */
export interface NearHit {
  ordinal: number
  point: number
  haversine: number
}

/** Room for this many hits is made at once: more than most searches want. */
const capacityMin = 64

/**
 * A heap with the worst hit on top, which the next better one replaces. Worse is farther, and of equally far the later. It is
 * made once and begun anew for every search.
 */
export class TopHits {
  private capacity = 0
  private haversines = new Float64Array(capacityMin)
  private ordinals = new Uint32Array(capacityMin)
  private points = new Uint32Array(capacityMin)
  private size = 0

  /** Forgets all hits. From now on so many are kept. */
  begin(capacity: number): void {
    this.size = 0
    this.capacity = capacity
    if (capacity <= this.haversines.length) return
    this.haversines = new Float64Array(capacity)
    this.ordinals = new Uint32Array(capacity)
    this.points = new Uint32Array(capacity)
  }

  /** The haversine beyond which no hit is wanted any more. */
  get worst(): number {
    if (this.capacity === 0) return -1
    return this.size < this.capacity ? Number.POSITIVE_INFINITY : this.haversines[0]
  }

  /** Whether a hit would be kept, for now. */
  wants(haversine: number, ordinal: number): boolean {
    return this.size < this.capacity || (this.capacity > 0 && this.isWorseAt(0, haversine, ordinal))
  }

  /** Keeps a hit that is wanted. */
  offer(haversine: number, ordinal: number, point: number): void {
    if (this.size < this.capacity) this.rise(this.size++, haversine, ordinal, point)
    else if (this.wants(haversine, ordinal)) this.sink(haversine, ordinal, point)
  }

  /**
   * Takes out the kept hits from `offset` on, nearest first and then by ordinal. They are the worst of those kept, so they
   * come off the top, and what a page far down costs is not the sorting of all before it.
   */
  takeFrom(offset: number): NearHit[] {
    const hits: NearHit[] = []
    while (this.size > offset) {
      hits.push({ ordinal: this.ordinals[0], point: this.points[0], haversine: this.haversines[0] })
      const last = --this.size
      if (last > 0) this.sink(this.haversines[last], this.ordinals[last], this.points[last])
    }
    return hits.reverse()
  }

  /** Whether the hit kept at `place` is worse than the given one. */
  private isWorseAt(place: number, haversine: number, ordinal: number): boolean {
    const kept = this.haversines[place]
    return kept > haversine || (kept === haversine && this.ordinals[place] > ordinal)
  }

  /** Puts a hit at the end and moves it up past all that are better than it. */
  private rise(end: number, haversine: number, ordinal: number, point: number): void {
    let place = end
    while (place > 0) {
      const parent = (place - 1) >>> 1
      if (this.isWorseAt(parent, haversine, ordinal)) break
      this.move(parent, place)
      place = parent
    }
    this.put(place, haversine, ordinal, point)
  }

  /** Puts a hit on top and moves it down past all that are worse than it. */
  private sink(haversine: number, ordinal: number, point: number): void {
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= this.size) break
      if (child + 1 < this.size && this.isWorseAt(child + 1, this.haversines[child], this.ordinals[child])) child++
      if (!this.isWorseAt(child, haversine, ordinal)) break
      this.move(child, place)
      place = child
    }
    this.put(place, haversine, ordinal, point)
  }

  private move(from: number, to: number): void {
    this.put(to, this.haversines[from], this.ordinals[from], this.points[from])
  }

  private put(place: number, haversine: number, ordinal: number, point: number): void {
    this.haversines[place] = haversine
    this.ordinals[place] = ordinal
    this.points[place] = point
  }
}
