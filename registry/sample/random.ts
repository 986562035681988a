/** A generator of the "mulberry32" kind: 32 bits of state, fast, and even enough for invented data. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** A number from 0 up to, not including, 1. */
  next(): number {
    const state = (this.#state + 0x6d2b79f5) | 0
    this.#state = state
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    return itemAt(list, this.below(list.length))
  }
}

function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new RangeError('expected at least one item to pick from; got none')
  return item
}

/** The alias method of Walker and Vose: every slot holds its own item up to a threshold, and one other beyond it. */
export function weighted<T>(entries: readonly (readonly [item: T, weight: number])[]): (random: Random) => T {
  if (entries.length === 0) throw new RangeError('expected at least one item to pick from; got none')
  const items = entries.map(([item]) => item)
  const { thresholds, aliases } = aliasTable(entries.map(([, weight]) => weight))
  return (random) => {
    const slot = random.below(items.length)
    return itemAt(items, random.next() < (thresholds[slot] ?? 1) ? slot : (aliases[slot] ?? slot))
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
  for (const index of [...poor, ...rich]) thresholds[index] = 1
  return { thresholds, aliases }
}
