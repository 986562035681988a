import { gone } from './ordinals.ts'

/** So many ordinals that follow each other are told by one number, where all that are kept move as far. */
const blockBits = 6

/** In place of how far a block moves: its ordinals do not all move as far. */
const apart = 0x7fffffff

/**
 * The ordinals that those of the last version become, told in little memory: lists of providers name them from one end to the other, and
 * what does not stay in the processor's cache it waits for.
 */
export class KeptOrdinals {
  /** A bit for each that is gone. */
  readonly goneBits: Uint32Array
  /** By block: how far it moves, or `apart`. */
  readonly moves: Int32Array
  /** By ordinal. */
  readonly exact: Uint32Array

  /** `exact` tells them one by one, or `gone`. */
  constructor(exact: Uint32Array) {
    this.exact = exact
    this.goneBits = new Uint32Array((exact.length >>> 5) + 1)
    this.moves = new Int32Array((exact.length >>> blockBits) + 1)
    for (let block = 0; block < this.moves.length; block++) this.moves[block] = this.moveOf(block << blockBits)
  }

  private moveOf(from: number): number {
    const { exact, goneBits } = this
    const to = Math.min(exact.length, from + 2 ** blockBits)
    let move = apart
    let isApart = false
    for (let ordinal = from; ordinal < to; ordinal++) {
      if (exact[ordinal] === gone) goneBits[ordinal >>> 5] |= 1 << (ordinal & 31)
      else if (move === apart) move = exact[ordinal] - ordinal
      else isApart ||= exact[ordinal] - ordinal !== move
    }
    return isApart ? apart : move
  }

  /** The ordinal that one becomes, or `gone`. */
  of(ordinal: number): number {
    if (((this.goneBits[ordinal >>> 5] >>> (ordinal & 31)) & 1) !== 0) return gone
    const move = this.moves[ordinal >>> blockBits]
    return move === apart ? this.exact[ordinal] : ordinal + move
  }
}
