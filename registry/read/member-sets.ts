/**
 * Many providers have the same taxonomies or the same credentials. Each distinct combination is stored once, as a set, and a
 * provider has the number of its set. A search finds out once per set whether it matches; a provider then costs one look.
 */
import { type Lists, listAt } from './lists.ts'
import type { SnapshotFiles } from './snapshot-files.ts'

/** How many answers of `ranks` are kept: the common specialties are asked for again and again. */
const keptMax = 32

export class MemberSets {
  /** The set of each provider, by ordinal. */
  readonly of: Uint32Array
  private readonly setsOfMember: Lists
  private readonly setCount: number
  private readonly kept = new Map<string, Uint16Array>()

  constructor(files: SnapshotFiles, name: string, memberCount: number) {
    this.of = files.u32(`${name}-sets`)
    const sets: Lists = { starts: files.u32(`${name}-set-starts`), members: files.u32(`${name}-set-members`) }
    this.setCount = sets.starts.length - 1
    this.setsOfMember = turned(sets, memberCount)
  }

  /** For every set: 0 when it has none of the wanted members, else 1 plus the place in `wanted` of the first it has. */
  ranks(wanted: readonly number[]): Uint16Array {
    const key = wanted.join(' ')
    const ranks = this.kept.get(key) ?? this.rank(wanted)
    // Set again, so that the first in the map is the one longest unused.
    this.kept.delete(key)
    this.kept.set(key, ranks)
    const first = this.kept.keys().next()
    if (this.kept.size > keptMax && !first.done) this.kept.delete(first.value)
    return ranks
  }

  private rank(wanted: readonly number[]): Uint16Array {
    const ranks = new Uint16Array(this.setCount)
    for (const [place, member] of wanted.entries()) {
      for (const set of listAt(this.setsOfMember, member)) if (ranks[set] === 0) ranks[set] = place + 1
    }
    return ranks
  }
}

/** The lists the other way round: for every member, the lists that hold it. */
function turned(lists: Lists, memberCount: number): Lists {
  const starts = new Uint32Array(memberCount + 1)
  for (const member of lists.members) starts[member + 1]++
  for (let member = 0; member < memberCount; member++) starts[member + 1] += starts[member]
  const next = starts.slice()
  const members = new Uint32Array(lists.members.length)
  for (let list = 0; list + 1 < lists.starts.length; list++) {
    for (const member of listAt(lists, list)) members[next[member]++] = list
  }
  return { starts, members }
}
