/**
 * Derives which organizations share a provider's primary address and suite, or phone; CMS publishes no such link. Those
 * that share both come first, then address, then phone, each by NPI; ten at most.
 */
import type { organizationIdsMax } from '#contract/providers'
import { inverted, type Lists } from '#registry/search/posting-lists'
import { isOrganizationFlag } from '#registry/search/providers'
import type { Batch } from '../join/batch.ts'
import { F64Column, U32Column } from '../memory/column.ts'
import { NumberMap, SetTable } from '../memory/tables.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { invertedSets } from './vocabulary.ts'

export class Neighbors {
  private readonly addresses = new F64Column()
  private readonly phones = new F64Column()
  private readonly organizations = new U32Column()

  add({ flags, addressHashes, phoneHashes }: Batch): void {
    const first = this.addresses.length
    for (let index = 0; index < flags.length; index++) {
      if ((flags[index] & isOrganizationFlag) !== 0) this.organizations.push(first + index)
    }
    this.addresses.append(addressHashes)
    this.phones.append(phoneHashes)
  }

  compared(): Compared {
    return {
      addresses: this.addresses.whole(),
      phones: this.phones.whole(),
      organizations: this.organizations.whole(),
    }
  }
}

export function writeNeighbors(folder: SnapshotFolder, links: NeighborLinks): void {
  folder.array('organization-sets', links.setOf)
  folder.array('organization-set-starts', links.sets.starts)
  folder.array('organization-set-members', links.sets.members)
  folder.array('neighboured-organizations', links.named)
  folder.array('neighbour-starts', links.starts)
  folder.list('neighbours', links.neighbors)
}

/** The registry takes only types from the contract. */
const neighborsMax: typeof organizationIdsMax = 10

/** By ordinal: hashes of primary address and phone, 0 for none. */
export interface Compared {
  addresses: Float64Array
  phones: Float64Array
  organizations: Uint32Array
}

export interface NeighborLinks {
  /** For each provider the number of its set of organizations. Sets hold ordinals, the best match first. */
  setOf: Uint32Array
  sets: Lists
  /** The organizations in any set, and for each the providers that show it: lists end to end, and where each begins. */
  named: Uint32Array
  starts: Uint32Array
  neighbors: Uint32Array
}

export function linkNeighbors(compared: Compared): NeighborLinks {
  const { sets, setOf } = linkSets(compared)
  const { starts, members } = invertedSets(setOf, sets, setOf.length)
  return { setOf, sets, ...namedAmong(compared.organizations, starts), neighbors: members }
}

function namedAmong(organizations: Uint32Array, starts: Uint32Array): Pick<NeighborLinks, 'named' | 'starts'> {
  const named = organizations.filter((ordinal) => starts[ordinal + 1] > starts[ordinal])
  // Organizations between two named ones have no neighbors, so their lists are empty.
  const namedStarts = new Uint32Array(named.length + 1)
  for (let index = 0; index < named.length; index++) namedStarts[index] = starts[named[index]]
  namedStarts[named.length] = starts[starts.length - 1]
  return { named, starts: namedStarts }
}

function linkSets(compared: Compared): Pick<NeighborLinks, 'setOf' | 'sets'> {
  const { addresses, phones, organizations } = compared
  const sets = new SetTable()
  const setOf = new Uint32Array(addresses.length)
  const links = new Links(compared)
  const setOfPair = new NumberMap()
  const setFor = (ordinal: number, isOrganization: boolean): number => {
    const address = links.byAddress.groupWith(addresses[ordinal])
    const phone = links.byPhone.groupWith(phones[ordinal])
    if (isOrganization) return sets.numberOf(links.of(ordinal, address, phone))
    // Individuals at one address and phone have the same links.
    const pair = address * 2 ** 26 + phone + 1
    const known = setOfPair.get(pair)
    if (known !== -1) return known
    const set = sets.numberOf(links.of(ordinal, address, phone))
    setOfPair.add(pair, set)
    return set
  }

  let row = 0
  for (let ordinal = 0; ordinal < addresses.length; ordinal++) {
    const isOrganization = organizations[row] === ordinal
    if (isOrganization) row++
    setOf[ordinal] = setFor(ordinal, isOrganization)
  }
  return { sets: sets.lists(), setOf }
}

