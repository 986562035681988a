/** Counts the spread providers (registry/read/points.ts), each once in a search however many of its points are met. */
export class SpreadCount {
  /** The round in which a spread provider was counted last, by its number. */
  private readonly countedIn: Uint8Array
  private round = 0

  /** `count` is how many there are. */
  constructor(count: number) {
    this.countedIn = new Uint8Array(count)
  }

  /** Forgets who was counted, by a new number; after 255 rounds the numbers begin again. */
  begin(): void {
    this.round = (this.round + 1) & 0xff
    if (this.round !== 0) return
    this.countedIn.fill(0)
    this.round = 1
  }

  /** Whether a provider was not counted before. */
  isFirst(number: number): boolean {
    if (this.countedIn[number] === this.round) return false
    this.countedIn[number] = this.round
    return true
  }

  /** How many of the providers that `numbers` names from `from` up to `to` were not counted before. */
  count(numbers: Uint32Array, from: number, to: number): number {
    const { countedIn, round } = this
    let total = 0
    for (let at = from; at < to; at++) {
      const number = numbers[at]
      // 1 unless the two rounds are the same. Whether they are is anybody's guess, so a branch here costs more than the rest.
      total += ((countedIn[number] ^ round) + 0xff) >>> 8
      countedIn[number] = round
    }
    return total
  }
}
