/** Lines gathered as the bytes of a file. */

const firstBytes = 1024 * 1024
/** A UTF-16 code unit takes at most so many bytes of UTF-8. */
const unitBytesMax = 3

export class Lines {
  #bytes = Buffer.allocUnsafeSlow(firstBytes)
  #length = 0

  add(text: string): void {
    if (this.#length + text.length * unitBytesMax > this.#bytes.length) this.#grow()
    this.#length += this.#bytes.write(text, this.#length)
  }

  /** What was added, without a copy. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length)
  }

  #grow(): void {
    const larger = Buffer.allocUnsafeSlow(2 * this.#bytes.length)
    larger.set(this.bytes())
    this.#bytes = larger
  }
}
