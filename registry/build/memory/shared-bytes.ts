/**
 * Memory that threads share and use again. V8 collects garbage again and again for transferred memory, but frees shared
 * memory late.
 */
export function sharedBytes(length: number): Buffer<SharedArrayBuffer> {
  return Buffer.from(new SharedArrayBuffer(length))
}

export class SpareMemory {
  readonly #pieces: SharedArrayBuffer[] = []

  put(piece: SharedArrayBuffer): void {
    if (piece.byteLength <= spareBytesMax) this.#pieces.push(piece)
  }

  take(): SharedArrayBuffer | undefined {
    return this.#pieces.pop()
  }
}

/** A larger piece is rare, and is not kept. */
const spareBytesMax = 64 * 1024 * 1024

/** In `spare` where that has room, else in new memory with some room beyond. */
export function sharedBytesIn(spare: SharedArrayBuffer | undefined, length: number): Buffer<SharedArrayBuffer> {
  if (spare !== undefined && spare.byteLength >= length) return Buffer.from(spare, 0, length)
  return sharedBytes(Math.ceil(length * 1.25)).subarray(0, length)
}
