/**
 * Counts the providers with several points, each once in a search however many of its points are met. Positions are those of
 * the points' numbers of spread providers, which stand in the order in which they are met.
 */
import type { Points } from './points.ts'

export class SpreadCount {
  private readonly numbers: Points['spreadNumbers']
  /** The round in which a spread provider was counted last. */
  private readonly countedIn: Uint8Array
  private round = 0

  constructor({ spreadNumbers, spreadCount }: Points) {
    this.numbers = spreadNumbers
    this.countedIn = new Uint8Array(spreadCount)
  }

  /** Forgets who was counted, by a new number; after 255 rounds the numbers begin again. */
  begin(): void {
    this.round = (this.round + 1) & 0xff
    if (this.round !== 0) return
    this.countedIn.fill(0)
    this.round = 1
  }

  /** Whether the provider at a position was not counted before. */
  isFirst(at: number): boolean {
    const number = this.numbers[at]
    if (this.countedIn[number] === this.round) return false
    this.countedIn[number] = this.round
    return true
  }

  /** Counts the providers at positions `from` up to `to` that were not counted before. */
  count(from: number, to: number): number {
    const { numbers, countedIn, round } = this
    let total = 0
    for (let at = from; at < to; at++) {
      const number = numbers[at]
      // 1 unless the two rounds are the same. Whether they are is anybody's guess, so a branch here costs more than the rest.
      total += ((countedIn[number] ^ round) + 0xff) >>> 8
      countedIn[number] = round
    }
    return total
  }

  /** The same of the points that `listed` names from `from` up to `to`; `offset` leads from a point to its position. */
  countListed(offset: number, listed: Uint32Array, from: number, to: number): number {
    const { numbers, countedIn, round } = this
    let total = 0
    for (let at = from; at < to; at++) {
      const number = numbers[offset + listed[at]]
      total += ((countedIn[number] ^ round) + 0xff) >>> 8
      countedIn[number] = round
    }
    return total
  }
}
