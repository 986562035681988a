import type { Lists } from '#registry/search/posting-lists'

/** Gives each distinct sequence of numbers a number: providers with the same one share it. There are millions, so none is an object. */
export class SetTable {
  private size = 0
  private starts = new Uint32Array(1024)
  private members = new Uint32Array(4096)
  private hashes = new Int32Array(1024)
  /** Number + 1 by hash, 0 for none; a power of two, never more than half full. */
  private slots = new Int32Array(2048)

  numberOf(members: ArrayLike<number>): number {
    const hash = hashOf(members)
    const mask = this.slots.length - 1
    let slot = hash & mask
    for (; this.slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = this.slots[slot] - 1
      if (this.hashes[number] === hash && this.isSet(number, members)) return number
    }
    this.slots[slot] = this.size + 1
    return this.add(members, hash)
  }

  lists(): Lists {
    const { starts, size } = this
    return { starts: starts.slice(0, size + 1), members: this.members.slice(0, starts[size]) }
  }

  private isSet(number: number, members: ArrayLike<number>): boolean {
    const start = this.starts[number]
    if (this.starts[number + 1] - start !== members.length) return false
    for (let at = 0; at < members.length; at++) {
      if (this.members[start + at] !== members[at]) return false
    }
    return true
  }

  private add(members: ArrayLike<number>, hash: number): number {
    const number = this.size++
    const start = this.starts[number]
    const end = start + members.length
    if (end > this.members.length) this.members = longer(this.members, 2 * end)
    for (let at = 0; at < members.length; at++) this.members[start + at] = members[at]
    this.hashes[number] = hash
    // One start more than there are sets.
    if (this.size + 1 === this.starts.length) this.grow()
    this.starts[this.size] = end
    return number
  }

  private grow(): void {
    const room = 2 * this.starts.length
    this.starts = longer(this.starts, room)
    const hashes = new Int32Array(room)
    hashes.set(this.hashes)
    this.hashes = hashes
    this.slots = new Int32Array(2 * room)
    const mask = this.slots.length - 1
    for (let number = 0; number < this.size; number++) {
      let slot = hashes[number] & mask
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask
      this.slots[slot] = number + 1
    }
  }
}

function hashOf(members: ArrayLike<number>): number {
  let hash = members.length
  for (let at = 0; at < members.length; at++) {
    hash = Math.imul(hash ^ members[at], 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash
}

function longer(numbers: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(length)
  more.set(numbers)
  return more
}
