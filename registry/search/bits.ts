/** Sets of providers as bits, for searches that match too many for a list. */

export class Bits {
  private readonly words: Uint32Array

  /** Lowest bit of a word first. */
  constructor(count: number, words: Uint32Array = new Uint32Array(wordsFor(count))) {
    this.words = words
  }

  static all(count: number): Bits {
    const words = new Uint32Array(wordsFor(count)).fill(0xffffffff)
    if (count % 32 !== 0) words[words.length - 1] = 2 ** (count % 32) - 1
    return new Bits(count, words)
  }

  /** Valid until the next search. */
  static forSearch(count: number): Bits {
    return new Bits(count, takeNumbers(wordsFor(count)).fill(0))
  }

  /** Valid until the next search. */
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

  addFrom(members: Uint32Array, from: number, to: number): void {
    const { words } = this
    for (let at = from; at < to; at++) words[members[at] >>> 5] |= 1 << (members[at] & 31)
  }

  has(member: number): boolean {
    return ((this.words[member >>> 5] >>> (member & 31)) & 1) === 1
  }

  and({ words: others }: Bits): void {
    const { words } = this
    for (let index = 0; index < words.length; index++) words[index] &= others[index]
  }

  or({ words: others }: Bits): void {
    const { words } = this
    for (let index = 0; index < words.length; index++) words[index] |= others[index]
  }

  /** Intersects `length` words from number 32 times `from` on. */
  andFrom(from: number, others: Uint32Array, length: number): void {
    const { words } = this
    for (let index = 0; index < length; index++) words[from + index] &= others[index]
  }

  andNot({ words: others }: Bits): void {
    const { words } = this
    for (let index = 0; index < words.length; index++) words[index] &= ~others[index]
  }

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
    // Harley-Seal population count, four words at a time: three quarters of the time of counting each word.
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

  /** Overwrites and uses up `numbers`. */
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

  /** Duplicates count twice. */
  countAmong(numbers: Uint32Array, from: number, to: number): number {
    const { words } = this
    let count = 0
    for (let at = from; at < to; at++) count += (words[numbers[at] >>> 5] >>> (numbers[at] & 31)) & 1
    return count
  }

  /** Writes the places in [from, to) whose number is a member to the front of `target`; returns how many. */
  placesAmong(numbers: Uint32Array, from: number, to: number, target: Uint32Array): number {
    const { words } = this
    let length = 0
    for (let at = from; at < to; at++) {
      if (((words[numbers[at] >>> 5] >>> (numbers[at] & 31)) & 1) === 1) target[length++] = at
    }
    return length
  }

  /** Ascending; valid until the next search. */
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

  page(offset: number, limit: number): number[] {
    const { words } = this
    const page: number[] = []
    let passed = 0
    for (let index = 0; index < words.length && page.length < limit; index++) {
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

export function wordsFor(count: number): number {
  return Math.ceil(count / 32)
}

function ones(bits: number): number {
  let value = bits - ((bits >>> 1) & 0x55555555)
  value = (value & 0x33333333) + ((value >>> 2) & 0x33333333)
  return Math.imul((value + (value >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Scratch memory of a search, reused by the next: fresh memory would cost page faults. */

const keptMax = 4 * 1024 * 1024

let kept = new Uint32Array(0)
let taken = 0

/** Invalidates what was taken before. */
export function beginSearch(): void {
  if (taken > kept.length && kept.length < keptMax) kept = new Uint32Array(Math.min(taken, keptMax))
  taken = 0
}

/** Uninitialized; valid until the next search. */
export function takeNumbers(length: number): Uint32Array {
  const from = taken
  taken += length
  return taken <= kept.length ? kept.subarray(from, taken) : new Uint32Array(length)
}
