import { labelOf } from '#registry/vocabulary/specialties'
import { writeFacilityTypes } from './facility-type-writer.ts'
import { type WrittenSets, writeSets } from './set-writer.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'

/**
 * Writes the sets of taxonomies, what kind of facility follows from them, the codes with their labels, and an
 * operator's descriptions.
 */
export function writeTaxonomies(
  folder: SnapshotFolder,
  taxonomies: WrittenSets,
  flags: Uint8Array,
  labels: ReadonlyMap<string, string>,
  descriptions: ReadonlyMap<string, string> = new Map(),
): void {
  writeSets(folder, 'taxonomy', taxonomies)
  writeFacilityTypes(folder, flags, taxonomies)
  folder.lines('taxonomy-codes', taxonomies.members)
  folder.lines(
    'taxonomy-labels',
    taxonomies.members.map((code) => labelOf(code, labels)),
  )
  folder.lines(
    'taxonomy-descriptions',
    Array.from(descriptions, ([code, description]) => `${code} ${description}`),
  )
}

/** Writes the sets of credentials, and the credentials. */
export function writeCredentials(folder: SnapshotFolder, credentials: WrittenSets): void {
  writeSets(folder, 'credential', credentials)
  folder.lines('credentials', credentials.members)
}
