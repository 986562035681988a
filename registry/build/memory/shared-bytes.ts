/**
 * Memory for what goes from one thread to another and back again. Threads share it, so that nothing is given away and V8 counts it for nobody:
 * memory that is given is counted each time it comes, and for every 64 MB of it the whole heap is marked, by four threads beside the
 * one it belongs to. As nobody counts it, what is let go of is collected late: it has to be used again. Whoever has asked a thread
 * leaves such memory alone until the answer has come.
 */
export function sharedBytes(length: number): Buffer<SharedArrayBuffer> {
  return Buffer.from(new SharedArrayBuffer(length))
}

/** Memory that nobody needs any more, for the next one. */
export class SpareMemory {
  readonly #pieces: SharedArrayBuffer[] = []

  put(piece: SharedArrayBuffer): void {
    if (piece.byteLength <= spareBytesMax) this.#pieces.push(piece)
  }

  take(): SharedArrayBuffer | undefined {
    return this.#pieces.pop()
  }
}

/** A larger piece is that of a rare case, and is not kept. */
const spareBytesMax = 64 * 1024 * 1024

/** Bytes that are much alike in length time after time: in `spare` where they have room, else in new memory with some room beyond. */
export function sharedBytesIn(spare: SharedArrayBuffer | undefined, length: number): Buffer<SharedArrayBuffer> {
  if (spare !== undefined && spare.byteLength >= length) return Buffer.from(spare, 0, length)
  return sharedBytes(Math.ceil(length * 1.25)).subarray(0, length)
}
