import { filesOf, type SharedFiles } from '#registry/read/snapshot-files'
import { Spread, writeGroups, writePlaces } from '../../snapshot/place-writer.ts'
import { type BatchPoints, PointCollector } from '../../snapshot/point-collector.ts'
import type { WrittenSets } from '../../snapshot/set-writer.ts'
import type { SnapshotFolder } from '../../snapshot/snapshot-folder.ts'
import { lastGroupsIn, lastPlacesIn } from '../last-places.ts'
import { MergedPlaces } from '../merged-places.ts'
import type { Ordinals } from '../ordinals.ts'

export interface PlacesPart {
  /** The folder of the merged snapshot. */
  dir: string
  /** The last version. */
  files: SharedFiles
  /** Where the changed providers practise. */
  changed: BatchPoints
  ordinals: Ordinals
  vocabularies: readonly Vocabulary[]
}

/** Taxonomies or credentials, which `name` tells. */
export interface Vocabulary {
  name: string
  /** By member of the last version: its number now, or `gone`. */
  ofLast: Uint32Array
  now: WrittenSets
}

/** Writes where everybody practises, and the groups of each vocabulary. */
export function writePlacesPart(folder: SnapshotFolder, part: PlacesPart): void {
  const { changed, ordinals, vocabularies } = part
  const files = filesOf(part.files)
  const points = new PointCollector()
  points.add(changed, 0)
  const places = new MergedPlaces(lastPlacesIn(files), points.index(), ordinals)
  const spread = new Spread(places.index.runs, ordinals.count)
  for (const { name, ofLast, now } of vocabularies) {
    writeGroups(folder, name, places.groups(lastGroupsIn(files, name), ofLast, now), spread)
  }
  writePlaces(folder, places.index, spread)
}
