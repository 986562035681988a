/**
 * Counts multi-location providers once per search. Sixteen share a 32-bit word: a bit each, and above them the round
 * in which the bits were set, so that nothing is cleared between searches.
 */
export class MultiLocationCount {
  private readonly words: Uint32Array
  private round = 0

  constructor(count: number) {
    this.words = new Uint32Array(Math.ceil(count / 16))
  }

  /** After 65,535 rounds the numbers restart. */
  begin(): void {
    this.round = (this.round + 1) & 0xffff
    if (this.round !== 0) return
    this.words.fill(0)
    this.round = 1
  }

  isFirst(number: number): boolean {
    const { words, round } = this
    const word = words[number >>> 4]
    const bits = word >>> 16 === round ? word : round << 16
    words[number >>> 4] = bits | (1 << (number & 15))
    return ((bits >>> (number & 15)) & 1) === 0
  }

  count(numbers: Uint32Array, from: number, to: number): number {
    const { words, round } = this
    const fresh = round << 16
    let total = 0
    for (let at = from | 0; at < to; at++) {
      const number = numbers[at]
      const word = words[number >>> 4]
      // Branch-free: all ones where the bits are of this round.
      const kept = (((word >>> 16) ^ round) - 1) >> 31
      const bits = word & kept
      const place = number & 15
      total = (total + (((bits >>> place) & 1) ^ 1)) | 0
      words[number >>> 4] = bits | fresh | (1 << place)
    }
    return total
  }
}

/** Points of one cell met before, through another specialty. Open addressing. */
export class SeenPoints {
  /** Round, provider, site, unused. */
  private table = new Uint32Array(0)
  private mask = 0
  private round = 0

  /** At most `count` points until the next call. */
  begin(count: number): void {
    const size = 2 ** (33 - Math.clz32(count))
    this.round = (this.round + 1) >>> 0
    if (4 * size > this.table.length || this.round === 0) {
      this.table = new Uint32Array(Math.max(4 * size, this.table.length))
      this.round = 1
    }
    this.mask = size - 1
  }

  isFirst(provider: number, site: number): boolean {
    const { table, mask, round } = this
    let place = (Math.imul(provider, 0x9e3779b1) >>> 7) & mask
    while (table[4 * place] === round) {
      if (table[4 * place + 1] === provider && table[4 * place + 2] === site) return false
      place = (place + 1) & mask
    }
    table[4 * place] = round
    table[4 * place + 1] = provider
    table[4 * place + 2] = site
    return true
  }
}
