/** Growing columns, a class for each kind of number, so that its code meets one kind of array. */

export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

function columnOf<A extends NumberArray>(numberBytes: number, viewOf: (buffer: ArrayBuffer, length: number) => A) {
  return class Column {
    length = 0
    #buffer = new ArrayBuffer(1024 * numberBytes)
    #values = viewOf(this.#buffer, 1024)

    /** The newest value; 0 while there is none. */
    get last(): number {
      return this.length === 0 ? 0 : this.#values[this.length - 1]
    }

    at(index: number): number {
      return this.#values[index]
    }

    push(value: number): void {
      if (this.length === this.#values.length) this.#grow(1)
      this.#values[this.length++] = value
    }

    append(values: NumberArray): void {
      if (this.length + values.length > this.#values.length) this.#grow(values.length)
      this.#values.set(values, this.length)
      this.length += values.length
    }

    /** All values, in a copy; the column is empty then and uses its memory again. */
    take(): A {
      const taken = viewOf(new ArrayBuffer(this.length * numberBytes), this.length)
      taken.set(this.#values.subarray(0, this.length))
      this.length = 0
      return taken
    }

    whole(): A {
      return viewOf(this.#buffer, this.length)
    }

    #grow(count: number): void {
      const room = Math.max(this.length + count, this.#values.length * 2)
      const values = this.#values
      this.#buffer = new ArrayBuffer(room * numberBytes)
      this.#values = viewOf(this.#buffer, room)
      this.#values.set(values)
    }
  }
}

export const U8Column = columnOf(1, (buffer, length) => new Uint8Array(buffer, 0, length))
export const U16Column = columnOf(2, (buffer, length) => new Uint16Array(buffer, 0, length))
export const U32Column = columnOf(4, (buffer, length) => new Uint32Array(buffer, 0, length))
export const I32Column = columnOf(4, (buffer, length) => new Int32Array(buffer, 0, length))
export const F64Column = columnOf(8, (buffer, length) => new Float64Array(buffer, 0, length))
