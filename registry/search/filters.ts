/** Filters of a provider that do not depend on where it practices. */
import { setImmediate } from 'node:timers/promises'
import { isDoctorTaxonomy } from '../vocabulary/specialties.ts'
import { Bits, wordsFor } from './bits.ts'
import { CellGroups } from './place-index.ts'
import { DiskLists, type Lists, listAt, listedPart, type Ordinals } from './posting-lists.ts'
import { flagsOfResource, isFemaleFlag, isMaleFlag, type Providers } from './providers.ts'
import type { Filters } from './query.ts'
import type { SnapshotFiles } from './snapshot.ts'
import { credentialForm } from './words.ts'

const membersAtOnce = 10_000

/** A common word for specialties combines two hundred lists. */
const bitsKeptMax = 8

/** Taxonomy codes and credentials, and how many of the former are doctors'. */
export interface Vocabularies {
  taxonomies: Vocabulary
  credentials: Vocabulary
  doctorTaxonomyCount: number
}

/** A vocabulary of taxonomies or credentials: who has which member, and where they practice. */
export class Vocabulary {
  readonly groups: CellGroups
  readonly sets: MemberSets
  readonly bearers: DiskLists
  readonly bitsOf = new RecentlyUsed<Bits>(bitsKeptMax)
  private readonly numbers: ReadonlyMap<string, number>

  /** In several steps: there are many spellings of credentials. */
  static async open(files: SnapshotFiles, name: string, members: readonly string[]): Promise<Vocabulary> {
    const numbers = new Map<string, number>()
    for (const [number, member] of members.entries()) {
      numbers.set(member, number)
      if (number % membersAtOnce === membersAtOnce - 1) await setImmediate()
    }
    await setImmediate()
    return new Vocabulary(files, name, numbers)
  }

  private constructor(files: SnapshotFiles, name: string, numbers: ReadonlyMap<string, number>) {
    this.numbers = numbers
    this.groups = new CellGroups(files, name)
    this.sets = new MemberSets(files, name, numbers.size)
    this.bearers = new DiskLists(files.u32(`${name}-bearer-starts`), files.onDisk(`${name}-bearers`, 'list'))
  }

  wanted(members: readonly string[]): Wanted {
    const numbers = new Set<number>()
    for (const member of members) {
      const number = this.numbers.get(member)
      if (number !== undefined) numbers.add(number)
    }
    return new Wanted(this, [...numbers])
  }
}

/** A provider matches that has any of the members. */
export class Wanted {
  readonly numbers: readonly number[]
  private readonly vocabulary: Vocabulary
  /** Lazily: a search by groups alone never asks. */
  private matching: Uint8Array | undefined

  constructor(vocabulary: Vocabulary, numbers: readonly number[]) {
    this.vocabulary = vocabulary
    this.numbers = numbers
  }

  get groups(): CellGroups {
    return this.vocabulary.groups
  }

  /** Providers with several of them count several times. */
  get bearerCount(): number {
    let count = 0
    for (const number of this.numbers) count += this.vocabulary.bearers.lengthOf(number)
    return count
  }

  matches(ordinal: number): boolean {
    const { sets } = this.vocabulary
    this.matching ??= sets.matching(this.numbers)
    return this.matching[sets.of[ordinal]] !== 0
  }

  /** Member by member, each ascending. */
  bearers(): Uint32Array {
    return this.vocabulary.bearers.together(this.numbers)
  }

  /** A copy that the caller may change. */
  bits(): Bits {
    return this.sharedBits().copyForSearch()
  }

  /** Shared with other searches: do not change. */
  sharedBits(): Bits {
    return this.vocabulary.bitsOf.get(this.numbers.join(' '), () => this.madeBits())
  }

  areBitsKept(): boolean {
    return this.vocabulary.bitsOf.has(this.numbers.join(' '))
  }

  private madeBits(): Bits {
    const { sets, bearers } = this.vocabulary
    const count = sets.of.length
    // Lists with most providers take longer to read than the sets of everyone.
    if (this.bearerCount > count / 2) return sets.bits(sets.matching(this.numbers))
    const bits = new Bits(count)
    for (const number of this.numbers) bearers.addTo(bits, number, number + 1)
    return bits
  }
}

