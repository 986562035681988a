/**
 * Remembers which points of one cell were met: a provider with several of the specialties asked for is met with each of them at the
 * same point. A table with open addressing, no larger than the cell asks for, so that it stays in the processor's cache.
 */
export class SeenPoints {
  /** Per place three numbers and one unused: the round in which it was taken, the holder, the site. */
  private table = new Uint32Array(0)
  private mask = 0
  private round = 0

  /** Forgets all. At most `count` points are asked about until the next time. */
  begin(count: number): void {
    const size = 2 ** (33 - Math.clz32(count))
    this.round = (this.round + 1) >>> 0
    if (4 * size > this.table.length || this.round === 0) {
      this.table = new Uint32Array(Math.max(4 * size, this.table.length))
      this.round = 1
    }
    this.mask = size - 1
  }

  /** Whether a point was not met before. */
  isFirst(holder: number, site: number): boolean {
    const { table, mask, round } = this
    let place = (Math.imul(holder, 0x9e3779b1) >>> 7) & mask
    while (table[4 * place] === round) {
      if (table[4 * place + 1] === holder && table[4 * place + 2] === site) return false
      place = (place + 1) & mask
    }
    table[4 * place] = round
    table[4 * place + 1] = holder
    table[4 * place + 2] = site
    return true
  }
}
