import type { organizationIdsMax } from '#contract/providers'
import type { Lists } from '#registry/search/posting-lists'
import { isOrganizationFlag } from '#registry/search/providers'
import type { Batch } from '../join/batch.ts'
import { F64Column, U32Column } from '../memory/column.ts'
import { NumberMap, SetTable } from '../memory/tables.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { bearers, bearersOfSets } from './vocabulary.ts'

/**
 * Which organizations share a provider's practice address. CMS publishes no link between clinicians and organizations, so one
 * is derived: the same primary address and suite, or the same phone. Those that share both come first, then those at the
 * address, then those at the phone, each in the order of their NPIs; ten at most, and never the provider itself.
 */

/** Finds the organizations that each provider shares its primary address or phone with, and the other way round. */
export class Neighbors {
  private readonly addresses = new F64Column()
  private readonly phones = new F64Column()
  private readonly organizations = new U32Column()

  /** Providers are added in the order of their ordinals. */
  add({ flags, addressHashes, phoneHashes }: Batch): void {
    const first = this.addresses.length
    for (let index = 0; index < flags.length; index++) {
      if ((flags[index] & isOrganizationFlag) !== 0) this.organizations.push(first + index)
    }
    this.addresses.append(addressHashes)
    this.phones.append(phoneHashes)
  }

  /** All that links are made of; whoever makes them may give it to another thread. */
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

/** Links providers with the organizations that share their address or phone. Numbers in, numbers out: any thread can do it. */

/** As its type says, the registry takes no more from the contract than types. */
const neighborsMax: typeof organizationIdsMax = 10

/** By ordinal: what the primary address and the phone of each provider are compared by, 0 for none; and who is an organization. */
export interface Compared {
  addresses: Float64Array
  phones: Float64Array
  /** Ordinals, ascending. */
  organizations: Uint32Array
}

export interface NeighborLinks {
  /** For each provider the number of its set of organizations; sets name them by ordinal, the best match first. */
  setOf: Uint32Array
  sets: Lists
  /** For each organization that is in a set who shows it, end to end, and where each list begins and the last one ends. */
  named: Uint32Array
  starts: Uint32Array
  neighbors: Uint32Array
}

/** Links all providers. */
export function linkNeighbors(compared: Compared): NeighborLinks {
  const { sets, setOf } = linkSets(compared)
  const { starts, members } = bearersOfSets(setOf, sets, setOf.length)
  return { setOf, sets, ...namedAmong(compared.organizations, starts), neighbors: members }
}

/** Of the organizations those that anybody shows, by where the lists of who shows each ordinal begin. */
function namedAmong(organizations: Uint32Array, starts: Uint32Array): Pick<NeighborLinks, 'named' | 'starts'> {
  const named = organizations.filter((ordinal) => starts[ordinal + 1] > starts[ordinal])
  // The organizations between two named ones have no neighbors, so each list ends where the next named one's begins.
  const namedStarts = new Uint32Array(named.length + 1)
  for (let index = 0; index < named.length; index++) namedStarts[index] = starts[named[index]]
  namedStarts[named.length] = starts[starts.length - 1]
  return { named, starts: namedStarts }
}

/** Gives every provider a set. */
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
    // Individuals at one address and phone have the same links; there are a hundred of them in many places.
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

/** What organizations share with each other. */
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

  /** The links of a provider with those at an address and a phone, which are told by their groups. */
  of(self: number, address: number, phone: number): number[] {
    const links: number[] = []
    this.#atBoth.addTo(links, this.#byBoth.groupWith(pairOf(address, phone)), self, passNobody)
    // The two later lists skip those of the first: fewer than ten, or the links are complete before.
    this.#atAddress.addTo(links, address, self, phone === 0 ? passNobody : phone)
    this.#atPhone.addTo(links, phone, self, address === 0 ? passNobody : address)
    return links
  }
}

/** In place of a group that is passed over: nobody is. */
const passNobody = -1

/**
 * The organizations of each group, and of each the group of the other thing it has. They stand in the order in which they are looked at,
 * since millions of looks at one after the other's row would wait for memory at each.
 */
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

  /** Adds those of a group until there are as many links as are shown: all but the provider itself and those of the group `passed`. */
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

/** Organizations by something they share. A row is a place in the list of organizations; group 0 is that of none. */
class Shared {
  readonly groupOfRow: Uint32Array
  private readonly groups = new NumberMap()

  /** `keyOf` gives 0 for an organization without the thing. */
  constructor(organizations: Uint32Array, keyOf: (ordinal: number, row: number) => number) {
    this.groupOfRow = new Uint32Array(organizations.length)
    for (let row = 0; row < organizations.length; row++) {
      this.groupOfRow[row] = this.groupFor(keyOf(organizations[row], row))
    }
  }

  /** The rows of each group, in the order of NPIs; none of group 0. Puts them together anew. */
  rowsByGroup(): Lists {
    return bearers(this.groupOfRow.length, this.groups.size + 1, (row, visit) => {
      if (this.groupOfRow[row] !== 0) visit(this.groupOfRow[row])
    })
  }

  groupWith(key: number): number {
    return key === 0 ? 0 : Math.max(0, this.groups.get(key))
  }

  /** The same, of a key that may be new. */
  private groupFor(key: number): number {
    const known = this.groupWith(key)
    if (known !== 0 || key === 0) return known
    this.groups.add(key, this.groups.size + 1)
    return this.groups.size
  }
}
