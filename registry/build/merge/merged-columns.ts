/** The columns of all providers, of those of the last version and of the changed ones. */
import { lowerBound } from '#registry/read/lists'
import { hasRatingFlag, hasReviewsFlag, isOrganizationFlag } from '#registry/read/providers'
import type { SnapshotFiles } from '#registry/read/snapshot-files'
import type { Compared } from '../snapshot/neighbour-links.ts'
import type { ProviderColumns } from '../snapshot/provider-columns.ts'
import type { ChangedColumns } from './changed-columns.ts'
import { gone, mergedColumn, type Ordinals, ordinalsOf } from './ordinals.ts'
import type { Numbered } from './state.ts'

const makeU8 = (length: number) => new Uint8Array(length)
const makeU32 = (length: number) => new Uint32Array(length)
const makeF64 = (length: number) => new Float64Array(length)

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
    npis: mergedColumn(ordinals, makeU32, files.u32('npis'), changed.npis),
    flags: mergedColumn(ordinals, makeU8, own, changed.flags),
    deactivatedNpis: mergedColumn(deactivated, makeU32, lastDeactivated, changed.deactivatedNpis),
    deactivatedOn: mergedColumn(deactivated, makeU32, files.u32('deactivated-on'), changed.deactivatedOn),
  }
}

export function mergedCompared(
  beside: SnapshotFiles,
  flags: Uint8Array,
  changed: ChangedColumns,
  ordinals: Ordinals,
): Compared {
  let count = 0
  const organizations = new Uint32Array(flags.length)
  for (let ordinal = 0; ordinal < flags.length; ordinal++) {
    if ((flags[ordinal] & isOrganizationFlag) !== 0) organizations[count++] = ordinal
  }
  return {
    addresses: mergedColumn(ordinals, makeF64, beside.f64('address-hashes'), changed.addressHashes),
    phones: mergedColumn(ordinals, makeF64, beside.f64('phone-hashes'), changed.phoneHashes),
    organizations: organizations.slice(0, count),
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
