/** Columns in memory that threads share, so that none is given a copy. */

/** `length` whole numbers from 0 to 255, all 0. */
export function sharedU8(length: number): Uint8Array {
  return new Uint8Array(new SharedArrayBuffer(length))
}

/** `length` whole numbers from 0 to 2^32 - 1, all 0. */
export function sharedU32(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT))
}

/** `length` numbers, all 0. */
export function sharedF64(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT))
}
