/**
 * Finds an NPI among ascending ones. A binary search in nine million waits for the memory a dozen times; here a table tells, by an NPI's
 * leading bits, between which places it stands, and there are eight to sixteen NPIs between two of these. Where NPIs crowd, it is a binary
 * search among those that share their leading bits.
 */
import { lowerBound } from './posting-lists.ts'

/** So many NPIs share their leading bits, on average, or up to twice as many: the table takes an eighth of their memory at most. */
const npisPerBlock = 8

export class NpiPlaces {
  private readonly npis: Uint32Array
  private readonly first: number
  private readonly shift: number
  /** By leading bits, the place of the first NPI that has them or higher ones. */
  private readonly starts: Uint32Array

  constructor(npis: Uint32Array) {
    this.npis = npis
    const { length } = npis
    this.first = length === 0 ? 0 : npis[0]
    const span = length === 0 ? 0 : npis[length - 1] - this.first
    let shift = 0
    while (shift < 31 && span >>> shift > length / npisPerBlock) shift++
    this.shift = shift
    this.starts = new Uint32Array((span >>> shift) + 2)
    for (let place = 0, block = 0; block < this.starts.length; block++) {
      while (place < length && (npis[place] - this.first) >>> shift < block) place++
      this.starts[block] = place
    }
  }

  /** The place of an NPI, or undefined when it is not among them. */
  of(npi: number): number | undefined {
    const { npis, starts } = this
    const block = (npi - this.first) >>> this.shift
    if (npi < this.first || block >= starts.length - 1) return undefined
    const place = lowerBound(npis, npi, starts[block], starts[block + 1])
    return npis[place] === npi ? place : undefined
  }
}
