/** Random choices that come out the same for the same seed. */
import type { NonEmpty } from './non-empty.ts'

export interface Random {
  /** A number from 0 up to, not including, 1. */
  next(): number
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number
  /** True this often: 0.25 is one time in four. */
  chance(probability: number): boolean
  /** One of a list, each as likely. */
  pick<T>(list: NonEmpty<T>): T
}

/** How far a number takes the state. It is odd, so that all 2 ** 32 states come before one comes again. */
const stateStep = 0x6d2b79f5

/**
 * A generator of the "mulberry32" kind: 32 bits of state, quick, and even enough for invented data. `skipped` begins it that
 * many numbers later.
 */
export function randomOf(seed: number, skipped = 0): Random {
  return new Mulberry32((seed + Math.imul(skipped, stateStep)) | 0)
}

/** A class, because the engine calls its methods sooner than closures that are made anew for each block. */
class Mulberry32 implements Random {
  #state: number

  constructor(state: number) {
    this.#state = state
  }

  next(): number {
    const state = (this.#state + stateStep) | 0
    this.#state = state
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: NonEmpty<T>): T {
    return list[this.below(list.length)] ?? list[0]
  }
}

/**
 * Picks items as often as their weights say, in the same time for two items and for forty thousand (the alias method of
 * Walker and Vose: every slot holds its own item up to a threshold, and one other beyond it).
 */
export function weighted<T>(entries: readonly (readonly [item: T, weight: number])[]): (random: Random) => T {
  const [first] = entries
  if (first === undefined) throw new RangeError('expected at least one item to pick from; got none')
  const items = entries.map(([item]) => item)
  const { thresholds, aliases } = aliasTable(entries.map(([, weight]) => weight))
  return (random) => {
    const slot = random.below(items.length)
    const index = random.next() < (thresholds[slot] ?? 1) ? slot : (aliases[slot] ?? slot)
    return items[index] ?? first[0]
  }
}

function aliasTable(weights: readonly number[]): { thresholds: Float64Array; aliases: Uint32Array } {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const thresholds = Float64Array.from(weights, (weight) => (weight / total) * weights.length)
  const aliases = Uint32Array.from(weights, (_, index) => index)
  const poor: number[] = []
  const rich: number[] = []
  for (const [index, share] of thresholds.entries()) (share < 1 ? poor : rich).push(index)
  for (;;) {
    const taker = poor.pop()
    const giver = rich.pop()
    if (taker === undefined || giver === undefined) break
    aliases[taker] = giver
    const left = (thresholds[giver] ?? 1) + (thresholds[taker] ?? 1) - 1
    thresholds[giver] = left
    if (left < 1) poor.push(giver)
    else rich.push(giver)
  }
  // What is left in either list is 1 but for rounding.
  for (const index of [...poor, ...rich]) thresholds[index] = 1
  return { thresholds, aliases }
}
