/**
 * Lines gathered as the bytes of a file. Memory that is used again costs nothing to fill; of fresh memory the system makes every page as it is first
 * touched, which can take longer than to write what stands there.
 */

const firstBytes = 1024 * 1024
/** A UTF-16 code unit takes at most so many bytes of UTF-8. */
const unitBytesMax = 3

export class Lines {
  #bytes: Buffer<ArrayBuffer>
  #length = 0

  /** Writes over the bytes of earlier lines, if there are any that nobody needs any more. */
  constructor(used?: Uint8Array<ArrayBuffer>) {
    this.#bytes = used === undefined ? Buffer.allocUnsafeSlow(firstBytes) : Buffer.from(used.buffer)
  }

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
