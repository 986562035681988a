/** Writes what providers have several of, taxonomies or credentials: the vocabulary, the sets, and who has which member. */
import type { Lists } from '#registry/search/posting-lists'
import { columnOfU32 } from './column.ts'
import { SetTable } from './set-table.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { bearersOfSets, Vocabulary } from './vocabulary.ts'

/** Sets as they stand on disk: for each provider the number of its set, and for each set its members. */
export interface WrittenSets {
  setOf: Uint32Array
  sets: Lists
  /** Every member, by its number. */
  members: string[]
}

/** Collects the sets of one kind of member. */
export class SetCollector {
  private readonly vocabulary = new Vocabulary()
  private readonly sets = new SetTable()
  private readonly setOf = columnOfU32()
  private readonly byMaker = new Map<number, { line: string; number: number }[]>()

  /**
   * Providers are added in the order of their ordinals, with the number that `maker` gave the set of each; `fresh` are the
   * sets to which it gave their numbers since the last time, each as a line of members.
   */
  add(maker: number, sets: Uint32Array, fresh: string): void {
    const known = this.byMaker.get(maker) ?? []
    this.byMaker.set(maker, known)
    for (const line of fresh.split('\n').slice(0, -1)) known.push({ line, number: -1 })
    for (const set of sets) {
      const one = known[set]
      // Numbers are given in the order of the providers, so that they are the same whoever made the batches.
      if (one.number === -1) {
        const members = one.line === '' ? [] : one.line.split(' ')
        one.number = this.sets.numberOf(members.map((member) => this.vocabulary.numberOf(member)))
      }
      this.setOf.push(one.number)
    }
  }

  /** The sets, when every provider was added. */
  written(): WrittenSets {
    const { texts, placeOf } = this.vocabulary.inOrder()
    const given = this.sets.lists()
    const sets: Lists = { starts: given.starts, members: given.members.map((member) => placeOf[member]) }
    return { setOf: this.setOf.whole(), sets, members: texts }
  }
}

/** Writes sets and who has each member, into files whose names begin with `name`. */
export function writeSets(folder: SnapshotFolder, name: string, { setOf, sets, members }: WrittenSets): void {
  const bearers = bearersOfSets(setOf, sets, members.length)
  folder.array(`${name}-sets`, setOf)
  folder.array(`${name}-set-starts`, sets.starts)
  folder.array(`${name}-set-members`, sets.members)
  folder.array(`${name}-bearer-starts`, bearers.starts)
  folder.list(`${name}-bearers`, bearers.members)
}
