/** Writes taxonomies or credentials: vocabulary, distinct sets and providers of each member; and facility types. */
import { stateNames } from '#registry/places/geography'
import { Bits } from '#registry/search/bits'
import { inverted, type Lists, listAt } from '#registry/search/posting-lists'
import { isOrganizationFlag } from '#registry/search/providers'
import { facilityTypeOf, facilityTypesInOrder } from '#registry/vocabulary/facility-types'
import { labelOf } from '#registry/vocabulary/specialties'
import { U32Column } from '../memory/column.ts'
import { SetTable } from '../memory/tables.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'
import { invertedSets, Vocabulary } from './vocabulary.ts'

export interface WrittenSets {
  setOf: Uint32Array
  sets: Lists
  members: string[]
}

export class SetCollector {
  private readonly vocabulary = new Vocabulary()
  private readonly sets = new SetTable()
  private readonly setOf = new U32Column()
  private readonly byWorker = new Map<number, { line: string; number: number }[]>()

  /** Providers come by ordinal, each with the number the worker gave its set. `fresh` are its new sets, a line each. */
  add(workerId: number, sets: Uint32Array, fresh: string): void {
    const known = this.byWorker.get(workerId) ?? []
    this.byWorker.set(workerId, known)
    for (const line of fresh.split('\n').slice(0, -1)) known.push({ line, number: -1 })
    for (const set of sets) {
      const one = known[set]
      // Numbered in the order of the providers, so that they do not depend on which worker made a batch.
      if (one.number === -1) {
        const members = one.line === '' ? [] : one.line.split(' ')
        one.number = this.sets.numberOf(members.map((member) => this.vocabulary.numberOf(member)))
      }
      this.setOf.push(one.number)
    }
  }

  written(): WrittenSets {
    const { texts, placeOf } = this.vocabulary.inOrder()
    const given = this.sets.lists()
    const sets: Lists = { starts: given.starts, members: given.members.map((member) => placeOf[member]) }
    return { setOf: this.setOf.whole(), sets, members: texts }
  }
}

function writeSets(folder: SnapshotFolder, name: string, { setOf, sets, members }: WrittenSets): void {
  const lists = invertedSets(setOf, sets, members.length)
  folder.array(`${name}-sets`, setOf)
  folder.array(`${name}-set-starts`, sets.starts)
  folder.array(`${name}-set-members`, sets.members)
  folder.array(`${name}-bearer-starts`, lists.starts)
  folder.list(`${name}-bearers`, lists.members)
}

/** The first member of a set is the primary taxonomy, which decides. */
function writeFacilityTypes(folder: SnapshotFolder, flags: Uint8Array, taxonomies: WrittenSets): void {
  const { setOf, sets, members: codes } = taxonomies
  const types = facilityTypesInOrder
  const typeOfCode = Uint8Array.from(codes, (code) => types.indexOf(facilityTypeOf(code)))
  const typeOfNone = types.indexOf(facilityTypeOf(undefined))
  const typeOfSet = Uint8Array.from({ length: sets.starts.length - 1 }, (_, set) => {
    const isEmpty = sets.starts[set] === sets.starts[set + 1]
    return isEmpty ? typeOfNone : typeOfCode[sets.members[sets.starts[set]]]
  })
  const { starts, members } = inverted(flags.length, types.length, (ordinal, visit) => {
    if ((flags[ordinal] & isOrganizationFlag) !== 0) visit(typeOfSet[setOf[ordinal]])
  })
  folder.lines('facility-types', types)
  folder.array('facility-starts', starts)
  folder.list('facilities', members)
}

export function writeTaxonomies(
  folder: SnapshotFolder,
  taxonomies: WrittenSets,
  flags: Uint8Array,
  labels: ReadonlyMap<string, string>,
  descriptions: ReadonlyMap<string, string>,
): void {
  writeSets(folder, 'taxonomy', taxonomies)
  writeFacilityTypes(folder, flags, taxonomies)
  folder.lines('taxonomy-codes', taxonomies.members)
  const labelLines = taxonomies.members.map((code) => labelOf(code, labels))
  const descriptionLines = Array.from(descriptions, ([code, description]) => `${code} ${description}`)
  folder.lines('taxonomy-labels', labelLines)
  folder.lines('taxonomy-descriptions', descriptionLines)
}

export function writeCredentials(folder: SnapshotFolder, credentials: WrittenSets): void {
  writeSets(folder, 'credential', credentials)
  folder.lines('credentials', credentials.members)
}

/** The states of licenses, and for each of them bits of who has one. */
export function writeLicenseStates(folder: SnapshotFolder, { setOf, sets, members }: WrittenSets): void {
  const lists = invertedSets(setOf, sets, members.length)
  // Others are mistakes in the file.
  const states = members.filter((state) => stateNames.has(state))
  folder.lines('license-states', states)
  const stream = folder.stream('license-state-bits.list')
  for (const state of states) {
    const bits = new Bits(setOf.length)
    bits.add(listAt(lists, members.indexOf(state)))
    stream.write(bits.bytes())
  }
  stream.finish()
}
