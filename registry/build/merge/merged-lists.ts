/** Lists of providers: those of the last version without whom has changed, together with those of the changed ones. */
import type { Lists } from '#registry/read/lists'
import type { KeptOrdinals } from './kept-ordinals.ts'
import type { ListWindow } from './last-lists.ts'
import { gone } from './ordinals.ts'

/** Lists of the last version by key, the providers of each ascending. */
export interface KeptLists {
  /** By list: the number of its key in the merged version, ascending; or `gone`. */
  keys: Uint32Array
  /** Where each list begins among the members, and the last one ends. */
  starts: Uint32Array
  members: ListWindow
}

/** So many members are handed on at a time: more than a file keeps back until there are more, so that they are written as they stand. */
const chunkLength = 512 * 1024

/**
 * `ofKept` tells the ordinals of whoever stands in the kept lists (ordinals.ts); the added ones have theirs, and a list for each key. Hands
 * the members on list by list, in memory that is written again, and answers with where each list begins and the last one ends.
 */
export function mergeLists(
  { keys, starts: keptStarts, members }: KeptLists,
  ofKept: KeptOrdinals,
  added: Lists,
  handOn: (members: Uint32Array) => void,
): Uint32Array {
  const keyCount = added.starts.length - 1
  const starts = new Uint32Array(keyCount + 1)
  let chunk = new Uint32Array(chunkLength)
  let [before, length, list] = [0, 0, 0]
  const handOnChunk = () => {
    handOn(chunk.subarray(0, length))
    before += length
    length = 0
  }
  for (let key = 0; key < keyCount; key++) {
    starts[key] = before + length
    while (keys[list] === gone) list++
    const [from, to] = [added.starts[key], added.starts[key + 1]]
    const isKept = keys[list] === key
    if (!isKept && from === to) continue
    const [keptFrom, keptTo] = isKept ? [keptStarts[list], keptStarts[list + 1]] : [0, 0]
    const room = keptTo - keptFrom + to - from
    if (length + room > chunk.length) {
      handOnChunk()
      if (room > chunk.length) chunk = new Uint32Array(2 * room)
    }
    members.hold(keptFrom, keptTo)
    const at = keptFrom - members.first
    length = putMerged(chunk, length, members.held, at, at + keptTo - keptFrom, ofKept, added.members, from, to)
    if (isKept) list++
  }
  handOnChunk()
  starts[keyCount] = before
  return starts
}

/**
 * Puts members of a list, between two places, which become what `ofKept` says, into `target` from a place on, and among them those of
 * `more` between two places; answers with where they end. Called millions of times, so that it takes no objects made for it.
 */
export function putMerged(
  target: Uint32Array,
  place: number,
  members: Uint32Array,
  from: number,
  to: number,
  ofKept: KeptOrdinals,
  more: Uint32Array,
  moreFrom: number,
  moreTo: number,
): number {
  let at = from
  let end = place
  for (let next = moreFrom; next < moreTo; next++) {
    const added = more[next]
    for (; at < to; at++) {
      const member = ofKept.of(members[at])
      if (member === gone) continue
      if (member > added) break
      target[end++] = member
    }
    target[end++] = added
  }
  for (; at < to; at++) {
    const member = ofKept.of(members[at])
    if (member !== gone) target[end++] = member
  }
  return end
}
