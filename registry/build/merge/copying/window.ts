import type { DiskFile } from '#registry/read/snapshot-files'

const windowBytes = 1024 * 1024

/** A file that is read from its beginning to its end in short pieces: so much of it is in memory that most are there already. */
export class Window {
  readonly #file: DiskFile
  readonly #fileBytes: number
  #memory = Buffer.alloc(0)
  #start = 0
  #end = 0

  constructor(file: DiskFile, fileBytes: number) {
    this.#file = file
    this.#fileBytes = fileBytes
  }

  /** The bytes from one position up to another; they hold until the next are asked for. */
  bytes(from: number, to: number): Buffer {
    if (from < this.#start || to > this.#end) this.#move(from, to)
    return this.#memory.subarray(from - this.#start, to - this.#start)
  }

  #move(from: number, to: number): void {
    const end = Math.min(this.#fileBytes, Math.max(to, from + windowBytes))
    if (end - from > this.#memory.length) this.#memory = Buffer.allocUnsafeSlow(2 * (end - from))
    this.#file.readInto(this.#memory, from, end - from)
    this.#start = from
    this.#end = end
  }
}
