/** Sets of providers of whom a search meets so many that a list would be longer than a bit for each of all. */

export class Bits {
  private readonly words: Uint32Array

  /** `words` has the bits of the numbers in their order, the lowest bit of a word first. */
  constructor(count: number, words: Uint32Array = new Uint32Array(wordsFor(count))) {
    this.words = words
  }

  /** The set of all numbers below `count`. */
  static all(count: number): Bits {
    const words = new Uint32Array(wordsFor(count)).fill(0xffffffff)
    if (count % 32 !== 0) words[words.length - 1] = 2 ** (count % 32) - 1
    return new Bits(count, words)
  }

  /** No number below `count`, until the next search begins. */
  static forSearch(count: number): Bits {
    return new Bits(count, takeNumbers(wordsFor(count)).fill(0))
  }

  /** The same set, until the next search begins. */
  copyForSearch(): Bits {
    const words = takeNumbers(this.words.length)
    words.set(this.words)
    return new Bits(this.words.length * 32, words)
  }

  put(member: number): void {
    this.words[member >>> 5] |= 1 << (member & 31)
  }

  add(members: Uint32Array): void {
    this.addFrom(members, 0, members.length)
  }

  /** Adds the members that stand from `from` up to `to`. */
  addFrom(members: Uint32Array, from: number, to: number): void {
    const { words } = this
    for (let at = from; at < to; at++) words[members[at] >>> 5] |= 1 << (members[at] & 31)
  }

  has(member: number): boolean {
    return ((this.words[member >>> 5] >>> (member & 31)) & 1) === 1
  }

  /** Keeps only what `others` has, too. */
  and({ words: others }: Bits): void {
    const { words } = this
    for (let index = 0; index < words.length; index++) words[index] &= others[index]
  }

  /** Adds what `others` has. */
  or({ words: others }: Bits): void {
    const { words } = this
    for (let index = 0; index < words.length; index++) words[index] |= others[index]
  }

  /** Keeps of the numbers from 32 times `from` on only those of which `others` has the bits: `length` words of them. */
  andFrom(from: number, others: Uint32Array, length: number): void {
    const { words } = this
    for (let index = 0; index < length; index++) words[from + index] &= others[index]
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

  isEmpty(): boolean {
    const { words } = this
    for (let index = 0; index < words.length; index++) if (words[index] !== 0) return false
    return true
  }

  count(): number {
    const { words } = this
    const whole = words.length - (words.length % 4)
    // Four words at a time are added to two sums that have a digit for every bit of a word; only what goes beyond them
    // is counted (Harley and Seal's way), which takes three quarters of the time of counting every word.
    let one = 0
    let two = 0
    let fours = 0
    for (let index = 0; index < whole; index += 4) {
      const a = one ^ words[index]
      const carryA = (one & words[index]) | (a & words[index + 1])
      const b = a ^ words[index + 1] ^ words[index + 2]
      const carryB = ((a ^ words[index + 1]) & words[index + 2]) | (b & words[index + 3])
      one = b ^ words[index + 3]
      const c = two ^ carryA
      fours += ones((two & carryA) | (c & carryB))
      two = c ^ carryB
    }
    let count = 4 * fours + 2 * ones(two) + ones(one)
    for (let index = whole; index < words.length; index++) count += ones(words[index])
    return count
  }

  /** The members among some numbers, at the front of these, which it uses up. */
  membersAmong(numbers: Uint32Array): Uint32Array {
    const { words } = this
    let length = 0
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at]
      numbers[length] = number
      length += (words[number >>> 5] >>> (number & 31)) & 1
    }
    return numbers.subarray(0, length)
  }

  /**
   * How many of the numbers that stand from `from` up to `to` are members; one that stands there twice counts twice.
   */
  countAmong(numbers: Uint32Array, from: number, to: number): number {
    const { words } = this
    let count = 0
    for (let at = from; at < to; at++) count += (words[numbers[at] >>> 5] >>> (numbers[at] & 31)) & 1
    return count
  }

  /**
   * Writes the places from `from` up to `to` at which `numbers` has members to the front of `target`, and returns how
   * many.
   */
  placesAmong(numbers: Uint32Array, from: number, to: number, target: Uint32Array): number {
    const { words } = this
    let length = 0
    for (let at = from; at < to; at++) {
      if (((words[numbers[at] >>> 5] >>> (numbers[at] & 31)) & 1) === 1) target[length++] = at
    }
    return length
  }

  /** All members, ascending, until the next search begins. */
  list(): Uint32Array {
    const members = takeNumbers(this.count())
    let length = 0
    for (let index = 0; index < this.words.length; index++) {
      for (let bits = this.words[index]; bits !== 0; bits &= bits - 1) {
        members[length++] = index * 32 + (31 - Math.clz32(bits & -bits))
      }
    }
    return members
  }

  /** The members from the one at `offset` on, ascending and at most `limit` of them. */
  page(offset: number, limit: number): number[] {
    const { words } = this
    const page: number[] = []
    let passed = 0
    for (let index = 0; index < words.length && page.length < limit; index++) {
      // Of few members a set is mostly zeros.
      if (words[index] === 0) continue
      const count = ones(words[index])
      passed += count
      if (passed <= offset) continue
      let place = passed - count
      for (let bits = words[index]; bits !== 0 && page.length < limit; bits &= bits - 1) {
        if (place++ >= offset) page.push(index * 32 + (31 - Math.clz32(bits & -bits)))
      }
    }
    return page
  }
}

/** How many words of 32 bits it takes for so many bits. */
export function wordsFor(count: number): number {
  return Math.ceil(count / 32)
}

function ones(bits: number): number {
  let value = bits - ((bits >>> 1) & 0x55555555)
  value = (value & 0x33333333) + ((value >>> 2) & 0x33333333)
  return Math.imul((value + (value >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * Memory for what a search makes on its way and nobody needs after it: lists and bits of providers. Each search of a
 * process writes over what the one before it made, as they come one after the other. Of fresh memory the system makes
 * every page when it is first touched, which takes several times as long as to fill it.
 */

/** So many numbers are kept between searches at most: few ask for a quarter of them. */
const keptMax = 4 * 1024 * 1024

let kept = new Uint32Array(0)
let taken = 0

/** Ends what was taken before: whoever still holds it sees other numbers. */
export function beginSearch(): void {
  // What did not fit will, the next time.
  if (taken > kept.length && kept.length < keptMax) kept = new Uint32Array(Math.min(taken, keptMax))
  taken = 0
}

/** So many numbers, whatever they are, until the next search begins. */
export function takeNumbers(length: number): Uint32Array {
  const from = taken
  taken += length
  return taken <= kept.length ? kept.subarray(from, taken) : new Uint32Array(length)
}
