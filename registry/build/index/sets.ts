import type { Lists } from '#registry/search/posting-lists'
import { isOrganizationFlag } from '#registry/search/providers'
import { facilityTypeOf, facilityTypesInOrder } from '#registry/vocabulary/facility-types'
import { labelOf } from '#registry/vocabulary/specialties'
import { columnOfU32 } from './growing-column.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { bearers, bearersOfSets, Vocabulary } from './vocabulary.ts'

/** Writes what providers have several of, taxonomies or credentials: the vocabulary, the sets, and who has which member. */

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
function writeSets(folder: SnapshotFolder, name: string, { setOf, sets, members }: WrittenSets): void {
  const bearers = bearersOfSets(setOf, sets, members.length)
  folder.array(`${name}-sets`, setOf)
  folder.array(`${name}-set-starts`, sets.starts)
  folder.array(`${name}-set-members`, sets.members)
  folder.array(`${name}-bearer-starts`, bearers.starts)
  folder.list(`${name}-bearers`, bearers.members)
}

/** Gives each distinct sequence of numbers a number: providers with the same one share it. There are millions, so none is an object. */
export class SetTable {
  private size = 0
  private starts = new Uint32Array(1024)
  private members = new Uint32Array(4096)
  private hashes = new Int32Array(1024)
  /** Number + 1 by hash, 0 for none; a power of two, never more than half full. */
  private slots = new Int32Array(2048)

  numberOf(members: ArrayLike<number>): number {
    const hash = hashOf(members)
    const mask = this.slots.length - 1
    let slot = hash & mask
    for (; this.slots[slot] !== 0; slot = (slot + 1) & mask) {
      const number = this.slots[slot] - 1
      if (this.hashes[number] === hash && this.isSet(number, members)) return number
    }
    this.slots[slot] = this.size + 1
    return this.add(members, hash)
  }

  lists(): Lists {
    const { starts, size } = this
    return { starts: starts.slice(0, size + 1), members: this.members.slice(0, starts[size]) }
  }

  private isSet(number: number, members: ArrayLike<number>): boolean {
    const start = this.starts[number]
    if (this.starts[number + 1] - start !== members.length) return false
    for (let at = 0; at < members.length; at++) {
      if (this.members[start + at] !== members[at]) return false
    }
    return true
  }

  private add(members: ArrayLike<number>, hash: number): number {
    const number = this.size++
    const start = this.starts[number]
    const end = start + members.length
    if (end > this.members.length) this.members = longer(this.members, 2 * end)
    for (let at = 0; at < members.length; at++) this.members[start + at] = members[at]
    this.hashes[number] = hash
    // One start more than there are sets.
    if (this.size + 1 === this.starts.length) this.grow()
    this.starts[this.size] = end
    return number
  }

  private grow(): void {
    const room = 2 * this.starts.length
    this.starts = longer(this.starts, room)
    const hashes = new Int32Array(room)
    hashes.set(this.hashes)
    this.hashes = hashes
    this.slots = new Int32Array(2 * room)
    const mask = this.slots.length - 1
    for (let number = 0; number < this.size; number++) {
      let slot = hashes[number] & mask
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask
      this.slots[slot] = number + 1
    }
  }
}

function hashOf(members: ArrayLike<number>): number {
  let hash = members.length
  for (let at = 0; at < members.length; at++) {
    hash = Math.imul(hash ^ members[at], 0x9e3779b1)
    hash ^= hash >>> 15
  }
  return hash
}

function longer(numbers: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(length)
  more.set(numbers)
  return more
}

/** Writes which organizations are of which facility type: for every type they ascend, and each stands under one. */

/** The first member of a set of taxonomies is the primary one, which decides. */
function writeFacilityTypes(folder: SnapshotFolder, flags: Uint8Array, taxonomies: WrittenSets): void {
  const { setOf, sets, members: codes } = taxonomies
  const types = facilityTypesInOrder
  const typeOfCode = Uint8Array.from(codes, (code) => types.indexOf(facilityTypeOf(code)))
  const typeOfNone = types.indexOf(facilityTypeOf(undefined))
  const typeOfSet = Uint8Array.from({ length: sets.starts.length - 1 }, (_, set) => {
    const isEmpty = sets.starts[set] === sets.starts[set + 1]
    return isEmpty ? typeOfNone : typeOfCode[sets.members[sets.starts[set]]]
  })
  const { starts, members } = bearers(flags.length, types.length, (ordinal, visit) => {
    if ((flags[ordinal] & isOrganizationFlag) !== 0) visit(typeOfSet[setOf[ordinal]])
  })
  folder.lines('facility-types', types)
  folder.array('facility-starts', starts)
  folder.list('facilities', members)
}

/**
 * Writes the sets of taxonomies, what kind of facility follows from them, the codes with their labels, and an
 * operator's descriptions.
 */
export function writeTaxonomies(
  folder: SnapshotFolder,
  taxonomies: WrittenSets,
  flags: Uint8Array,
  labels: ReadonlyMap<string, string>,
  descriptions: ReadonlyMap<string, string> = new Map(),
): void {
  writeSets(folder, 'taxonomy', taxonomies)
  writeFacilityTypes(folder, flags, taxonomies)
  folder.lines('taxonomy-codes', taxonomies.members)
  folder.lines(
    'taxonomy-labels',
    taxonomies.members.map((code) => labelOf(code, labels)),
  )
  folder.lines(
    'taxonomy-descriptions',
    Array.from(descriptions, ([code, description]) => `${code} ${description}`),
  )
}

/** Writes the sets of credentials, and the credentials. */
export function writeCredentials(folder: SnapshotFolder, credentials: WrittenSets): void {
  writeSets(folder, 'credential', credentials)
  folder.lines('credentials', credentials.members)
}
