/** Whose links to organizations at the same address or phone may be others than in the last version, because an organization moved. */

import type { Lists } from '#registry/read/lists'
import { isOrganizationFlag } from '#registry/read/providers'
import type { SnapshotFiles } from '#registry/read/snapshot-files'
import { columnOfF64, columnOfU32 } from '../snapshot/column.ts'
import { type KnownLinks, type MovedOrganizations, unknownSet } from '../snapshot/known-links.ts'
import { ListWindow } from './last-lists.ts'
import type { KeptLists } from './merged-lists.ts'
import { gone, type MovedOrdinals } from './ordinals.ts'

/** Where providers are, by ordinal. */
export interface Whereabouts {
  flags: Uint8Array
  addresses: Float64Array
  phones: Float64Array
}

/** What the last version has of it, and the set of organizations that each provider shows. */
export interface LastLinks extends Whereabouts {
  setOf: Uint32Array
  sets: Lists
}

export function lastLinksIn(files: SnapshotFiles, beside: SnapshotFiles): LastLinks {
  return {
    flags: files.u8('flags'),
    addresses: beside.f64('address-hashes'),
    phones: beside.f64('phone-hashes'),
    setOf: files.u32('organization-sets'),
    sets: { starts: files.u32('organization-set-starts'), members: files.u32('organization-set-members') },
  }
}

/** Who shows each organization; the keys are ordinals of the last version. */
export function lastNeighboursIn(files: SnapshotFiles): KeptLists {
  const starts = files.u32('neighbour-starts')
  const members = new ListWindow(files.onDisk('neighbours', 'list'), starts[starts.length - 1])
  return { keys: files.u32('neighboured-organizations'), starts, members }
}

/** The links of the last version, with the ordinals of the merged one, and who moved since. */
export function knownLinks(last: LastLinks, now: Whereabouts, ordinals: MovedOrdinals): KnownLinks {
  const { count, ofKept, ofSame } = ordinals
  const setOf = new Uint32Array(count).fill(unknownSet)
  for (let ordinal = 0; ordinal < ofKept.length; ordinal++) {
    if (ofKept[ordinal] !== gone) setOf[ofKept[ordinal]] = last.setOf[ordinal]
  }
  const members = new Uint32Array(last.sets.members.length)
  for (let at = 0; at < members.length; at++) members[at] = ofSame[last.sets.members[at]]
  return { setOf, sets: { starts: last.sets.starts, members }, moved: movedOrganizations(last, now, ordinals) }
}

function movedOrganizations(
  last: Whereabouts,
  now: Whereabouts,
  { ofKept, ofSame, ofChanged }: MovedOrdinals,
): MovedOrganizations {
  const columns = { addresses: columnOfF64(), phones: columnOfF64(), ordinals: columnOfU32() }
  const add = ({ addresses, phones }: Whereabouts, at: number, ordinal: number) => {
    columns.addresses.push(addresses[at])
    columns.phones.push(phones[at])
    columns.ordinals.push(ordinal)
  }
  const isOrganization = ({ flags }: Whereabouts, at: number) => (flags[at] & isOrganizationFlag) !== 0
  const hasStayed = new Set<number>()
  let next = 0
  for (let before = 0; before < ofKept.length; before++) {
    const after = ofSame[before]
    // Who is gone stood before whoever comes next.
    if (after !== gone) next = after + 1
    if (ofKept[before] !== gone || !isOrganization(last, before)) continue
    const isThere = after !== gone && isOrganization(now, after)
    const isSame =
      isThere && last.addresses[before] === now.addresses[after] && last.phones[before] === now.phones[after]
    if (isSame) hasStayed.add(after)
    else add(last, before, after === gone ? next : after)
  }
  for (const ordinal of ofChanged) {
    if (isOrganization(now, ordinal) && !hasStayed.has(ordinal)) add(now, ordinal, ordinal)
  }
  return {
    addresses: columns.addresses.whole(),
    phones: columns.phones.whole(),
    ordinals: columns.ordinals.whole(),
  }
}
