/** Lists of whole numbers stored end to end, and sets of providers as ascending ordinals. */
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

/** For every key the rows that have it, ascending. `eachKey` visits the keys of a row, the same both times. */
export function inverted(
  rowCount: number,
  keyCount: number,
  eachKey: (row: number, visit: (key: number) => void) => void,
): Lists {
  const starts = new Uint32Array(keyCount + 1)
  const count = (key: number) => {
    starts[key + 1]++
  }
  for (let row = 0; row < rowCount; row++) eachKey(row, count)
  for (let key = 0; key < keyCount; key++) starts[key + 1] += starts[key]

  const next = starts.slice()
  const members = new Uint32Array(starts[keyCount])
  let current = 0
  const put = (key: number) => {
    members[next[key]++] = current
  }
  for (; current < rowCount; current++) eachKey(current, put)
  return { starts, members }
}

/** Members, or words of bits, read at a time into a set: they fit the processor's cache. */
const chunkLength = 16 * 1024

/** The same with members on disk. What is read is valid until the next search. */
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

  lengthOfRun(from: number, to: number): number {
    return this.starts[to] - this.starts[from]
  }

  at(index: number): Uint32Array {
    return this.run(index, index + 1)
  }

  /** End to end: each list ascends, the whole need not. */
  run(from: number, to: number): Uint32Array {
    const members = takeNumbers(this.lengthOfRun(from, to))
    this.readInto(members, from, to)
    return members
  }

  addTo(bits: Bits, from: number, to: number): void {
    let position = this.starts[from]
    while (position < this.starts[to]) {
      const length = Math.min(this.starts[to] - position, chunkLength)
      this.file.readInto(this.chunkBytes, position * 4, length * 4)
      bits.addFrom(this.chunk, 0, length)
      position += length
    }
  }

  /** One after the other. */
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

/** Sets stored as bits end to end, on disk. What is read is valid until the next search. */
export class DiskBits {
  private readonly file: DiskFile
  private readonly count: number
  private readonly piece: Uint32Array
  private readonly pieceBytes: Uint8Array

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

  /** Intersects with set `index` piece by piece, within the processor's cache. */
  andInto(bits: Bits, index: number): void {
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

/** An ascending list of few providers, or bits of many. */
export type Ordinals = Uint32Array | Bits

/** Above this share of all providers, bits. */
export const listShareMax = 1 / 64

/** The intersection. Uses up both; valid until the next search. */
export function intersect(a: Ordinals, b: Ordinals): Ordinals {
  if (a instanceof Bits) {
    if (!(b instanceof Bits)) return a.membersAmong(b)
    a.and(b)
    return a
  }
  return b instanceof Bits ? b.membersAmong(a) : intersection(a, b)
}

export function hasOrdinal(ordinals: Ordinals, ordinal: number): boolean {
  if (ordinals instanceof Bits) return ordinals.has(ordinal)
  return ordinals[lowerBound(ordinals, ordinal, 0, ordinals.length)] === ordinal
}

/** The union; `count` is the number of all providers. Uses up both; valid until the next search. */
export function union(a: Ordinals, b: Ordinals, count: number): Ordinals {
  if (a instanceof Bits) {
    if (b instanceof Bits) a.or(b)
    else a.add(b)
    return a
  }
  if (b instanceof Bits) return union(b, a, count)
  const members = takeNumbers(a.length + b.length)
  members.set(a)
  members.set(b, a.length)
  return sortedUnique(members, count)
}

/** Sorted and without duplicates; `count` is the number of all providers. Uses up `members`. */
export function sortedUnique(members: Uint32Array, count: number): Uint32Array {
  // Sorting pays for few members; marking bits costs a pass over all providers' bits.
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

/** Valid until the next search. */
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

/** Lower bound in the ascending [from, to). */
export function lowerBound(values: Uint32Array, value: number, from: number, to: number): number {
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

/** For values below 2^31, which V8 keeps as small integers: a twentieth of a search near a place. */
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
