/** Links providers with the organizations that share their address or phone. Numbers in, numbers out: any thread can do it. */
import type { organizationIdsMax } from '#contract/providers'
import type { Lists } from '#registry/read/lists'
import { columnOfU32 } from './column.ts'
import { type KnownLinks, KnownSets, unknownSet } from './known-links.ts'
import { NumberMap } from './number-map.ts'
import { SetTable } from './set-table.ts'
import { Shared } from './shared-things.ts'
import { bearersOfSets } from './vocabulary.ts'

/** As its type says, the registry takes no more from the contract than types. */
const neighboursMax: typeof organizationIdsMax = 10

/** By ordinal: what the primary address and the phone of each provider are compared by, 0 for none; and who is an organization. */
export interface Compared {
  addresses: Float64Array
  phones: Float64Array
  /** Ordinals, ascending. */
  organizations: Uint32Array
}

export interface NeighbourLinks {
  /** For each provider the number of its set of organizations; sets name them by ordinal, the best match first. */
  setOf: Uint32Array
  sets: Lists
  /** For each organization that is in a set who shows it, end to end, and where each list begins and the last one ends. */
  named: Uint32Array
  starts: Uint32Array
  neighbours: Uint32Array
}

/** The sets of organizations that providers show, and whose are not of an earlier version. */
export interface LinkedSets extends Pick<NeighbourLinks, 'setOf' | 'sets'> {
  /** Ordinals, ascending. */
  fresh: Uint32Array
}

/** Links all providers. */
export function linkNeighbours(compared: Compared): NeighbourLinks {
  const { sets, setOf } = linkSets(compared)
  return { setOf, sets, ...namedAmong(compared.organizations, bearersOfSets(setOf, sets, setOf.length)) }
}

/** Of the organizations those that anybody shows, by lists of who shows each ordinal. */
export function namedAmong(
  organizations: Uint32Array,
  { starts, members }: Lists,
): Pick<NeighbourLinks, 'named' | 'starts' | 'neighbours'> {
  const named = organizations.filter((ordinal) => starts[ordinal + 1] > starts[ordinal])
  // The organizations between two named ones have no neighbours, so each list ends where the next named one's begins.
  const namedStarts = new Uint32Array(named.length + 1)
  for (let index = 0; index < named.length; index++) namedStarts[index] = starts[named[index]]
  namedStarts[named.length] = members.length
  return { named, starts: namedStarts, neighbours: members }
}

/** Gives everybody a set; of those whose links are `known` and cannot have changed, the one there. */
export function linkSets({ addresses, phones, organizations }: Compared, known?: KnownLinks): LinkedSets {
  const byAddress = new Shared(organizations, (ordinal) => addresses[ordinal])
  const byPhone = new Shared(organizations, (ordinal) => phones[ordinal])
  const pairOf = (address: number, phone: number) => (address === 0 || phone === 0 ? 0 : address * 2 ** 26 + phone)
  const byBoth = new Shared(organizations, (_, row) => pairOf(byAddress.groupOfRow[row], byPhone.groupOfRow[row]))

  const linksOf = (self: number, address: number, phone: number): number[] => {
    const links: number[] = []
    // The two later lists skip those of the first: fewer than ten, or the links are complete before.
    const add = (rows: Uint32Array, isTaken: (row: number) => boolean) => {
      for (const row of rows) {
        if (links.length === neighboursMax) return
        if (organizations[row] !== self && !isTaken(row)) links.push(organizations[row])
      }
    }
    add(byBoth.rowsWith(pairOf(address, phone)), () => false)
    add(byAddress.rowsIn(address), (row) => phone !== 0 && byPhone.groupOfRow[row] === phone)
    add(byPhone.rowsIn(phone), (row) => address !== 0 && byAddress.groupOfRow[row] === address)
    return links
  }

  const sets = new SetTable()
  const setOfPair = new NumberMap()
  const setOf = new Uint32Array(addresses.length)
  const knownSets = known && new KnownSets(known, { shownMax: neighboursMax, organizations, byAddress, byPhone }, sets)
  const fresh = columnOfU32()
  let row = 0
  for (let ordinal = 0; ordinal < addresses.length; ordinal++) {
    const isOrganization = organizations[row] === ordinal
    if (isOrganization) row++
    const knownSet = knownSets?.setOf(ordinal, addresses[ordinal], phones[ordinal]) ?? unknownSet
    if (knownSet !== unknownSet) {
      setOf[ordinal] = knownSet
      continue
    }
    fresh.push(ordinal)
    const address = byAddress.groupWith(addresses[ordinal])
    const phone = byPhone.groupWith(phones[ordinal])
    if (isOrganization) {
      setOf[ordinal] = sets.numberOf(linksOf(ordinal, address, phone))
      continue
    }
    // Individuals at one address and phone have the same links; there are a hundred of them in many places.
    const pair = address * 2 ** 26 + phone + 1
    const set = setOfPair.get(pair)
    setOf[ordinal] = set === -1 ? sets.numberOf(linksOf(ordinal, address, phone)) : set
    if (set === -1) setOfPair.add(pair, setOf[ordinal])
  }
  return { sets: sets.lists(), setOf, fresh: fresh.whole() }
}
