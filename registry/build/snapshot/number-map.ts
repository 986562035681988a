/** A Map from whole numbers above 0 to whole numbers of 32 bits, without an object for each: millions of them fit and are fast. */
export class NumberMap {
  size = 0
  /** 0 for an empty slot; a power of two of them, never more than half full. */
  #keys = new Float64Array(1024)
  #values = new Uint32Array(1024)

  /** The value of a key, or -1. */
  get(key: number): number {
    const slot = this.#slotOf(key)
    return this.#keys[slot] === key ? this.#values[slot] : -1
  }

  /** Gives a key that has none its value. */
  add(key: number, value: number): void {
    if (2 * this.size === this.#keys.length) this.#grow()
    const slot = this.#slotOf(key)
    this.#keys[slot] = key
    this.#values[slot] = value
    this.size++
  }

  /** Where the key stands or would be put. */
  #slotOf(key: number): number {
    const mask = this.#keys.length - 1
    // Its two halves as it stands in memory: to divide by 2^32 takes several times as long.
    number[0] = key
    let bits = halves[0] ^ Math.imul(halves[1], 0x85ebca6b)
    bits = Math.imul(bits ^ (bits >>> 16), 0xc2b2ae35)
    bits = Math.imul(bits ^ (bits >>> 13), 0x9e3779b1)
    let slot = (bits ^ (bits >>> 16)) & mask
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const keys = this.#keys
    const values = this.#values
    this.#keys = new Float64Array(2 * keys.length)
    this.#values = new Uint32Array(2 * keys.length)
    for (let from = 0; from < keys.length; from++) {
      if (keys[from] === 0) continue
      const slot = this.#slotOf(keys[from])
      this.#keys[slot] = keys[from]
      this.#values[slot] = values[from]
    }
  }
}

const number = new Float64Array(1)
const halves = new Uint32Array(number.buffer)