export interface ProviderFilter {
  /** A provider matches when its flags under the mask equal the value: resource and sex. */
  mask: number
  value: number
  /** The one with fewer providers first. */
  wanted: readonly Wanted[]
}

export interface ProviderTest {
  named: Bits | undefined
  wanted: readonly Wanted[]
}

/** Undefined when no provider can match. */
export function providerFilter(filters: Filters, vocabularies: Vocabularies): ProviderFilter | undefined {
  const { taxonomies, credentials } = vocabularies
  const { taxonomyCodes, credential, gender, resource } = filters
  if (resource === 'organizations' && (credential !== undefined || gender !== undefined)) return undefined
  const wanted: Wanted[] = []
  if (taxonomyCodes !== undefined && !areAllDoctors(filters, vocabularies))
    wanted.push(taxonomies.wanted(taxonomyCodes))
  if (credential !== undefined) wanted.push(credentials.wanted([credentialForm(credential)]))
  if (wanted.some(({ numbers }) => numbers.length === 0)) return undefined
  const ofResource = flagsOfResource[resource]
  const sex = gender === undefined ? 0 : gender === 'M' ? isMaleFlag : isFemaleFlag
  // Only individuals have a sex.
  const { mask, value } = sex !== 0 && resource === 'individuals' ? { mask: 0, value: 0 } : ofResource
  if (wanted.length > 1) wanted.sort((a, b) => a.bearerCount - b.bearerCount)
  return { mask: mask | sex, value: value | sex, wanted }
}

/** Whether every doctor matches the taxonomies, so that they need no check. */
function areAllDoctors({ resource, taxonomyCodes = [] }: Filters, { taxonomies, doctorTaxonomyCount }: Vocabularies) {
  if (resource !== 'doctors' || taxonomyCodes.length < doctorTaxonomyCount) return false
  return taxonomies.wanted(taxonomyCodes.filter(isDoctorTaxonomy)).numbers.length === doctorTaxonomyCount
}

export function matches({ mask, value, wanted }: ProviderFilter, providers: Providers, ordinal: number): boolean {
  return (providers.flags[ordinal] & mask) === value && hasWanted(wanted, ordinal)
}

export function passes({ named, wanted }: ProviderTest, ordinal: number): boolean {
  return (named === undefined || named.has(ordinal)) && hasWanted(wanted, ordinal)
}

function hasWanted(wanted: readonly Wanted[], ordinal: number): boolean {
  for (let index = 0; index < wanted.length; index++) if (!wanted[index].matches(ordinal)) return false
  return true
}

/**
 * Providers with the same taxonomies or credentials share a set. A search finds out once per set whether it matches.
 */

const keptMax = 32

export class MemberSets {
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

  matching(wanted: readonly number[]): Uint8Array {
    return this.kept.get(wanted.join(' '), () => this.match(wanted))
  }

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

/** The inverse: for every member, the lists that contain it. */
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

export class RecentlyUsed<T> {
  private readonly kept = new Map<string, T>()
  private readonly max: number

  constructor(max: number) {
    this.max = max
  }

  has(key: string): boolean {
    return this.kept.has(key)
  }

  get(key: string, make: () => T): T {
    const value = this.kept.get(key) ?? make()
    // Reinserting keeps the Map in order of last use.
    this.kept.delete(key)
    this.kept.set(key, value)
    const first = this.kept.keys().next()
    if (this.kept.size > this.max && !first.done) this.kept.delete(first.value)
    return value
  }
}

export class Facilities {
  private readonly numbers: ReadonlyMap<string, number>
  private readonly members: DiskLists
  private readonly providerCount: number

  constructor(files: SnapshotFiles, providerCount: number) {
    this.numbers = new Map(files.lines('facility-types').map((type, number) => [type, number]))
    this.members = new DiskLists(files.u32('facility-starts'), files.onDisk('facilities', 'list'))
    this.providerCount = providerCount
  }

  ofType(type: string): Ordinals {
    const number = this.numbers.get(type)
    if (number === undefined) return new Uint32Array()
    if (this.members.lengthOf(number) <= this.providerCount * listedPart) return this.members.at(number)
    const bits = Bits.forSearch(this.providerCount)
    this.members.addTo(bits, number, number + 1)
    return bits
  }
}
