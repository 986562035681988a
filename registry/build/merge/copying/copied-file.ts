/**
 * A file of the last version while it is copied, which is when it is compared with its checksum: it is read once, from its beginning to its
 * end, whatever of it is wanted. Fails with CannotMergeError when it is not what was written.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { FileSummary } from '#registry/format'
import { Gmac } from '#registry/read/gmac'
import type { DiskFile } from '#registry/read/snapshot-files'
import { messageOf } from '#registry/read/thrown'
import { type CannotMergeError, damagedLast } from '../cannot-merge.ts'

/** What nobody wants is read in pieces of this size. */
const passedBytes = 1024 * 1024

export class CopiedFile implements DiskFile {
  readonly #name: string
  readonly #summary: FileSummary
  readonly #fd: number
  readonly #gmac = new Gmac()
  /** So much of it is in the checksum. */
  #seen = 0

  constructor(dir: string, name: string, summary: FileSummary) {
    this.#name = name
    this.#summary = summary
    this.#fd = this.#guarded(() => openSync(join(dir, name), 'r'))
    const { size } = this.#guarded(() => fstatSync(this.#fd))
    if (size === summary.bytes) return
    this.close()
    throw this.#damaged(`expected ${summary.bytes} bytes, got ${size}`)
  }

  get bytes(): number {
    return this.#summary.bytes
  }

  /** Positions may go back a little, but what was never read is read in its order. */
  readInto(target: Uint8Array, position: number, length: number): void {
    this.#passTo(position)
    this.#read(target, position, length)
    const end = position + length
    if (end <= this.#seen) return
    this.#gmac.add(target.subarray(this.#seen - position, length))
    this.#seen = end
  }

  /** Reads the rest, and compares the whole with the checksum. */
  finish(): void {
    this.#passTo(this.#summary.bytes)
    const gmac = this.#gmac.text()
    if (gmac !== this.#summary.gmac) throw this.#damaged(`expected GMAC ${this.#summary.gmac}, got ${gmac}`)
  }

  close(): void {
    closeSync(this.#fd)
  }

  #passTo(position: number): void {
    const passing = new Uint8Array(Math.min(passedBytes, Math.max(0, position - this.#seen)))
    while (this.#seen < position) {
      const length = Math.min(passing.length, position - this.#seen)
      this.#read(passing, this.#seen, length)
      this.#gmac.add(passing.subarray(0, length))
      this.#seen += length
    }
  }

  #read(target: Uint8Array, position: number, length: number): void {
    for (let done = 0; done < length; ) {
      const count = this.#guarded(() => readSync(this.#fd, target, done, length - done, position + done))
      if (count === 0) throw this.#damaged(`ended at byte ${position + done} while it was read`)
      done += count
    }
  }

  #guarded<T>(step: () => T): T {
    try {
      return step()
    } catch (error) {
      throw this.#damaged(messageOf(error))
    }
  }

  #damaged(what: string): CannotMergeError {
    return damagedLast(`${this.#name}: ${what}`)
  }
}
