import { labelOf } from '#registry/read/specialties'
import { writeFacilityTypes } from './facility-type-writer.ts'
import type { SetWriter, WrittenSets } from './set-writer.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'

/** Writes the sets of taxonomies that were collected, what kind of facility follows from them, and the codes with their labels. */
export function writeTaxonomies(
  folder: SnapshotFolder,
  collected: SetWriter,
  flags: Uint8Array,
  labels: ReadonlyMap<string, string>,
): WrittenSets {
  const taxonomies = collected.write(folder)
  writeFacilityTypes(folder, flags, taxonomies)
  folder.lines('taxonomy-codes', taxonomies.members)
  folder.lines(
    'taxonomy-labels',
    taxonomies.members.map((code) => labelOf(code, labels)),
  )
  return taxonomies
}

/** Writes the sets of credentials that were collected, and the credentials. */
export function writeCredentials(folder: SnapshotFolder, collected: SetWriter): WrittenSets {
  const credentials = collected.write(folder)
  folder.lines('credentials', credentials.members)
  return credentials
}
