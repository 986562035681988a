/** Writes what providers have several of, taxonomies or credentials: the vocabulary, the sets, and who has which member. */
import type { Lists } from '#registry/read/lists'
import { columnOfU32 } from './column.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { bearers, SetTable, Vocabulary } from './vocabulary.ts'

/** Sets as they are on disk: for each provider the number of its set, and for each set its members. */
export interface WrittenSets {
  setOf: Uint32Array
  sets: Lists
  /** Every member, by its number. */
  members: string[]
}

/** One kind of member; `name` is what its files begin with. */
export class SetWriter {
  private readonly name: string
  private readonly vocabulary = new Vocabulary()
  private readonly sets = new SetTable()
  private readonly setOf = columnOfU32()

  constructor(name: string) {
    this.name = name
  }

  /** Providers are added in the order of their ordinals. */
  add(members: readonly string[]): void {
    this.setOf.push(this.sets.numberOf(members.map((member) => this.vocabulary.numberOf(member))))
  }

  /** Writes the sets, when every provider was added. */
  write(folder: SnapshotFolder): WrittenSets {
    const { texts, placeOf } = this.vocabulary.inOrder()
    const given = this.sets.lists()
    const sets: Lists = { starts: given.starts, members: given.members.map((member) => placeOf[member]) }
    const setOf = this.setOf.whole()
    const { starts, members } = bearers(setOf.length, texts.length, (row, visit) => {
      for (let at = sets.starts[setOf[row]]; at < sets.starts[setOf[row] + 1]; at++) visit(sets.members[at])
    })
    folder.array(`${this.name}-sets`, setOf)
    folder.array(`${this.name}-set-starts`, sets.starts)
    folder.array(`${this.name}-set-members`, sets.members)
    folder.array(`${this.name}-bearer-starts`, starts)
    folder.list(`${this.name}-bearers`, members)
    return { setOf, sets, members: texts }
  }
}
