/** Where the providers of the last version stand in the merged one: what is not changed keeps its order, but moves. */
import { lowerBound } from '#registry/read/lists'
import { columnOfU32, type NumberArray } from '../snapshot/column.ts'
import { sharedU32 } from './shared-columns.ts'

/** In place of an ordinal: there is none in the merged version. */
export const gone = 0xffffffff

/** Providers that follow each other: kept ones by their ordinals in the last version, changed ones by their places among the changed. */
interface Stretch {
  isKept: boolean
  from: number
  to: number
}

export interface Ordinals {
  /** How many providers there are. */
  count: number
  /** All of them, in their order (`stretchesIn`). */
  stretches: Uint32Array
  /** By ordinal in the last version: the ordinal of a provider that is kept, and `gone` for others. */
  ofKept: Uint32Array
  /** Likewise, but of changed ones as well: `gone` is only who is no provider any more. */
  ofSame: Uint32Array
  /** By place among the changed. */
  ofChanged: Uint32Array
}

/** What each ordinal becomes, without their order. */
export type MovedOrdinals = Omit<Ordinals, 'stretches'>

/** `named` are the NPIs that are changed, of which `changed` are providers now; all ascend. */
export function ordinalsOf(last: Uint32Array, named: Uint32Array, changed: Uint32Array): Ordinals {
  const stretches = new Stretches()
  const ofKept = sharedU32(last.length).fill(gone)
  const ofSame = sharedU32(last.length).fill(gone)
  const ofChanged = new Uint32Array(changed.length)
  let [ordinal, place] = [0, 0]
  const keep = (to: number) => {
    for (let at = ordinal; at < to; at++) ofKept[at] = ofSame[at] = stretches.count + at - ordinal
    stretches.add(true, ordinal, to)
    ordinal = to
  }
  for (const npi of named) {
    keep(lowerBound(last, npi, ordinal, last.length))
    if (changed[place] === npi) {
      if (last[ordinal] === npi) ofSame[ordinal] = stretches.count
      ofChanged[place] = stretches.count
      stretches.add(false, place, ++place)
    }
    if (last[ordinal] === npi) ordinal++
  }
  keep(last.length)
  return { count: stretches.count, stretches: stretches.whole(), ofKept, ofSame, ofChanged }
}

/** The stretches that `Ordinals` has. Where every second provider has changed there are millions, so that only one is an object at a time. */
export function* stretchesIn(stretches: Uint32Array): Generator<Stretch> {
  for (let at = 0; at < stretches.length; at += stretchNumbers) {
    yield { isKept: stretches[at] === 1, from: stretches[at + 1], to: stretches[at + 2] }
  }
}

/** A stretch is written down as 1 where it is kept and 0 elsewhere, and the two ends of it. */
const stretchNumbers = 3

/** A column of all providers, of those of the last version and of the changed ones. */
export function mergedColumn<A extends NumberArray>(
  { count, stretches }: Pick<Ordinals, 'count' | 'stretches'>,
  make: (length: number) => A,
  kept: A,
  changed: A,
): A {
  const column = make(count)
  let at = 0
  for (const { isKept, from, to } of stretchesIn(stretches)) {
    column.set((isKept ? kept : changed).subarray(from, to), at)
    at += to - from
  }
  return column
}

/** Stretches, of which each is as long as can be. */
class Stretches {
  count = 0
  readonly #numbers = columnOfU32()
  #last: Stretch = { isKept: false, from: 0, to: 0 }

  add(isKept: boolean, from: number, to: number): void {
    if (from === to) return
    this.count += to - from
    const last = this.#last
    if (last.isKept === isKept && last.to === from) {
      last.to = to
      return
    }
    this.#writeLast()
    this.#last = { isKept, from, to }
  }

  /** In memory that threads share. */
  whole(): Uint32Array {
    this.#writeLast()
    const shared = sharedU32(this.#numbers.length)
    shared.set(this.#numbers.whole())
    return shared
  }

  #writeLast(): void {
    const { isKept, from, to } = this.#last
    if (from === to) return
    this.#numbers.push(isKept ? 1 : 0)
    this.#numbers.push(from)
    this.#numbers.push(to)
  }
}
