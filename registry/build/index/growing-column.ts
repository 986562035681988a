/** A column of numbers that grows at the end without ever being copied, until it is taken whole; nothing may be added then. */

export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** The first piece of a column is small, for most builds are; of the later ones each has so many numbers. */
const firstLength = 2 ** 16

/**
 * A piece of this size is memory of its own: it is taken from the system as it is written, and given back to it when it is let go
 * of. Pieces of less than 32 MiB come from memory that the process keeps, which after some gigabytes is full of holes.
 */
const laterBytes = 36 * 1024 * 1024

class Column<A extends NumberArray> {
  private readonly make: (length: number) => A
  private readonly chunks: A[] = []
  private last: A
  private lastLength = 0
  private lengthBefore = 0
  private taken: A | undefined

  constructor(make: (length: number) => A) {
    this.make = make
    this.last = make(firstLength)
  }

  get length(): number {
    return this.taken?.length ?? this.lengthBefore + this.lastLength
  }

  push(value: number): void {
    if (this.lastLength === this.last.length) this.begin()
    this.last[this.lastLength++] = value
  }

  /** Adds all of some values. */
  append(values: NumberArray): void {
    for (let from = 0; from < values.length; ) {
      if (this.lastLength === this.last.length) this.begin()
      const to = Math.min(values.length, from + this.last.length - this.lastLength)
      this.last.set(values.subarray(from, to), this.lastLength)
      this.lastLength += to - from
      from = to
    }
  }

  private begin(): void {
    this.chunks.push(this.last)
    this.lengthBefore += this.lastLength
    this.last = this.make(laterBytes / this.last.BYTES_PER_ELEMENT)
    this.lastLength = 0
  }

  /** All values as one array, the same whenever it is asked for. The pieces they came in are let go of. */
  whole(): A {
    if (this.taken !== undefined) return this.taken
    const whole = this.make(this.length)
    let length = 0
    for (const chunk of this.chunks) {
      whole.set(chunk, length)
      length += chunk.length
    }
    whole.set(this.last.subarray(0, this.lastLength), length)
    this.chunks.length = 0
    this.last = this.make(0)
    this.taken = whole
    return whole
  }
}

/** Columns by what their numbers are: unsigned, signed, floating, and of how many bits. */
export const columnOfU8 = () => new Column((length) => new Uint8Array(length))
export const columnOfU16 = () => new Column((length) => new Uint16Array(length))
export const columnOfU32 = () => new Column((length) => new Uint32Array(length))
export const columnOfI32 = () => new Column((length) => new Int32Array(length))
export const columnOfF64 = () => new Column((length) => new Float64Array(length))
