/**
 * Links of providers with organizations that an earlier version has made, and whose of them hold: few organizations move in a week, and
 * of a hundred at one telephone only the first are shown.
 */
import type { Lists } from '#registry/read/lists'
import { NumberMap } from './number-map.ts'
import type { SetTable } from './set-table.ts'
import type { Shared } from './shared-things.ts'

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
  /** Those that are where they were not before. */
  hasCome: ReadonlySet<number>
}

/** The organizations there are, by what they share, and how many of them a provider shows at most. */
interface Organizations {
  shownMax: number
  organizations: Uint32Array
  byAddress: Shared
  byPhone: Shared
}

/** The sets of those whose links hold. */
export class KnownSets {
  private readonly known: KnownLinks
  private readonly sets: SetTable
  /** By number of an earlier set: its number in the table, or `unknownSet`. */
  private readonly numbers: Uint32Array
  private readonly addresses = new Things()
  private readonly phones = new Things()
  /** Address and phone of each that moved. */
  private readonly pairs = new NumberMap()

  constructor(known: KnownLinks, organizations: Organizations, sets: SetTable) {
    this.known = known
    this.sets = sets
    this.numbers = new Uint32Array(known.sets.starts.length - 1).fill(unknownSet)
    const { moved } = known
    for (let at = 0; at < moved.ordinals.length; at++) {
      const [address, phone] = [moved.addresses[at], moved.phones[at]]
      const isShownAt = (shared: Shared, key: number) => isShown(shared.rowsWith(key), organizations, moved, at)
      const addressNumber = this.addresses.add(address, isShownAt(organizations.byAddress, address))
      const phoneNumber = this.phones.add(phone, isShownAt(organizations.byPhone, phone))
      const pair = pairOf(addressNumber, phoneNumber)
      if (pair !== 0 && this.pairs.get(pair) === -1) this.pairs.add(pair, 1)
    }
  }

  /** The set of a provider at an address and a phone, or `unknownSet`. */
  setOf(ordinal: number, address: number, phone: number): number {
    const set = this.known.setOf[ordinal]
    if (set === unknownSet || this.mayBeOther(address, phone)) return unknownSet
    if (this.numbers[set] === unknownSet) {
      const { starts, members } = this.known.sets
      this.numbers[set] = this.sets.numberOf(members.subarray(starts[set], starts[set + 1]))
    }
    return this.numbers[set]
  }

  private mayBeOther(address: number, phone: number): boolean {
    const [addressNumber, phoneNumber] = [this.addresses.numberOf(address), this.phones.numberOf(phone)]
    if (this.addresses.isOther(addressNumber) || this.phones.isOther(phoneNumber)) return true
    const pair = pairOf(addressNumber, phoneNumber)
    return pair !== 0 && this.pairs.get(pair) !== -1
  }
}

/**
 * Whether anybody may show an organization that moved, by its place among those that share something with it and did not move. Of a
 * list of organizations at an address, at a phone or at both a provider looks at no more than it shows, and at itself: those it has met
 * in an earlier list it passes over, but then they are among those it shows.
 */
function isShown(
  rows: Uint32Array,
  { shownMax, organizations }: Organizations,
  { ordinals, hasCome }: MovedOrganizations,
  at: number,
): boolean {
  let before = 0
  for (const row of rows) {
    if (organizations[row] >= ordinals[at] || before > shownMax) break
    if (!hasCome.has(organizations[row])) before++
  }
  return before <= shownMax
}

/** 0 where one of them is none. */
function pairOf(addressNumber: number, phoneNumber: number): number {
  return addressNumber === none || phoneNumber === none ? 0 : addressNumber * 2 ** 26 + phoneNumber + 1
}

const none = -1

/** Addresses, or phones, by what they are compared by: those at which an organization moved in or out. */
class Things {
  private readonly numbers = new NumberMap()
  private readonly others: boolean[] = []

  /** `isOther` says whether the organizations that are shown there may be others. */
  add(key: number, isOther: boolean): number {
    if (key === 0) return none
    let number = this.numbers.get(key)
    if (number === -1) {
      number = this.others.length
      this.numbers.add(key, number)
      this.others.push(false)
    }
    this.others[number] ||= isOther
    return number
  }

  numberOf(key: number): number {
    return key === 0 ? none : this.numbers.get(key)
  }

  isOther(number: number): boolean {
    return number !== none && this.others[number]
  }
}