class Links {
  readonly byAddress: Shared
  readonly byPhone: Shared
  readonly #byBoth: Shared
  readonly #atAddress: Sharers
  readonly #atPhone: Sharers
  readonly #atBoth: Sharers

  constructor({ addresses, phones, organizations }: Compared) {
    this.byAddress = new Shared(organizations, (ordinal) => addresses[ordinal])
    this.byPhone = new Shared(organizations, (ordinal) => phones[ordinal])
    const [addressOf, phoneOf] = [this.byAddress.groupOfRow, this.byPhone.groupOfRow]
    this.#byBoth = new Shared(organizations, (_, row) => pairOf(addressOf[row], phoneOf[row]))
    this.#atAddress = new Sharers(this.byAddress, organizations, phoneOf)
    this.#atPhone = new Sharers(this.byPhone, organizations, addressOf)
    this.#atBoth = new Sharers(this.#byBoth, organizations, phoneOf)
  }

  of(self: number, address: number, phone: number): number[] {
    const links: number[] = []
    this.#atBoth.addTo(links, this.#byBoth.groupWith(pairOf(address, phone)), self, passNobody)
    // These skip the organizations of the first list: fewer than ten, or the links are complete.
    this.#atAddress.addTo(links, address, self, phone === 0 ? passNobody : phone)
    this.#atPhone.addTo(links, phone, self, address === 0 ? passNobody : address)
    return links
  }
}

/** In place of a group to skip: none. */
const passNobody = -1

/** The organizations of each group, with the other group of each: in the order in which they are read. */
class Sharers {
  readonly #starts: Uint32Array
  readonly #ordinals: Uint32Array
  readonly #others: Uint32Array

  constructor(shared: Shared, ordinalOf: Uint32Array, otherOf: Uint32Array) {
    const { starts, members } = shared.rowsByGroup()
    this.#starts = starts
    this.#ordinals = new Uint32Array(members.length)
    this.#others = new Uint32Array(members.length)
    for (let at = 0; at < members.length; at++) {
      this.#ordinals[at] = ordinalOf[members[at]]
      this.#others[at] = otherOf[members[at]]
    }
  }

  /** Adds up to `neighborsMax` links, but not the provider itself or those also in group `passed`. */
  addTo(links: number[], group: number, self: number, passed: number): void {
    const end = this.#starts[group + 1]
    for (let at = this.#starts[group]; at < end && links.length < neighborsMax; at++) {
      if (this.#ordinals[at] !== self && this.#others[at] !== passed) links.push(this.#ordinals[at])
    }
  }
}

/** 0 where one of them is none. */
function pairOf(address: number, phone: number): number {
  return address === 0 || phone === 0 ? 0 : address * 2 ** 26 + phone
}

/** Organizations grouped by what they share. Group 0 is that of none. */
class Shared {
  readonly groupOfRow: Uint32Array
  private readonly groups = new NumberMap()

  /** `keyOf` returns 0 for an organization without the thing. */
  constructor(organizations: Uint32Array, keyOf: (ordinal: number, row: number) => number) {
    this.groupOfRow = new Uint32Array(organizations.length)
    for (let row = 0; row < organizations.length; row++) {
      this.groupOfRow[row] = this.groupFor(keyOf(organizations[row], row))
    }
  }

  rowsByGroup(): Lists {
    return inverted(this.groupOfRow.length, this.groups.size + 1, (row, visit) => {
      if (this.groupOfRow[row] !== 0) visit(this.groupOfRow[row])
    })
  }

  groupWith(key: number): number {
    return key === 0 ? 0 : Math.max(0, this.groups.get(key))
  }

  private groupFor(key: number): number {
    const known = this.groupWith(key)
    if (known !== 0 || key === 0) return known
    this.groups.add(key, this.groups.size + 1)
    return this.groups.size
  }
}
