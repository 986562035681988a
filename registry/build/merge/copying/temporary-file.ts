import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import type { DiskFile } from '#registry/read/snapshot-files'

/** A file that is written from its beginning to its end, then read. Whoever removes the folder it stands in removes it. */
export class TemporaryFile implements DiskFile {
  readonly path: string
  readonly #fd: number
  #bytes: number

  /** Makes it, or opens one that was made to be read. */
  constructor(path: string, flags: 'wx+' | 'r') {
    this.path = path
    this.#fd = openSync(path, flags, 0o600)
    this.#bytes = fstatSync(this.#fd).size
  }

  get bytes(): number {
    return this.#bytes
  }

  append(bytes: Uint8Array): void {
    for (let written = 0; written < bytes.length; ) {
      written += writeSync(this.#fd, bytes, written, bytes.length - written)
    }
    this.#bytes += bytes.length
  }

  readInto(target: Uint8Array, position: number, length: number): void {
    for (let done = 0; done < length; ) {
      const count = readSync(this.#fd, target, done, length - done, position + done)
      if (count === 0) throw new Error(`${this.path}: expected the ${length} bytes at ${position}; got ${done}`)
      done += count
    }
  }

  close(): void {
    closeSync(this.#fd)
  }
}
