/**
 * Counts the spread providers (registry/search/points.ts), each once in a search however many of its points are met. Sixteen of them
 * share a word of 32 bits: a bit for each who was counted, and above these the round in which the bits were set, so that nothing
 * has to be forgotten between searches and the processor's cache holds the whole.
 */
export class SpreadCount {
  private readonly words: Uint32Array
  private round = 0

  /** `count` is how many there are. */
  constructor(count: number) {
    this.words = new Uint32Array(Math.ceil(count / 16))
  }

  /** Forgets who was counted, by a new number; after 65,535 rounds the numbers begin again. */
  begin(): void {
    this.round = (this.round + 1) & 0xffff
    if (this.round !== 0) return
    this.words.fill(0)
    this.round = 1
  }

  /** Whether a provider was not counted before. */
  isFirst(number: number): boolean {
    const { words, round } = this
    const word = words[number >>> 4]
    const bits = word >>> 16 === round ? word : round << 16
    words[number >>> 4] = bits | (1 << (number & 15))
    return ((bits >>> (number & 15)) & 1) === 0
  }

  /** How many of the providers that `numbers` names from `from` up to `to` were not counted before. */
  count(numbers: Uint32Array, from: number, to: number): number {
    const { words, round } = this
    const fresh = round << 16
    let total = 0
    for (let at = from | 0; at < to; at++) {
      const number = numbers[at]
      const word = words[number >>> 4]
      // All ones where the bits are of this round, otherwise 0. Whether they are is anybody's guess, so a branch here costs more than the rest.
      const kept = (((word >>> 16) ^ round) - 1) >> 31
      const bits = word & kept
      const place = number & 15
      total = (total + (((bits >>> place) & 1) ^ 1)) | 0
      words[number >>> 4] = bits | fresh | (1 << place)
    }
    return total
  }
}
