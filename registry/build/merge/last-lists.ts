import type { Lists } from '#registry/read/lists'
import type { SnapshotFiles } from '#registry/read/snapshot-files'

/** Lists of a snapshot whose members stand on disk, with all of them in memory. */
export function lastListsIn(files: SnapshotFiles, startsName: string, name: string): Lists {
  const starts = files.u32(startsName)
  const members = new Uint32Array(starts[starts.length - 1])
  files.onDisk(name, 'list').readInto(new Uint8Array(members.buffer), 0, members.byteLength)
  return { starts, members }
}
