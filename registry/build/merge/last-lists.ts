import type { DiskFile } from '#registry/read/snapshot-files'

/** So many members are read at a time. */
const windowLength = 512 * 1024

/** The members of lists, which stand on disk and are read from the first to the last: a stretch of them is in memory. */
export class ListWindow {
  /** What is held, … */
  held = new Uint32Array(0)
  /** … and the place of the first of it among all members. */
  first = 0
  readonly #file: DiskFile
  readonly #count: number
  /** The place behind the last of it. */
  #end = 0

  constructor(file: DiskFile, count: number) {
    this.#file = file
    this.#count = count
  }

  /** Holds the members between two places, and perhaps others. */
  hold(from: number, to: number): void {
    // Where there are none, nothing need be held: what is would have to be read again.
    if (from === to || (from >= this.first && to <= this.#end)) return
    const end = Math.min(this.#count, Math.max(to, from + windowLength))
    if (end - from > this.held.length) this.held = new Uint32Array(Math.max(windowLength, 2 * (to - from)))
    const bytes = new Uint8Array(this.held.buffer)
    const { BYTES_PER_ELEMENT } = this.held
    this.#file.readInto(bytes, from * BYTES_PER_ELEMENT, (end - from) * BYTES_PER_ELEMENT)
    this.first = from
    this.#end = end
  }
}
