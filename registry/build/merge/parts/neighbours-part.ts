import { filesOf, type SharedFiles } from '#registry/read/snapshot-files'
import type { Compared } from '../../snapshot/neighbour-links.ts'
import { writeLinks } from '../../snapshot/neighbours.ts'
import type { SnapshotFolder } from '../../snapshot/snapshot-folder.ts'
import { mergedNeighbours } from '../merged-neighbours.ts'
import { lastLinksIn, lastNeighboursIn, type Whereabouts } from '../moved-organizations.ts'
import type { MovedOrdinals } from '../ordinals.ts'

export interface NeighboursPart {
  /** The folder of the merged snapshot. */
  dir: string
  /** The last version, and its build state. */
  files: SharedFiles
  beside: SharedFiles
  now: Whereabouts & Compared
  ordinals: MovedOrdinals
}

/** Links everybody with organizations, and writes the links. */
export function writeNeighboursPart(folder: SnapshotFolder, part: NeighboursPart): void {
  const files = filesOf(part.files)
  const links = lastLinksIn(files, filesOf(part.beside))
  const neighbours = folder.stream('neighbours.list')
  const handOn = ({ buffer, byteOffset, byteLength }: Uint32Array) =>
    neighbours.write(new Uint8Array(buffer, byteOffset, byteLength))
  writeLinks(folder, mergedNeighbours(links, lastNeighboursIn(files), part.now, part.ordinals, handOn))
  neighbours.finish()
}
