/** Lists of providers: those of the last version without whom has changed, together with those of the changed ones. */
import type { Lists } from '#registry/read/lists'
import { gone } from './ordinals.ts'

/** Lists by key, the providers of each ascending. */
export interface KeptLists extends Lists {
  /** By key: its number in the merged version; ascending. */
  keys: Uint32Array
}

/** `ofKept` tells the ordinals of whoever stands in the kept lists (ordinals.ts); the added ones have theirs, and a list for each key. */
export function mergedLists(kept: KeptLists, ofKept: Uint32Array, added: Lists): Lists {
  const keyCount = added.starts.length - 1
  const starts = new Uint32Array(keyCount + 1)
  const members = new Uint32Array(kept.members.length + added.members.length)
  let [length, place] = [0, 0]
  for (let key = 0; key < keyCount; key++) {
    starts[key] = length
    const isKept = kept.keys[place] === key
    const [from, to] = isKept ? [kept.starts[place], kept.starts[++place]] : [0, 0]
    const more = { members: added.members, from: added.starts[key], to: added.starts[key + 1] }
    length = putMerged(members, length, { members: kept.members, from, to }, ofKept, more)
  }
  starts[keyCount] = length
  return { starts, members: members.slice(0, length) }
}

/** A list among others. */
interface Part {
  members: Uint32Array
  from: number
  to: number
}

/** Puts a list, whose members become what `ofKept` says, and more of them into `target` from a place on; answers with where they end. */
export function putMerged(target: Uint32Array, place: number, list: Part, ofKept: Uint32Array, more: Part): number {
  let end = place
  let next = more.from
  for (let at = list.from; at < list.to; at++) {
    const member = ofKept[list.members[at]]
    if (member === gone) continue
    while (next < more.to && more.members[next] < member) target[end++] = more.members[next++]
    target[end++] = member
  }
  while (next < more.to) target[end++] = more.members[next++]
  return end
}
