/**
 * A new file of gigabytes that nobody reads from memory, written past the memory that the system keeps files in, where the file system can
 * do that: finding room for it there takes a system longer than the writing.
 */
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { hasErrorCode } from '#registry/read/thrown'
import { blockBytes, giveBackPiece, pieceBytes, takePiece } from './direct-pieces.ts'
import { writtenAtOnce } from './limits.ts'

/** A file that is written from its beginning to its end. */
export class DirectWriter {
  readonly #plain: number
  /** Absent where the file system cannot do it; some say so only when they are to write. */
  #direct: number | undefined
  readonly #piece = takePiece()
  #filled = 0
  /** Where in the file the piece begins. */
  #position = 0
  #isOpen = true

  /** Fails as the system does, with EEXIST where there is such a file. */
  constructor(path: string) {
    this.#plain = openSync(path, 'wx')
    const flag: number | undefined = constants.O_DIRECT
    try {
      if (flag !== undefined) this.#direct = openSync(path, constants.O_WRONLY | flag)
    } catch {
      this.#direct = undefined
    }
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + pieceBytes - this.#filled)
      this.#piece.set(part, this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled === pieceBytes) this.#empty()
    }
  }

  /** Writes what is left and closes. */
  end(): void {
    this.#empty()
    this.close()
  }

  /** Closes without what is left; does nothing a second time, nor where closing failed. */
  close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    giveBackPiece(this.#piece)
    try {
      this.#leaveDirect()
    } finally {
      closeSync(this.#plain)
    }
  }

  #empty(): void {
    for (let at = 0; at < this.#filled; ) at += this.#writeFrom(at)
    this.#position += this.#filled
    this.#filled = 0
  }

  /** Writes of the piece what it can from there on, and answers how much. */
  #writeFrom(at: number): number {
    const rest = this.#filled - at
    const whole = at % blockBytes === 0 ? rest - (rest % blockBytes) : 0
    if (this.#direct !== undefined && whole > 0) {
      try {
        return writeSync(this.#direct, this.#piece, at, whole, this.#position + at)
      } catch (error) {
        if (!isOfTheWay(error)) throw error
        this.#leaveDirect()
      }
    }
    return writeSync(this.#plain, this.#piece, at, Math.min(rest, writtenAtOnce), this.#position + at)
  }

  #leaveDirect(): void {
    const direct = this.#direct
    this.#direct = undefined
    if (direct !== undefined) closeSync(direct)
  }
}

/** Whether it is only so that the file system cannot write. */
function isOfTheWay(error: unknown): boolean {
  return hasErrorCode(error, 'EINVAL', 'ENOTSUP')
}
