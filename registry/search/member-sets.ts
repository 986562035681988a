/**
 * Many providers have the same taxonomies or the same credentials. Each distinct combination is stored once, as a set, and a
 * provider has the number of its set. A search finds out once per set whether it matches; a provider then costs one look.
 */
import { Bits, wordsFor } from './bits.ts'
import { type Lists, listAt } from './posting-lists.ts'
import { RecentlyUsed } from './recently-used.ts'
import type { SnapshotFiles } from './snapshot-files.ts'

/** How many answers of `matching` are kept. */
const keptMax = 32

export class MemberSets {
  /** The set of each provider, by ordinal. */
  readonly of: Uint32Array
  private readonly setsOfMember: Lists
  private readonly setCount: number
  private readonly kept = new RecentlyUsed<Uint8Array>(keptMax)

  constructor(files: SnapshotFiles, name: string, memberCount: number) {
    this.of = files.u32(`${name}-sets`)
    const sets: Lists = { starts: files.u32(`${name}-set-starts`), members: files.u32(`${name}-set-members`) }
    this.setCount = sets.starts.length - 1
    this.setsOfMember = turned(sets, memberCount)
  }

  /** For every set whether it has any of the wanted members: 1 or 0. */
  matching(wanted: readonly number[]): Uint8Array {
    return this.kept.get(wanted.join(' '), () => this.match(wanted))
  }

  /** The providers whose sets match. */
  bits(matching: Uint8Array): Bits {
    const sets = this.of
    const words = new Uint32Array(wordsFor(sets.length))
    for (let index = 0; index < words.length; index++) {
      const end = Math.min(32 * (index + 1), sets.length)
      let bits = 0
      for (let ordinal = 32 * index; ordinal < end; ordinal++) bits |= matching[sets[ordinal]] << (ordinal & 31)
      words[index] = bits
    }
    return new Bits(sets.length, words)
  }

  private match(wanted: readonly number[]): Uint8Array {
    const matching = new Uint8Array(this.setCount)
    for (const member of wanted) for (const set of listAt(this.setsOfMember, member)) matching[set] = 1
    return matching
  }
}

/** The lists the other way round: for every member, the lists that hold it. Plain loops, for a server does this while it serves. */
function turned({ starts, members }: Lists, memberCount: number): Lists {
  const turnedStarts = new Uint32Array(memberCount + 1)
  for (let at = 0; at < members.length; at++) turnedStarts[members[at] + 1]++
  for (let member = 0; member < memberCount; member++) turnedStarts[member + 1] += turnedStarts[member]
  const next = turnedStarts.slice()
  const lists = new Uint32Array(members.length)
  for (let list = 0; list + 1 < starts.length; list++) {
    for (let at = starts[list]; at < starts[list + 1]; at++) lists[next[members[at]]++] = list
  }
  return { starts: turnedStarts, members: lists }
}
