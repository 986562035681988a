/** Lists of whole numbers stored end to end, and sets of providers kept as ascending ordinals. */
import type { DiskFile } from './snapshot-files.ts'

/** List `i` holds `members` from `starts[i]` up to `starts[i + 1]`. */
export interface Lists {
  starts: Uint32Array
  members: Uint32Array
}

export function listAt(lists: Lists, index: number): Uint32Array {
  return lists.members.subarray(lists.starts[index], lists.starts[index + 1])
}

/** The same with the members on disk: for long lists of which a search needs a few. */
export class DiskLists {
  private readonly starts: Uint32Array
  private readonly file: DiskFile

  constructor(starts: Uint32Array, file: DiskFile) {
    this.starts = starts
    this.file = file
  }

  lengthOf(index: number): number {
    return this.lengthOfRun(index, index + 1)
  }

  /** How many members the lists from `from` up to `to` have together. */
  lengthOfRun(from: number, to: number): number {
    return this.starts[to] - this.starts[from]
  }

  at(index: number): Uint32Array {
    return this.run(index, index + 1)
  }

  /** The members of the lists from `from` up to `to`, end to end: each list ascends, the whole need not. */
  run(from: number, to: number): Uint32Array {
    const members = new Uint32Array(this.lengthOfRun(from, to))
    this.readInto(members, from, to)
    return members
  }

  /** The members of some lists, end to end. */
  together(indexes: readonly number[]): Uint32Array {
    const members = new Uint32Array(indexes.reduce((sum, index) => sum + this.lengthOf(index), 0))
    let length = 0
    for (const index of indexes) {
      this.readInto(members.subarray(length), index, index + 1)
      length += this.lengthOf(index)
    }
    return members
  }

  private readInto(target: Uint32Array, from: number, to: number): void {
    const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength)
    this.file.readInto(bytes, this.starts[from] * 4, this.lengthOfRun(from, to) * 4)
  }
}

/** A set of whole numbers below some bound, as one bit each. */
export class Bits {
  private readonly words: Uint32Array

  /** `words` has the bits of the numbers in their order, the lowest bit of a word first. */
  constructor(count: number, words: Uint32Array = new Uint32Array(wordsFor(count))) {
    this.words = words
  }

  put(member: number): void {
    this.words[member >>> 5] |= 1 << (member & 31)
  }

  add(members: Uint32Array): void {
    this.addFrom(members, 0, members.length)
  }

  /** Adds the members that stand from `from` up to `to`. */
  addFrom(members: Uint32Array, from: number, to: number): void {
    for (let at = from; at < to; at++) this.put(members[at])
  }

  has(member: number): boolean {
    return ((this.words[member >>> 5] >>> (member & 31)) & 1) === 1
  }

  /** Keeps only what `others` has, too. */
  and({ words: others }: Bits): void {
    const { words } = this
    for (let index = 0; index < words.length; index++) words[index] &= others[index]
  }

  /** Keeps only what `others` has not. */
  andNot({ words: others }: Bits): void {
    const { words } = this
    for (let index = 0; index < words.length; index++) words[index] &= ~others[index]
  }

  /** As they are stored. */
  bytes(): Uint8Array {
    return new Uint8Array(this.words.buffer, this.words.byteOffset, this.words.byteLength)
  }

  count(): number {
    let count = 0
    for (const bits of this.words) count += ones(bits)
    return count
  }

  /** All members, ascending. */
  list(): Uint32Array {
    const members = new Uint32Array(this.count())
    this.listBetween(0, this.words.length * 32, members)
    return members
  }

  /** Writes the members from `from` up to `to` to the front of `target`, ascending, and returns how many. */
  listBetween(from: number, to: number, target: Uint32Array): number {
    let length = 0
    for (let index = from >>> 5; index * 32 < to; index++) {
      for (let bits = this.words[index]; bits !== 0; bits &= bits - 1) {
        const member = index * 32 + (31 - Math.clz32(bits & -bits))
        if (member >= from && member < to) target[length++] = member
      }
    }
    return length
  }

  /** The members from the one at `offset` on, ascending and at most `limit` of them. */
  page(offset: number, limit: number): number[] {
    const page: number[] = []
    let passed = 0
    for (let index = 0; index < this.words.length && page.length < limit; index++) {
      const count = ones(this.words[index])
      passed += count
      if (passed <= offset) continue
      let place = passed - count
      for (let bits = this.words[index]; bits !== 0 && page.length < limit; bits &= bits - 1) {
        if (place++ >= offset) page.push(index * 32 + (31 - Math.clz32(bits & -bits)))
      }
    }
    return page
  }

  /** Removes the members from `from` up to `to`, and perhaps some of the next 31 on either side. */
  clear(from: number, to: number): void {
    this.words.fill(0, from >>> 5, wordsFor(to))
  }
}

/** Providers: as an ascending list while they are few, as bits when they are many. */
export type Ordinals = Uint32Array | Bits

/** What two have in common. Uses both up. */
export function common(a: Ordinals, b: Ordinals): Ordinals {
  if (a instanceof Bits) {
    if (!(b instanceof Bits)) return b.filter((member) => a.has(member))
    a.and(b)
    return a
  }
  return b instanceof Bits ? a.filter((member) => b.has(member)) : intersection(a, b)
}

/** How many words of 32 bits it takes for so many bits. */
export function wordsFor(count: number): number {
  return Math.ceil(count / 32)
}

/** The members of several lists, ascending and each once; `count` is how many providers there are. Uses `members` up. */
export function ascendingOnce(members: Uint32Array, count: number): Uint32Array {
  // Sorting pays while the members are few; marking bits costs a pass over all providers' bits, but never more.
  if (members.length > count / 256) {
    const bits = new Bits(count)
    bits.add(members)
    return bits.list()
  }
  members.sort()
  let length = 0
  for (const member of members) if (length === 0 || members[length - 1] !== member) members[length++] = member
  return members.subarray(0, length)
}

/** What two ascending lists have in common. */
export function intersection(a: Uint32Array, b: Uint32Array): Uint32Array {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  const common = new Uint32Array(few.length)
  let length = 0
  let from = 0
  for (const member of few) {
    from = lowerBound(many, member, from, many.length)
    if (from < many.length && many[from] === member) common[length++] = member
  }
  return common.subarray(0, length)
}

/** The first place in the ascending `values` from `from` up to `to` that holds `value` or more. */
export function lowerBound(values: Uint32Array, value: number, from: number, to: number): number {
  // Steps that double first: near places, which are the common ones, are found in a few of them.
  let step = 1
  let low = from
  while (low + step <= to && values[low + step - 1] < value) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step - 1, to)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}

function ones(bits: number): number {
  let value = bits - ((bits >>> 1) & 0x55555555)
  value = (value & 0x33333333) + ((value >>> 2) & 0x33333333)
  return Math.imul((value + (value >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
