/** The words and sets of a snapshot, in the form in which batches have them. */
import type { Lists } from '#registry/read/lists'
import type { SnapshotFiles } from '#registry/read/snapshot-files'
import { bearers } from '../snapshot/vocabulary.ts'

/** For each provider its words, of the lists that tell who bears each word. */
export function wordsOf(files: SnapshotFiles, providerCount: number): Lists {
  const starts = files.u32('name-bearer-starts')
  const ofWords = new Uint32Array(starts.at(-1) ?? 0)
  files.onDisk('name-bearers', 'list').readInto(new Uint8Array(ofWords.buffer), 0, ofWords.byteLength)
  return bearers(starts.length - 1, providerCount, (word, visit) => {
    for (let at = starts[word]; at < starts[word + 1]; at++) visit(ofWords[at])
  })
}

/** Each set as a line of its members. */
export function setLines(files: SnapshotFiles, name: string, vocabulary: string): string {
  const texts = files.lines(vocabulary)
  const starts = files.u32(`${name}-set-starts`)
  const members = files.u32(`${name}-set-members`)
  let lines = ''
  for (let set = 0; set + 1 < starts.length; set++) {
    lines += `${Array.from(members.subarray(starts[set], starts[set + 1]), (member) => texts[member]).join(' ')}\n`
  }
  return lines
}
