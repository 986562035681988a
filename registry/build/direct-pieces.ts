/** What reading and writing past the memory that the system keeps files in have in common: its blocks, and memory that begins at one. */

/** Past the system, files are read and written by whole blocks, in memory and in the file; what is left at the end of a file is read too. No disk has larger ones. */
export const blockBytes = 4096

/** Large enough that the asking costs nothing beside the reading and writing. */
export const pieceBytes = 1024 * 1024
const wasmPageBytes = 64 * 1024

/** Pieces of files that were closed: making them anew for each would keep the collector busy. */
const spare: Buffer[] = []

/** Memory that begins at a page, as that of WebAssembly does; any other, from which nothing comes but by the system, where the process may not have so much room for addresses. */
export function takePiece(): Buffer {
  const used = spare.pop()
  if (used !== undefined) return used
  const pages = pieceBytes / wasmPageBytes
  try {
    return Buffer.from(new WebAssembly.Memory({ initial: pages, maximum: pages }).buffer)
  } catch {
    return Buffer.allocUnsafeSlow(pieceBytes)
  }
}

/** Takes a piece back that nobody reads or writes any more. */
export function giveBackPiece(piece: Buffer): void {
  spare.push(piece)
}
