/** Lists of whole numbers stored end to end, and sets of providers kept as ascending ordinals. */
import { Bits, takeNumbers, wordsFor } from './bits.ts'
import type { DiskFile } from './snapshot.ts'

/** List `i` holds `members` from `starts[i]` up to `starts[i + 1]`. */
export interface Lists {
  starts: Uint32Array
  members: Uint32Array
}

export function listAt(lists: Lists, index: number): Uint32Array {
  return lists.members.subarray(lists.starts[index], lists.starts[index + 1])
}

/**
 * How many members, or words of bits, are read at a time on their way into a set: they stay in the processor's cache.
 */
const chunkLength = 16 * 1024

/**
 * The same with the members on disk: for long lists of which a search needs a few. What is read stays until the next
 * search begins.
 */
export class DiskLists {
  private readonly starts: Uint32Array
  private readonly file: DiskFile
  private readonly chunk = new Uint32Array(chunkLength)
  private readonly chunkBytes = new Uint8Array(this.chunk.buffer)

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
    const members = takeNumbers(this.lengthOfRun(from, to))
    this.readInto(members, from, to)
    return members
  }

  /** Puts the members of the lists from `from` up to `to` into a set. */
  addTo(bits: Bits, from: number, to: number): void {
    let position = this.starts[from]
    while (position < this.starts[to]) {
      const length = Math.min(this.starts[to] - position, chunkLength)
      this.file.readInto(this.chunkBytes, position * 4, length * 4)
      bits.addFrom(this.chunk, 0, length)
      position += length
    }
  }

  /** The members of some lists, end to end. */
  together(indexes: readonly number[]): Uint32Array {
    const members = takeNumbers(indexes.reduce((sum, index) => sum + this.lengthOf(index), 0))
    let length = 0
    for (const index of indexes) {
      this.readInto(members.subarray(length), index, index + 1)
      length += this.lengthOf(index)
    }
    return members
  }

  /** The members of some runs of lists, end to end. */
  runs(runs: readonly (readonly [from: number, to: number])[]): Uint32Array {
    const members = takeNumbers(runs.reduce((sum, [from, to]) => sum + this.lengthOfRun(from, to), 0))
    let length = 0
    for (const [from, to] of runs) {
      this.readInto(members.subarray(length), from, to)
      length += this.lengthOfRun(from, to)
    }
    return members
  }

  private readInto(target: Uint32Array, from: number, to: number): void {
    this.file.readInto(bytesOf(target), this.starts[from] * 4, this.lengthOfRun(from, to) * 4)
  }
}

/** Sets stored as bits end to end, on disk. What is read stays until the next search begins. */
export class DiskBits {
  private readonly file: DiskFile
  /** How many numbers there are of which a set may have any. */
  private readonly count: number
  private readonly piece: Uint32Array
  private readonly pieceBytes: Uint8Array

  /** `pieceLength` is how many words of a set are read at a time. */
  constructor(file: DiskFile, count: number, pieceLength = chunkLength) {
    this.file = file
    this.count = count
    this.piece = new Uint32Array(pieceLength)
    this.pieceBytes = new Uint8Array(this.piece.buffer)
  }

  at(index: number): Bits {
    const words = takeNumbers(wordsFor(this.count))
    this.file.readInto(bytesOf(words), index * words.byteLength, words.byteLength)
    return new Bits(this.count, words)
  }

  /** Keeps of a set only what set `index` has, too: piece by piece, so that nothing leaves the processor's cache. */
  keepIn(bits: Bits, index: number): void {
    const words = wordsFor(this.count)
    for (let from = 0; from < words; from += this.piece.length) {
      const length = Math.min(this.piece.length, words - from)
      this.file.readInto(this.pieceBytes, (index * words + from) * 4, length * 4)
      bits.andFrom(from, this.piece, length)
    }
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** Providers: as an ascending list while they are few, as bits when they are many. */
export type Ordinals = Uint32Array | Bits

/** Of more than this part of all providers bits are made. */
export const listedPart = 1 / 64

/** What two have in common. Uses both up; it stays until the next search begins. */
export function common(a: Ordinals, b: Ordinals): Ordinals {
  if (a instanceof Bits) {
    if (!(b instanceof Bits)) return a.membersAmong(b)
    a.and(b)
    return a
  }
  return b instanceof Bits ? b.membersAmong(a) : intersection(a, b)
}

/** Whether providers have this one among them. */
export function isAmong(ordinals: Ordinals, ordinal: number): boolean {
  if (ordinals instanceof Bits) return ordinals.has(ordinal)
  return ordinals[lowerBound(ordinals, ordinal, 0, ordinals.length)] === ordinal
}

/**
 * What at least one of two has; `count` is how many providers there are. Uses both up; it stays until the next search
 * begins.
 */
export function united(a: Ordinals, b: Ordinals, count: number): Ordinals {
  if (a instanceof Bits) {
    if (b instanceof Bits) a.or(b)
    else a.add(b)
    return a
  }
  if (b instanceof Bits) return united(b, a, count)
  const members = takeNumbers(a.length + b.length)
  members.set(a)
  members.set(b, a.length)
  return ascendingOnce(members, count)
}

/**
 * The members of several lists, ascending and each once; `count` is how many providers there are. Uses `members` up.
 */
export function ascendingOnce(members: Uint32Array, count: number): Uint32Array {
  // Sorting pays while the members are few; marking bits costs a pass over all providers' bits, but never more.
  if (members.length > count / 128) {
    const bits = Bits.forSearch(count)
    bits.add(members)
    return bits.list()
  }
  members.sort()
  let length = 0
  for (const member of members) if (length === 0 || members[length - 1] !== member) members[length++] = member
  return members.subarray(0, length)
}

/** What two ascending lists have in common, until the next search begins. */
export function intersection(a: Uint32Array, b: Uint32Array): Uint32Array {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a]
  const common = takeNumbers(few.length)
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

/**
 * The same for values below 2^31. V8 reckons in whole numbers here, and where a function has met larger ones it does
 * not, whoever calls it: that is a twentieth of a search near a place.
 */
export function lowerBoundOfSmall(values: Uint32Array, value: number, from: number, to: number): number {
  let step = 1
  let low = from
  while (low + step <= to && (values[low + step - 1] | 0) < value) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step - 1, to)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((values[middle] | 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
