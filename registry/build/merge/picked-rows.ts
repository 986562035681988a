/** Looks through rows for those about changed NPIs, a piece of a file at a time, so that several can be looked through at once. */
import { Bits, wordsFor } from '#registry/read/bits'
import { messageOf } from '#registry/read/thrown'
import { Bytes } from '../render/bytes.ts'
import { eachRow, type PlacedPiece } from '../staging/rows-file.ts'
import { fileOfRow, npiOfRow, setFileOfRow } from '../staging/staged-rows.ts'
import { sharedU32 } from './shared-columns.ts'

export interface PickTask {
  piece: PlacedPiece
  /** By the number that the rows have for a file: its place among the merged files; rows of a file with -1 are passed over. */
  places: readonly number[]
  changed: Uint32Array
}

export interface PickAnswer {
  /** With the places of the merged files. */
  rows: Uint8Array<ArrayBuffer>
  /** Why the piece is not what was written; the rows may be wrong then. */
  fault: string | undefined
}

export function pickRows({ piece, places, changed }: PickTask): PickAnswer {
  const picked = new Bytes()
  const npis = new ChangedNpis(changed)
  let fault: string | undefined
  try {
    eachRow(piece, (bytes, at, end) => {
      if (!npis.has(npiOfRow(bytes, at))) return
      const place = places[fileOfRow(bytes, at)] ?? -1
      if (place === -1) return
      setFileOfRow(bytes, at, place)
      picked.copy(bytes, at, end)
    })
  } catch (error) {
    fault = messageOf(error)
  }
  return { rows: picked.take(), fault }
}

/** NPIs, told by their nine digits before the check digit, in memory that threads share. */
export class ChangedNpis {
  readonly words: Uint32Array
  readonly #bits: Bits

  constructor(words: Uint32Array = sharedU32(wordsFor(nineDigits))) {
    this.words = words
    this.#bits = new Bits(nineDigits, words)
  }

  add(npi: number): void {
    this.#bits.put(placeOf(npi))
  }

  has(npi: number): boolean {
    return this.#bits.has(placeOf(npi))
  }
}

const nineDigitsMin = 100_000_000
const nineDigits = 200_000_000

function placeOf(npi: number): number {
  return Math.floor(npi / 10) - nineDigitsMin
}
