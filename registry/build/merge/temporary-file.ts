import { closeSync, openSync, writeSync } from 'node:fs'

/** A file that is written from its beginning to its end, for somebody to read then. Whoever removes the folder it stands in removes it. */
export class TemporaryFile {
  readonly path: string
  readonly #fd: number
  #bytes = 0

  constructor(path: string) {
    this.path = path
    this.#fd = openSync(path, 'wx', 0o600)
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

  close(): void {
    closeSync(this.#fd)
  }
}
