/**
 * Which organizations share a provider's practice address. CMS publishes no link between clinicians and organizations, so one
 * is derived: the same primary address and suite, or the same phone. Those that share both come first, then those at the
 * address, then those at the phone, each in the order of their NPIs; ten at most, and never the provider itself.
 */
import { type Lists, listAt } from '#registry/read/lists'
import { isOrganizationFlag } from '#registry/read/providers'
import type { Batch } from '../render/batch.ts'
import { columnOfF64, columnOfU32 } from './column.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { bearers, SetTable } from './vocabulary.ts'

const neighboursMax = 10

/** Finds the organizations that each provider shares its primary address or phone with, and the other way round. */
export class Neighbours {
  private readonly addresses = columnOfF64()
  private readonly phones = columnOfF64()
  private readonly organizations = columnOfU32()

  /** Providers are added in the order of their ordinals. */
  add({ flags, addressHashes, phoneHashes }: Batch): void {
    const first = this.addresses.length
    for (let index = 0; index < flags.length; index++) {
      if ((flags[index] & isOrganizationFlag) !== 0) this.organizations.push(first + index)
    }
    this.addresses.append(addressHashes)
    this.phones.append(phoneHashes)
  }

  /** Writes the links, when every provider was added. */
  write(folder: SnapshotFolder): void {
    const organizations = this.organizations.whole()
    const { sets, setOf } = link(this.addresses.whole(), this.phones.whole(), organizations)
    folder.array('organization-sets', setOf)
    folder.array('organization-set-starts', sets.starts)
    folder.array('organization-set-members', sets.members)

    const neighbours = bearers(setOf.length, setOf.length, (row, visit) => {
      for (let at = sets.starts[setOf[row]]; at < sets.starts[setOf[row] + 1]; at++) visit(sets.members[at])
    })
    const { starts, members } = neighbours
    const named = organizations.filter((ordinal) => starts[ordinal + 1] > starts[ordinal])
    folder.array('neighboured-organizations', named)
    // The organizations between two named ones have no neighbours, so each list ends where the next named one's begins.
    folder.array(
      'neighbour-starts',
      endingWith(
        named.map((ordinal) => starts[ordinal]),
        members.length,
      ),
    )
    folder.list('neighbours', members)
  }
}

function endingWith(values: Uint32Array, last: number): Uint32Array {
  const longer = new Uint32Array(values.length + 1)
  longer.set(values)
  longer[values.length] = last
  return longer
}

/** For each provider the number of its set of organizations; sets name them by ordinal, the best match first. */
function link(addresses: Float64Array, phones: Float64Array, organizations: Uint32Array) {
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
  const setOfPair = new Map<number, number>()
  const setOf = new Uint32Array(addresses.length)
  let row = 0
  for (let ordinal = 0; ordinal < addresses.length; ordinal++) {
    const address = byAddress.groupWith(addresses[ordinal])
    const phone = byPhone.groupWith(phones[ordinal])
    if (row < organizations.length && organizations[row] === ordinal) {
      row++
      setOf[ordinal] = sets.numberOf(linksOf(ordinal, address, phone))
      continue
    }
    // Individuals at one address and phone have the same links; there are a hundred of them in many places.
    const pair = address * 2 ** 26 + phone
    const known = setOfPair.get(pair) ?? sets.numberOf(linksOf(ordinal, address, phone))
    setOfPair.set(pair, known)
    setOf[ordinal] = known
  }
  return { sets: sets.lists(), setOf }
}

/** Organizations by something they share. A row is a place in the list of organizations; group 0 is that of none. */
class Shared {
  readonly groupOfRow: Uint32Array
  private readonly groups = new Map<number, number>()
  private readonly rows: Lists

  /** `keyOf` gives 0 for an organization without the thing. */
  constructor(organizations: Uint32Array, keyOf: (ordinal: number, row: number) => number) {
    this.groupOfRow = organizations.map((ordinal, row) => {
      const key = keyOf(ordinal, row)
      if (key === 0) return 0
      const group = this.groups.get(key) ?? this.groups.size + 1
      this.groups.set(key, group)
      return group
    })
    this.rows = bearers(organizations.length, this.groups.size + 1, (row, visit) => {
      if (this.groupOfRow[row] !== 0) visit(this.groupOfRow[row])
    })
  }

  groupWith(key: number): number {
    return this.groups.get(key) ?? 0
  }

  rowsWith(key: number): Uint32Array {
    return this.rowsIn(this.groupWith(key))
  }

  /** In the order of NPIs. */
  rowsIn(group: number): Uint32Array {
    return listAt(this.rows, group)
  }
}
