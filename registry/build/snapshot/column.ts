/** A column of numbers that grows at the end without ever being copied, until it is taken whole; nothing may be added then. */

export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

const chunkLength = 2 ** 18

class Column<A extends NumberArray> {
  private readonly make: (length: number) => A
  private readonly chunks: A[] = []
  private last: A
  private lastLength = 0
  private taken: A | undefined

  constructor(make: (length: number) => A) {
    this.make = make
    this.last = make(chunkLength)
  }

  get length(): number {
    return this.taken?.length ?? this.chunks.length * chunkLength + this.lastLength
  }

  push(value: number): void {
    if (this.lastLength === chunkLength) {
      this.chunks.push(this.last)
      this.last = this.make(chunkLength)
      this.lastLength = 0
    }
    this.last[this.lastLength++] = value
  }

  /** Adds all of some values. */
  append(values: NumberArray): void {
    for (let from = 0; from < values.length; ) {
      if (this.lastLength === chunkLength) {
        this.chunks.push(this.last)
        this.last = this.make(chunkLength)
        this.lastLength = 0
      }
      const to = Math.min(values.length, from + chunkLength - this.lastLength)
      this.last.set(values.subarray(from, to), this.lastLength)
      this.lastLength += to - from
      from = to
    }
  }

  /** All values as one array, the same whenever it is asked for. The pieces they came in are let go of. */
  whole(): A {
    if (this.taken !== undefined) return this.taken
    const whole = this.make(this.length)
    for (const [index, chunk] of this.chunks.entries()) whole.set(chunk, index * chunkLength)
    whole.set(this.last.subarray(0, this.lastLength), this.chunks.length * chunkLength)
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
