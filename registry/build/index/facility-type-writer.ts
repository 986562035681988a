/** Writes which organizations are of which facility type: for every type they ascend, and each stands under one. */

import { isOrganizationFlag } from '#registry/search/providers'
import { facilityTypeOf, facilityTypesInOrder } from '#registry/vocabulary/facility-types'
import type { WrittenSets } from './set-writer.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { bearers } from './vocabulary.ts'

/** The first member of a set of taxonomies is the primary one, which decides. */
export function writeFacilityTypes(folder: SnapshotFolder, flags: Uint8Array, taxonomies: WrittenSets): void {
  const { setOf, sets, members: codes } = taxonomies
  const types = facilityTypesInOrder
  const typeOfCode = Uint8Array.from(codes, (code) => types.indexOf(facilityTypeOf(code)))
  const typeOfNone = types.indexOf(facilityTypeOf(undefined))
  const typeOfSet = Uint8Array.from({ length: sets.starts.length - 1 }, (_, set) => {
    const isEmpty = sets.starts[set] === sets.starts[set + 1]
    return isEmpty ? typeOfNone : typeOfCode[sets.members[sets.starts[set]]]
  })
  const { starts, members } = bearers(flags.length, types.length, (ordinal, visit) => {
    if ((flags[ordinal] & isOrganizationFlag) !== 0) visit(typeOfSet[setOf[ordinal]])
  })
  folder.lines('facility-types', types)
  folder.array('facility-starts', starts)
  folder.list('facilities', members)
}
