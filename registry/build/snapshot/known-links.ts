/**
 * Links of providers with organizations that an earlier version has made, and whose of them hold: few organizations move in a week, and
 * of a hundred at one telephone only the first are shown.
 */
import type { Lists } from '#registry/read/lists'
import type { Compared } from './neighbour-links.ts'
import { NumberMap } from './number-map.ts'

/** The links of an earlier version, with the ordinals of this one. */
export interface KnownLinks {
  /** For each provider the number of its set there, or `unknownSet`. */
  setOf: Uint32Array
  /** A set that names who is no provider any more is that of nobody whose links hold. */
  sets: Lists
  moved: MovedOrganizations
}

/** In place of a set. */
export const unknownSet = 0xffffffff

/** Where organizations that moved were, and where they are: an entry for each of the two. */
export interface MovedOrganizations {
  addresses: Float64Array
  phones: Float64Array
  /** Of one that is no organization any more: whoever follows it has this ordinal or a higher one. */
  ordinals: Uint32Array
}

/** Of everybody, by ordinal, 1 for those whose links may be others than the known ones, or are not known. */
export function freshAmong(
  { setOf, moved }: KnownLinks,
  { addresses, phones, organizations }: Compared,
  shownMax: number,
): Uint8Array {
  const [atAddress, atPhone] = [new Places(addresses), new Places(phones)]
  for (const address of moved.addresses) atAddress.add(address)
  for (const phone of moved.phones) atPhone.add(phone)
  const lastAtAddress = atAddress.lastLookedAt(organizations, shownMax)
  const lastAtPhone = atPhone.lastLookedAt(organizations, shownMax)

  const isOtherAddress = new Uint8Array(atAddress.count)
  const isOtherPhone = new Uint8Array(atPhone.count)
  const pairs = new NumberMap()
  for (let at = 0; at < moved.ordinals.length; at++) {
    const ordinal = moved.ordinals[at]
    // Where others that have come stand before one that was looked at and has gone, these tell of the place.
    const [address, phone] = [atAddress.numberOfKey(moved.addresses[at]), atPhone.numberOfKey(moved.phones[at])]
    if (address !== none && ordinal <= lastAtAddress[address]) isOtherAddress[address] = 1
    if (phone !== none && ordinal <= lastAtPhone[phone]) isOtherPhone[phone] = 1
    const pair = pairOf(address, phone)
    if (pair !== 0 && pairs.get(pair) === -1) pairs.add(pair, 1)
  }

  const isFresh = new Uint8Array(setOf.length)
  for (let ordinal = 0; ordinal < setOf.length; ordinal++) {
    if (setOf[ordinal] === unknownSet) isFresh[ordinal] = 1
    const [address, phone] = [atAddress.numberOf(ordinal), atPhone.numberOf(ordinal)]
    if (address === none && phone === none) continue
    const pair = pairOf(address, phone)
    const isOther = (address !== none && isOtherAddress[address] === 1) || (phone !== none && isOtherPhone[phone] === 1)
    if (isOther || (pair !== 0 && pairs.get(pair) !== -1)) isFresh[ordinal] = 1
  }
  return isFresh
}

/**
 * The organizations that can be among the links of anybody who is fresh: those that share an address with one, and of those that share a
 * phone the first, for no more are looked at (`Places.lastLookedAt`).
 */
export function sharingWithFresh(
  { addresses, phones, organizations }: Compared,
  isFresh: Uint8Array,
  shownMax: number,
): Uint32Array {
  const [atAddress, atPhone] = [new Places(addresses), new Places(phones)]
  for (let ordinal = 0; ordinal < isFresh.length; ordinal++) {
    if (isFresh[ordinal] === 0) continue
    atAddress.add(addresses[ordinal])
    atPhone.add(phones[ordinal])
  }
  const lastAtPhone = atPhone.lastLookedAt(organizations, shownMax)
  return organizations.filter((ordinal) => {
    if (atAddress.numberOf(ordinal) !== none) return true
    const phone = atPhone.numberOf(ordinal)
    return phone !== none && ordinal <= lastAtPhone[phone]
  })
}

/** 0 where one of them is none. */
function pairOf(addressNumber: number, phoneNumber: number): number {
  return addressNumber === none || phoneNumber === none ? 0 : addressNumber * 2 ** 26 + phoneNumber + 1
}

const none = -1
const aboveAll = 0xffffffff

/** So many bits tell of nearly everybody that they are at none of the places: no more than stays in the processor's cache. */
const filterBits = 2 ** 20

/** Some of the addresses, or of the phones, by what they are compared by, and who is there. */
class Places {
  private readonly keys: Float64Array
  /** The lower half of each key as it stands in memory, at twice its place; of hashes it is as good as a hash. */
  private readonly halves: Uint32Array
  private readonly filter = new Uint32Array(filterBits / 32)
  private readonly numbers = new NumberMap()

  /** `keys` are those of everybody, 0 for none. */
  constructor(keys: Float64Array) {
    this.keys = keys
    this.halves = new Uint32Array(keys.buffer, keys.byteOffset, 2 * keys.length)
  }

  get count(): number {
    return this.numbers.size
  }

  add(key: number): void {
    if (key === 0 || this.numbers.get(key) !== -1) return
    this.numbers.add(key, this.numbers.size)
    one[0] = key
    const bit = lowerHalf[0] % filterBits
    this.filter[bit >>> 5] |= 1 << (bit & 31)
  }

  /** The number of the place where a provider is, or `none`. */
  numberOf(ordinal: number): number {
    const bit = this.halves[2 * ordinal] % filterBits
    if (((this.filter[bit >>> 5] >>> (bit & 31)) & 1) === 0) return none
    return this.numberOfKey(this.keys[ordinal])
  }

  numberOfKey(key: number): number {
    return key === 0 ? none : this.numbers.get(key)
  }

  /**
   * By the number of a place: of the organizations there the last that anybody looks at; a number above all ordinals where all are. Of
   * those at an address, at a phone or at both a provider looks at no more than it shows, and at itself: those it has met before it passes
   * over, but then they are among those it shows.
   */
  lastLookedAt(organizations: Uint32Array, shownMax: number): Uint32Array {
    const lasts = new Uint32Array(this.count).fill(aboveAll)
    const met = new Uint32Array(this.count)
    for (const ordinal of organizations) {
      const place = this.numberOf(ordinal)
      if (place === none) continue
      if (met[place]++ === shownMax) lasts[place] = ordinal
    }
    return lasts
  }
}

const one = new Float64Array(1)
const lowerHalf = new Uint32Array(one.buffer)
