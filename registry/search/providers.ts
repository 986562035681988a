/** A provider's ordinal is its place in the order of NPIs. */
import { Bits, takeNumbers, wordsFor } from './bits.ts'
import { lowerBound } from './posting-lists.ts'
import type { Resource } from './query.ts'
import type { SnapshotFiles } from './snapshot.ts'

export const isOrganizationFlag = 1
export const isDoctorFlag = 2
export const isMaleFlag = 4
export const isFemaleFlag = 8

/** Has reviews; is rated by CMS. A snapshot has no bits of these. */
export const hasReviewsFlag = 16
export const hasRatingFlag = 32

/** In the order of a snapshot's bits. */
export const flagsInOrder = [isOrganizationFlag, isDoctorFlag, isMaleFlag, isFemaleFlag]

export class Providers {
  readonly npis: Uint32Array
  private readonly places: NpiPlaces
  readonly flags: Uint8Array
  /** In the order of `flagsInOrder`. */
  private readonly bitsOfFlags: Bits[]
  private readonly deactivatedNpis: Uint32Array
  private readonly deactivatedOn: Uint32Array
  private readonly replacementNpis: Uint32Array
  private readonly counts = new Map<string, number>()

  constructor(files: SnapshotFiles) {
    this.npis = files.u32('npis')
    this.places = new NpiPlaces(this.npis)
    this.flags = files.u8('flags')
    const bits = files.u32('flag-bits')
    const words = wordsFor(this.count)
    this.bitsOfFlags = flagsInOrder.map(
      (_, place) => new Bits(this.count, bits.subarray(place * words, (place + 1) * words)),
    )
    this.deactivatedNpis = files.u32('deactivated-npis')
    this.deactivatedOn = files.u32('deactivated-on')
    this.replacementNpis = files.u32('replacement-npis')
  }

  get count(): number {
    return this.npis.length
  }

  /** Undefined when no active provider has this NPI. */
  ordinalOf(npi: number): number | undefined {
    return this.places.of(npi)
  }

  /** The ordinals of known NPIs, ascending, without duplicates; valid until the next search. */
  ordinalsOf(npis: readonly number[]): Uint32Array {
    const ordinals: number[] = []
    for (const npi of npis) {
      const ordinal = this.ordinalOf(npi)
      if (ordinal !== undefined && !ordinals.includes(ordinal)) ordinals.push(ordinal)
    }
    if (ordinals.length > 1) ordinals.sort((a, b) => a - b)
    const list = takeNumbers(ordinals.length)
    // For few numbers a loop is faster than `set`.
    for (let index = 0; index < ordinals.length; index++) list[index] = ordinals[index]
    return list
  }

  /** Undefined when it was not deactivated. */
  deactivationOf(npi: number): { deactivatedOn: string; replacementNpi?: number } | undefined {
    const place = lowerBound(this.deactivatedNpis, npi, 0, this.deactivatedNpis.length)
    if (this.deactivatedNpis[place] !== npi) return undefined
    const digits = String(this.deactivatedOn[place]).padStart(8, '0')
    const deactivatedOn = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
    const replacementNpi = this.replacementNpis[place]
    return replacementNpi === 0 ? { deactivatedOn } : { deactivatedOn, replacementNpi }
  }

  /** How many providers have exactly `value` under the mask. */
  countWith(mask: number, value: number): number {
    const key = `${mask} ${value}`
    const known = this.counts.get(key)
    if (known !== undefined) return known
    const providers = Bits.all(this.count)
    this.keepMatching(providers, mask, value)
    const count = providers.count()
    this.counts.set(key, count)
    return count
  }

  countAmong(ordinals: Uint32Array, mask: number, value: number): number {
    const place = flagsInOrder.indexOf(mask)
    if (place !== -1) {
      const count = this.bitsOfFlags[place].countAmong(ordinals, 0, ordinals.length)
      return value === 0 ? ordinals.length - count : count
    }
    let count = 0
    for (let index = 0; index < ordinals.length; index++) if ((this.flags[ordinals[index]] & mask) === value) count++
    return count
  }

  keepMatching(providers: Bits, mask: number, value: number): void {
    for (const [place, flag] of flagsInOrder.entries()) {
      if ((mask & flag) === 0) continue
      if ((value & flag) === 0) providers.andNot(this.bitsOfFlags[place])
      else providers.and(this.bitsOfFlags[place])
    }
  }

  isDoctor(ordinal: number): boolean {
    return (this.flags[ordinal] & isDoctorFlag) !== 0
  }

  resourceOf(ordinal: number): 'individuals' | 'organizations' {
    return (this.flags[ordinal] & isOrganizationFlag) === 0 ? 'individuals' : 'organizations'
  }
}

/** Providers of a resource have exactly `value` under `mask`. */
export const flagsOfResource = {
  doctors: { mask: isDoctorFlag, value: isDoctorFlag },
  individuals: { mask: isOrganizationFlag, value: 0 },
  organizations: { mask: isOrganizationFlag, value: isOrganizationFlag },
} as const satisfies Record<Resource, { mask: number; value: number }>

/** Finds an NPI by a table of leading bits, which leaves eight or sixteen for the binary search. */

/** An eighth of the NPIs' memory at most. */
const npisPerBlock = 8

export class NpiPlaces {
  private readonly npis: Uint32Array
  private readonly first: number
  private readonly shift: number
  /** The first NPI with these leading bits or higher. */
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

  of(npi: number): number | undefined {
    const { npis, starts } = this
    const block = (npi - this.first) >>> this.shift
    if (npi < this.first || block >= starts.length - 1) return undefined
    const place = lowerBound(npis, npi, starts[block], starts[block + 1])
    return npis[place] === npi ? place : undefined
  }
}
