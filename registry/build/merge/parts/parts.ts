/** The parts of a merged snapshot that do not need each other: any thread can write them, and does it by the same functions. */
import type { FileSummary } from '#registry/format'
import { SnapshotFolder } from '../../snapshot/snapshot-folder.ts'
import { namingDamage } from '../cannot-merge.ts'
import { copyDetails, copyRecords, type RecordCopy } from '../copying/copy-records.ts'
import { type NeighboursPart, writeNeighboursPart } from './neighbours-part.ts'
import { type PlacesPart, writePlacesPart } from './places-part.ts'

export type Part =
  | ({ kind: 'records' | 'details' } & RecordCopy)
  | ({ kind: 'neighbours' } & NeighboursPart)
  | ({ kind: 'places' } & PlacesPart)

/** Writes its files, and answers with what the manifest says of each. Fails with CannotMergeError where the last version was damaged. */
export async function writePart(part: Part): Promise<Record<string, FileSummary>> {
  const folder = new SnapshotFolder(part.dir)
  try {
    await writeInto(folder, part)
    await folder.settle()
    return folder.summaries
  } catch (error) {
    throw namingDamage(error)
  } finally {
    folder.abandon()
  }
}

async function writeInto(folder: SnapshotFolder, part: Part): Promise<void> {
  switch (part.kind) {
    case 'records':
      return copyRecords(folder, part)
    case 'details':
      return copyDetails(folder, part)
    case 'neighbours':
      return writeNeighboursPart(folder, part)
    case 'places':
      return writePlacesPart(folder, part)
  }
}
