/** Keeps what was made for the texts asked for last: common questions are asked again and again. */
export class RecentlyUsed<T> {
  private readonly kept = new Map<string, T>()
  private readonly max: number

  constructor(max: number) {
    this.max = max
  }

  has(key: string): boolean {
    return this.kept.has(key)
  }

  /** What was made for `key`, or what `make` makes now. */
  get(key: string, make: () => T): T {
    const value = this.kept.get(key) ?? make()
    // Set again, so that the first in the map is the one longest unused.
    this.kept.delete(key)
    this.kept.set(key, value)
    const first = this.kept.keys().next()
    if (this.kept.size > this.max && !first.done) this.kept.delete(first.value)
    return value
  }
}
