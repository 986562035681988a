/** Columns of numbers that grow at the end, are taken as copies of their own and then begin again in the same memory. */

/**
 * Whole numbers of up to 32 bits. They all wait in one kind of array, whatever they are taken as: code that meets more than four kinds
 * is compiled for none of them, and to push a number was then a call that took two hundred instructions. It is not one of floats,
 * since numbers that come out of one make all that is reckoned with them floats.
 */
class GrowingIntegers<A extends Uint8Array | Uint16Array | Uint32Array | Int32Array> {
  length = 0
  readonly #make: (length: number) => A
  #values = new Int32Array(1024)

  constructor(make: (length: number) => A) {
    this.#make = make
  }

  /** The newest value, if it has no more than 31 bits; 0 while there is none. */
  get last(): number {
    return this.length === 0 ? 0 : this.#values[this.length - 1]
  }

  /** A value that has no more than 31 bits. */
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
    const longer = new Int32Array(this.length * 2)
    longer.set(this.#values)
    this.#values = longer
  }
}

class GrowingFloats {
  length = 0
  #values = new Float64Array(1024)

  push(value: number): void {
    if (this.length === this.#values.length) {
      const longer = new Float64Array(this.length * 2)
      longer.set(this.#values)
      this.#values = longer
    }
    this.#values[this.length++] = value
  }

  /** All values so far; the column is empty then. */
  take(): Float64Array {
    const taken = this.#values.slice(0, this.length)
    this.length = 0
    return taken
  }
}

export const growingU8 = () => new GrowingIntegers((length) => new Uint8Array(length))
export const growingU16 = () => new GrowingIntegers((length) => new Uint16Array(length))
export const growingU32 = () => new GrowingIntegers((length) => new Uint32Array(length))
export const growingI32 = () => new GrowingIntegers((length) => new Int32Array(length))
export const growingF64 = () => new GrowingFloats()
