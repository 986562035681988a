import type { SnapshotFiles } from '#registry/read/snapshot-files'

/** Each set of a snapshot as a line of its members, in which form batches have them. */
export function setLines(files: SnapshotFiles, name: string, vocabulary: string): string {
  const texts = files.lines(vocabulary)
  const starts = files.u32(`${name}-set-starts`)
  const members = files.u32(`${name}-set-members`)
  let lines = ''
  for (let set = 0; set + 1 < starts.length; set++) {
    for (let at = starts[set]; at < starts[set + 1]; at++) {
      lines += at === starts[set] ? texts[members[at]] : ` ${texts[members[at]]}`
    }
    lines += '\n'
  }
  return lines
}
