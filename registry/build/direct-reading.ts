/**
 * Files of gigabytes that are read once, past the memory that the system keeps files in, where the file system can do that. To find room for
 * them there takes a system longer than to read them, and a virtual machine that is given memory as it touches it ten times as long; and it lets
 * go of what is asked for again.
 */
import { closeSync, constants, fstatSync, openSync, read, readSync } from 'node:fs'
import { promisify } from 'node:util'

const readPart = promisify(read)

/** Reading past the system begins at whole blocks, in memory and in the file, and ends at them but for the end of the file. No disk has larger ones. */
const blockBytes = 4096

/** Large enough that the asking costs nothing beside the reading. */
const pieceBytes = 1024 * 1024
const wasmPageBytes = 64 * 1024

/** Pieces of files that were closed: making them anew for each would keep the collector busy. */
const spare: Buffer[] = []

/** Memory that begins at a page, as only that of WebAssembly does. */
function takePiece(): Buffer {
  const pages = pieceBytes / wasmPageBytes
  return spare.pop() ?? Buffer.from(new WebAssembly.Memory({ initial: pages, maximum: pages }).buffer)
}

interface Opened {
  /** Reads past the system's memory, from whole blocks on; absent where that cannot be. */
  direct?: number
  plain: number
}

/** Opens a file; some file systems say only when they are to read, into `piece`, that they cannot do it past the system's memory. */
function opened(path: string, piece: Buffer): Opened {
  const plain = openSync(path, 'r')
  const flag: number | undefined = constants.O_DIRECT
  if (flag === undefined) return { plain }
  let direct: number | undefined
  try {
    direct = openSync(path, constants.O_RDONLY | flag)
    readSync(direct, piece, 0, blockBytes, 0)
    return { direct, plain }
  } catch {
    if (direct !== undefined) closeSync(direct)
    return { plain }
  }
}

function close({ direct, plain }: Opened): void {
  if (direct !== undefined) closeSync(direct)
  closeSync(plain)
}

/** The bytes of a file, in chunks that each hold until the next is asked for, while that is read. */
export async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  let [piece, next] = [takePiece(), takePiece()]
  const file = opened(path, piece)
  const readAt = (position: number, into: Buffer) => {
    // The end of a file, and what a file system gave a part of, is no end of a block.
    const fd = position % blockBytes === 0 ? (file.direct ?? file.plain) : file.plain
    const read = readPart(fd, into, 0, pieceBytes, position)
    // It is told to whoever asks for the chunk, who may have something else to do until then.
    read.catch(() => {})
    return read
  }
  let reading = readAt(0, piece)
  try {
    for (let position = 0; ; ) {
      const { bytesRead } = await reading
      if (bytesRead === 0) return
      position += bytesRead
      reading = readAt(position, next)
      yield piece.subarray(0, bytesRead)
      ;[piece, next] = [next, piece]
    }
  } finally {
    // Nothing else may read into these meanwhile, nor close what is read.
    await Promise.allSettled([reading])
    close(file)
    spare.push(piece, next)
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
    this.#file = opened(path, this.#piece)
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
    spare.push(this.#piece)
  }

  #move(position: number): void {
    this.#start = position - (position % blockBytes)
    const { direct, plain } = this.#file
    this.#end = this.#start + readSync(direct ?? plain, this.#piece, 0, this.#bytesAtOnce, this.#start)
  }
}
