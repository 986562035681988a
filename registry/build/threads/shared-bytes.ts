/**
 * Memory for what goes from one thread to another and back again. Threads share it, so that nothing is given away and V8 counts it for nobody:
 * memory that is given is counted each time it comes, and for every 64 MB of it the whole heap is marked, by four threads beside the
 * one it belongs to. Whoever has asked a thread leaves such memory alone until the answer has come.
 */
export function sharedBytes(length: number): Buffer<SharedArrayBuffer> {
  return Buffer.from(new SharedArrayBuffer(length))
}

/** Bytes that are much alike in length time after time: in `spare`, which nobody needs any more, where they have room, else in new memory with some room beyond. */
export function sharedBytesIn(spare: SharedArrayBuffer | undefined, length: number): Buffer<SharedArrayBuffer> {
  if (spare !== undefined && spare.byteLength >= length) return Buffer.from(spare, 0, length)
  return sharedBytes(Math.ceil(length * 1.25)).subarray(0, length)
}
