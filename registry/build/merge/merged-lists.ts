/** Lists of providers: those of the last version without whom has changed, together with those of the changed ones. */
import type { Lists } from '#registry/read/lists'
import type { KeptOrdinals } from './kept-ordinals.ts'
import { gone } from './ordinals.ts'

/** Lists by key, the providers of each ascending. */
export interface KeptLists extends Lists {
  /** By list: the number of its key in the merged version, ascending; or `gone`. */
  keys: Uint32Array
}

/** `ofKept` tells the ordinals of whoever stands in the kept lists (ordinals.ts); the added ones have theirs, and a list for each key. */
export function mergedLists(kept: KeptLists, ofKept: KeptOrdinals, added: Lists): Lists {
  const keyCount = added.starts.length - 1
  const starts = new Uint32Array(keyCount + 1)
  const members = new Uint32Array(kept.members.length + added.members.length)
  let [length, list] = [0, 0]
  for (let key = 0; key < keyCount; key++) {
    starts[key] = length
    while (kept.keys[list] === gone) list++
    const isKept = kept.keys[list] === key
    const [from, to] = [added.starts[key], added.starts[key + 1]]
    if (isKept) {
      length = putMerged(members, length, kept, list, ofKept, added.members, from, to)
      list++
    } else if (to > from) {
      members.set(added.members.subarray(from, to), length)
      length += to - from
    }
  }
  starts[keyCount] = length
  return { starts, members: members.subarray(0, length) }
}

/**
 * Puts a list, whose members become what `ofKept` says, into `target` from a place on, and among them the members of `more` between
 * two places; answers with where they end. Called millions of times, so that it takes no objects made for it.
 */
export function putMerged(
  target: Uint32Array,
  place: number,
  { starts, members }: Lists,
  list: number,
  ofKept: KeptOrdinals,
  more: Uint32Array,
  moreFrom: number,
  moreTo: number,
): number {
  const to = starts[list + 1]
  let at = starts[list]
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
