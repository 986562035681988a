/** The columns of all providers, of those of the last version and of the changed ones. */
import { lowerBound } from '#registry/read/lists'
import { hasRatingFlag, hasReviewsFlag, isOrganizationFlag } from '#registry/read/providers'
import type { SnapshotFiles } from '#registry/read/snapshot-files'
import { columnOfU32 } from '../snapshot/column.ts'
import type { Compared } from '../snapshot/neighbour-links.ts'
import type { ProviderColumns } from '../snapshot/provider-columns.ts'
import type { ChangedColumns } from './changed-columns.ts'
import { gone, mergedColumn, type Ordinals, ordinalsOf } from './ordinals.ts'
import { sharedF64, sharedU8, sharedU32 } from './shared-columns.ts'
import type { Numbered } from './state.ts'

/** Who has reviews and ratings is found out anew, and not among the flags yet. */
export function mergedProviders(
  files: SnapshotFiles,
  named: Uint32Array,
  changed: ChangedColumns,
  ordinals: Ordinals,
): ProviderColumns {
  const own = files.u8('flags').map((flags) => flags & ~(hasReviewsFlag | hasRatingFlag))
  const lastDeactivated = files.u32('deactivated-npis')
  const deactivated = ordinalsOf(lastDeactivated, named, changed.deactivatedNpis)
  return {
    npis: mergedColumn(ordinals, sharedU32, files.u32('npis'), changed.npis),
    flags: mergedColumn(ordinals, sharedU8, own, changed.flags),
    deactivatedNpis: mergedColumn(deactivated, sharedU32, lastDeactivated, changed.deactivatedNpis),
    deactivatedOn: mergedColumn(deactivated, sharedU32, files.u32('deactivated-on'), changed.deactivatedOn),
  }
}

export function mergedCompared(
  beside: SnapshotFiles,
  flags: Uint8Array,
  changed: ChangedColumns,
  ordinals: Ordinals,
): Compared {
  const organizations = columnOfU32()
  for (let ordinal = 0; ordinal < flags.length; ordinal++) {
    if ((flags[ordinal] & isOrganizationFlag) !== 0) organizations.push(ordinal)
  }
  return {
    addresses: mergedColumn(ordinals, sharedF64, beside.f64('address-hashes'), changed.addressHashes),
    phones: mergedColumn(ordinals, sharedF64, beside.f64('phone-hashes'), changed.phoneHashes),
    organizations: organizations.whole(),
  }
}

export function mergedNumbered(
  beside: SnapshotFiles,
  { numberedProviders, medicareNumbers }: ChangedColumns,
  { ofKept, ofChanged }: Ordinals,
): Numbered {
  const last = beside.lines('medicare-numbers')
  const kept = Array.from(beside.u32('numbered-providers'), (provider, at) => ({
    ordinal: ofKept[provider],
    number: last[at] ?? '',
  }))
  const fresh = medicareNumbers.split('\n')
  const changed = Array.from(numberedProviders, (place, at) => ({ ordinal: ofChanged[place], number: fresh[at] ?? '' }))
  // Sorting keeps the order of the numbers of one organization.
  const all = [...kept.filter(({ ordinal }) => ordinal !== gone), ...changed].sort((a, b) => a.ordinal - b.ordinal)
  return { ordinals: Uint32Array.from(all, ({ ordinal }) => ordinal), numbers: all.map(({ number }) => number) }
}

/** The numbers of one organization. */
export function numbersOf({ ordinals, numbers }: Numbered, ordinal: number): string[] {
  const from = lowerBound(ordinals, ordinal, 0, ordinals.length)
  return numbers.slice(from, lowerBound(ordinals, ordinal + 1, from, ordinals.length))
}
