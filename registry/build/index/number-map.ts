/** A Map from whole numbers above 0 to whole numbers of 32 bits, without an object for each: millions of them fit and are fast. */
export class NumberMap {
  size = 0
  /** A power of two, never more than half of them full. */
  #slotCount = 1024
  /** Slots of 16 bytes: a key, which is 0 in an empty one, and behind it its value, which comes from memory together with it. */
  #keys = new Float64Array(2 * this.#slotCount)
  #values = new Uint32Array(this.#keys.buffer)

  /** The value of a key, or -1. */
  get(key: number): number {
    const slot = this.#slotOf(key)
    return this.#keys[2 * slot] === key ? this.#values[4 * slot + 2] : -1
  }

  /** Gives a key that has none its value. */
  add(key: number, value: number): void {
    if (2 * this.size === this.#slotCount) this.#grow()
    this.#put(key, value)
    this.size++
  }

  #put(key: number, value: number): void {
    const slot = this.#slotOf(key)
    this.#keys[2 * slot] = key
    this.#values[4 * slot + 2] = value
  }

  /** Where the key stands or would be put. */
  #slotOf(key: number): number {
    const mask = this.#slotCount - 1
    // Its two halves as it stands in memory: to divide by 2^32 takes several times as long.
    number[0] = key
    let bits = halves[0] ^ Math.imul(halves[1], 0x85ebca6b)
    bits = Math.imul(bits ^ (bits >>> 16), 0xc2b2ae35)
    bits = Math.imul(bits ^ (bits >>> 13), 0x9e3779b1)
    let slot = (bits ^ (bits >>> 16)) & mask
    while (this.#keys[2 * slot] !== 0 && this.#keys[2 * slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values]
    this.#slotCount *= 2
    this.#keys = new Float64Array(2 * this.#slotCount)
    this.#values = new Uint32Array(this.#keys.buffer)
    for (let from = 0; 2 * from < keys.length; from++) {
      if (keys[2 * from] !== 0) this.#put(keys[2 * from], values[4 * from + 2])
    }
  }
}

const number = new Float64Array(1)
const halves = new Uint32Array(number.buffer)
