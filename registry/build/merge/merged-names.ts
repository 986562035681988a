/** The names of all providers, of those of the last version and of the changed ones. */
import type { Lists } from '#registry/read/lists'
import type { SnapshotFiles } from '#registry/read/snapshot-files'
import type { NameIndex } from '../snapshot/name-writer.ts'
import { bearers } from '../snapshot/vocabulary.ts'
import type { ChangedColumns } from './changed-columns.ts'
import { KeptOrdinals } from './kept-ordinals.ts'
import { ListWindow } from './last-lists.ts'
import { mergeLists } from './merged-lists.ts'
import type { Ordinals } from './ordinals.ts'

export function mergedNames(files: SnapshotFiles, changed: ChangedColumns, { ofKept, ofChanged }: Ordinals): NameIndex {
  const known: Words = { bytes: files.utf8('name-words'), starts: files.u32('name-word-starts') }
  const fresh: Words = { bytes: Buffer.from(changed.newWords), starts: startsOf(changed.newWordEnds) }
  const { words, ofKnown, ofFresh } = inOneOrder(known, fresh)
  const { wordStarts, words: wordsOfChanged } = changed
  const added = bearers(ofChanged.length, words.length, (place, visit) => {
    for (let at = wordStarts[place]; at < wordStarts[place + 1]; at++) visit(ofFresh[wordsOfChanged[at]])
  })
  for (let at = 0; at < added.members.length; at++) added.members[at] = ofChanged[added.members[at]]
  const keptStarts = files.u32('name-bearer-starts')
  const keptCount = keptStarts[keptStarts.length - 1]
  const window = new ListWindow(files.onDisk('name-bearers', 'list'), keptCount)
  const members = new Uint32Array(keptCount + added.members.length)
  let count = 0
  const starts = mergeLists(
    { keys: ofKnown, starts: keptStarts, members: window },
    new KeptOrdinals(ofKept),
    added,
    (merged) => {
      members.set(merged, count)
      count += merged.length
    },
  )
  return withoutUnborne(words, { starts, members: members.subarray(0, count) })
}

/** Words in UTF-8, end to end, and where each begins and the last one ends. */
interface Words {
  bytes: Buffer
  starts: Uint32Array
}

function wordAt({ bytes, starts }: Words, place: number): Buffer {
  return bytes.subarray(starts[place], starts[place + 1])
}

function startsOf(ends: Uint32Array): Uint32Array {
  const starts = new Uint32Array(ends.length + 1)
  starts.set(ends, 1)
  return starts
}

/** The words in the order of their bytes, each once, and where those that are known, in that order, and those that are fresh stand. */
function inOneOrder(known: Words, fresh: Words) {
  const words: string[] = []
  const ofKnown = new Uint32Array(known.starts.length - 1)
  const ofFresh = new Uint32Array(fresh.starts.length - 1)
  let place = 0
  const keepTo = (end: number) => {
    for (; place < end; place++) {
      ofKnown[place] = words.length
      words.push(wordAt(known, place).toString())
    }
  }
  for (const number of Array.from(ofFresh.keys()).sort((a, b) => Buffer.compare(wordAt(fresh, a), wordAt(fresh, b)))) {
    const word = wordAt(fresh, number)
    keepTo(firstFrom(known, place, word))
    ofFresh[number] = words.length
    if (place < ofKnown.length && wordAt(known, place).equals(word)) keepTo(place + 1)
    else words.push(word.toString())
  }
  keepTo(ofKnown.length)
  return { words, ofKnown, ofFresh }
}

/** The place of the first word from place `from` on that is not before another one. */
function firstFrom(words: Words, from: number, word: Buffer): number {
  let low = from
  let high = words.starts.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (Buffer.compare(wordAt(words, middle), word) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Words that nobody bears any more are none. */
function withoutUnborne(words: readonly string[], { starts, members }: Lists): NameIndex {
  const isBorne = (_: unknown, word: number) => starts[word + 1] > starts[word]
  // The last of the starts is where the last list ends.
  const isStart = (_: unknown, word: number) => word === words.length || starts[word + 1] > starts[word]
  return { words: words.filter(isBorne), bearers: { starts: starts.filter(isStart), members } }
}
