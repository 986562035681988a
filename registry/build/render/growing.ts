/** A column of numbers that grows at the end, is taken as a copy of its own and then begins again in the same memory. */

type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/**
 * Numbers wait as those of 64 bits, whatever they are taken as: code that meets more than four kinds of arrays is compiled for none of
 * them, and to push a number was then a call that took two hundred instructions.
 */
class Growing<A extends NumberArray> {
  length = 0
  readonly #make: (length: number) => A
  #values = new Float64Array(1024)

  constructor(make: (length: number) => A) {
    this.#make = make
  }

  /** The newest value; 0 while there is none. */
  get last(): number {
    return this.length === 0 ? 0 : this.#values[this.length - 1]
  }

  at(index: number): number {
    return this.#values[index]
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#grow()
    this.#values[this.length++] = value
  }

  /** All values so far; the column is empty then. */
  take(): A {
    const taken = this.#make(this.length)
    taken.set(this.#values.subarray(0, this.length))
    this.length = 0
    return taken
  }

  #grow(): void {
    const longer = new Float64Array(this.length * 2)
    longer.set(this.#values)
    this.#values = longer
  }
}

export const growingU8 = () => new Growing((length) => new Uint8Array(length))
export const growingU16 = () => new Growing((length) => new Uint16Array(length))
export const growingU32 = () => new Growing((length) => new Uint32Array(length))
export const growingI32 = () => new Growing((length) => new Int32Array(length))
export const growingF64 = () => new Growing((length) => new Float64Array(length))
