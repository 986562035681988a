/**
 * Files of gigabytes that are read once, past the memory that the system keeps files in, where the file system can do that. To find room for
 * them there takes a system longer than to read them, and a virtual machine that is given memory as it touches it ten times as long; and it lets
 * go of what is asked for again.
 */
import { closeSync, constants, fstatSync, openSync, read, readSync } from 'node:fs'
import { promisify } from 'node:util'
import { blockBytes, giveBackPiece, pieceBytes, takePiece } from './direct-pieces.ts'

const readPart = promisify(read)

interface Opened {
  /** Reads past the system's memory, from whole blocks on; absent where that cannot be. */
  direct?: number
  plain: number
}

/** Some file systems say only when they are to read that they cannot do it past the system's memory: what fails so is to be read plainly. */
function opened(path: string): Opened {
  const plain = openSync(path, 'r')
  const flag: number | undefined = constants.O_DIRECT
  try {
    return flag === undefined ? { plain } : { direct: openSync(path, constants.O_RDONLY | flag), plain }
  } catch {
    return { plain }
  }
}

function close({ direct, plain }: Opened): void {
  if (direct !== undefined) closeSync(direct)
  closeSync(plain)
}

/** The bytes of a file, or from a place in it up to another, in chunks that each hold until the next is asked for, while that is read. */
export async function* fileChunks(path: string, from = 0, to = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
  let [piece, next] = [takePiece(), takePiece()]
  const file = opened(path)
  const readAt = (position: number, into: Buffer) => {
    // The end of a file, and what a file system gave a part of, is no end of a block.
    const direct = position % blockBytes === 0 ? file.direct : undefined
    const plainly = () => readPart(file.plain, into, 0, pieceBytes, position)
    const read = direct === undefined ? plainly() : readPart(direct, into, 0, pieceBytes, position).catch(plainly)
    // It is told to whoever asks for the chunk, who may have something else to do until then.
    read.catch(() => {})
    return read
  }
  let position = from - (from % blockBytes)
  let reading = readAt(position, piece)
  try {
    while (position < to) {
      const { bytesRead } = await reading
      if (bytesRead === 0) return
      const start = Math.max(from - position, 0)
      const end = Math.min(to - position, bytesRead)
      position += bytesRead
      if (position < to) reading = readAt(position, next)
      if (start < end) yield piece.subarray(start, end)
      ;[piece, next] = [next, piece]
    }
  } finally {
    // Nothing else may read into these meanwhile, nor close what is read.
    await Promise.allSettled([reading])
    close(file)
    giveBackPiece(piece)
    giveBackPiece(next)
  }
}

/** For single things here and there in a file. */
export const hereAndThere = 2 * blockBytes

/** A file that is read in its order, more or less. What stands in the piece that was read last is there at once. */
export class DirectFile {
  readonly bytes: number
  readonly #file: Opened
  readonly #piece = takePiece()
  /** What of the file the piece holds. */
  #start = 0
  #end = 0
  readonly #bytesAtOnce: number

  /** So many bytes are read at a time. */
  constructor(path: string, bytesAtOnce = pieceBytes) {
    this.#bytesAtOnce = bytesAtOnce
    this.#file = opened(path)
    this.bytes = fstatSync(this.#file.plain).size
  }

  /** Reads at most `length` bytes that stand at `position` into `target` from `at` on, and answers how many: none only at the end of the file. */
  read(target: Uint8Array, at: number, length: number, position: number): number {
    if (position < this.#start || position >= this.#end) this.#move(position)
    const from = position - this.#start
    const bytes = this.#piece.subarray(from, Math.min(from + length, this.#end - this.#start))
    target.set(bytes, at)
    return bytes.length
  }

  close(): void {
    close(this.#file)
    giveBackPiece(this.#piece)
  }

  #move(position: number): void {
    const start = position - (position % blockBytes)
    const bytes = this.#readAt(start)
    this.#start = start
    this.#end = start + bytes
  }

  #readAt(start: number): number {
    const { direct, plain } = this.#file
    const readBy = (fd: number) => readSync(fd, this.#piece, 0, this.#bytesAtOnce, start)
    if (direct === undefined) return readBy(plain)
    try {
      return readBy(direct)
    } catch {
      return readBy(plain)
    }
  }
}
