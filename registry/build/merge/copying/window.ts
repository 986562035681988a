/** A file that is read from its beginning to its end in short pieces: so much of it is in memory that most are there already. */
export class Window {
  readonly #chunks: AsyncGenerator<Buffer>
  #memory = Buffer.alloc(0)
  /** What of the file the memory holds. */
  #start = 0
  #end = 0

  constructor(chunks: AsyncGenerator<Buffer>) {
    this.#chunks = chunks
  }

  /** The bytes from one position up to another; they hold until the next are asked for. No later ones may begin before them. */
  async bytes(from: number, to: number): Promise<Buffer> {
    if (from < this.#start) throw new RangeError(`expected bytes from ${this.#start} on; got ${from}`)
    while (to > this.#end) {
      const { value, done } = await this.#chunks.next()
      if (done) throw new Error(`expected the bytes up to ${to}; got ${this.#end}`)
      this.#append(value, from)
    }
    return this.#memory.subarray(from - this.#start, to - this.#start)
  }

  /** Reads the rest. */
  async finish(): Promise<void> {
    while (!(await this.#chunks.next()).done) {}
  }

  async close(): Promise<void> {
    await this.#chunks.return(undefined)
  }

  /** Forgets what stands before a position. */
  #append(chunk: Buffer, from: number): void {
    const start = Math.min(from, this.#end)
    const kept = this.#memory.subarray(start - this.#start, this.#end - this.#start)
    const length = kept.length + chunk.length
    const memory = length > this.#memory.length ? Buffer.allocUnsafeSlow(2 * length) : this.#memory
    memory.set(kept)
    memory.set(chunk, kept.length)
    this.#memory = memory
    this.#start = start
    this.#end = start + length
  }
}
