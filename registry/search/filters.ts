/**
 * The filters that hold or do not hold of a provider wherever it practises, made ready to be asked of many providers.
 */
import { setImmediate } from 'node:timers/promises'
import { isDoctorTaxonomy } from '../vocabulary/specialties.ts'
import { Bits, wordsFor } from './bits.ts'
import { CellGroups } from './place-index.ts'
import { DiskLists, type Lists, listAt, listedPart, type Ordinals } from './posting-lists.ts'
import { flagsOfResource, isFemaleFlag, isMaleFlag, type Providers } from './providers.ts'
import type { Filters } from './query.ts'
import type { SnapshotFiles } from './snapshot.ts'
import { credentialForm } from './words.ts'

/** A millisecond of work or two. */
const membersAtOnce = 10_000

/**
 * Of how many questions the bits are kept: those of a common word for specialties are put together from two hundred
 * lists.
 */
const bitsKeptMax = 8

/** Taxonomy codes and credentials, and how many of the former make whoever has one of them a doctor. */
export interface Vocabularies {
  taxonomies: Vocabulary
  credentials: Vocabulary
  doctorTaxonomyCount: number
}

/** What a vocabulary of taxonomies or of credentials knows: who has which member, and where they practise. */
export class Vocabulary {
  readonly groups: CellGroups
  readonly sets: MemberSets
  readonly bearers: DiskLists
  /** Who has any of some members, by their numbers. */
  readonly bitsOf = new RecentlyUsed<Bits>(bitsKeptMax)
  private readonly numbers: ReadonlyMap<string, number>

  /** Opens it in several stretches: there are as many credentials as people had ideas of writing them. */
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

  /** Those of the members that anybody has. */
  wanted(members: readonly string[]): Wanted {
    const numbers = new Set<number>()
    for (const member of members) {
      const number = this.numbers.get(member)
      if (number !== undefined) numbers.add(number)
    }
    return new Wanted(this, [...numbers])
  }
}

/** Members asked for. A provider matches that has any of them. */
export class Wanted {
  readonly numbers: readonly number[]
  private readonly vocabulary: Vocabulary
  /** For every set whether it matches, once it was asked: a search that goes by groups alone never asks. */
  private matching: Uint8Array | undefined

  constructor(vocabulary: Vocabulary, numbers: readonly number[]) {
    this.vocabulary = vocabulary
    this.numbers = numbers
  }

  get groups(): CellGroups {
    return this.vocabulary.groups
  }

  /** How many providers have the members; who has several of them counts several times. */
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

  /** Who matches, as read from disk: member by member, each one's bearers ascending. */
  bearers(): Uint32Array {
    return this.vocabulary.bearers.together(this.numbers)
  }

  /** Who matches, for the caller to change. */
  bits(): Bits {
    return this.sharedBits().copyForSearch()
  }

  /** Who matches. Not to be changed: other searches have the same. */
  sharedBits(): Bits {
    return this.vocabulary.bitsOf.get(this.numbers.join(' '), () => this.madeBits())
  }

  /** Whether the bits need not be made first. */
  areBitsKept(): boolean {
    return this.vocabulary.bitsOf.has(this.numbers.join(' '))
  }

  private madeBits(): Bits {
    const { sets, bearers } = this.vocabulary
    const count = sets.of.length
    // Lists that hold most providers take longer to read than everyone's sets.
    if (this.bearerCount > count / 2) return sets.bits(sets.matching(this.numbers))
    const bits = new Bits(count)
    for (const number of this.numbers) bearers.addTo(bits, number, number + 1)
    return bits
  }
}

export interface ProviderFilter {
  /**
   * Of a matching provider's flags, those under the mask are exactly the value: its resource and, if asked for, its
   * sex.
   */
  mask: number
  value: number
  /** The taxonomies and the credential asked for, the one that fewer providers have first. */
  wanted: readonly Wanted[]
}

/** What must hold of a provider besides its flags. */
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
  // Only individuals have a sex, so that it tells enough of them.
  const { mask, value } = sex !== 0 && resource === 'individuals' ? { mask: 0, value: 0 } : ofResource
  if (wanted.length > 1) wanted.sort((a, b) => a.bearerCount - b.bearerCount)
  return { mask: mask | sex, value: value | sex, wanted }
}

/**
 * Whether every doctor has one of the taxonomies asked for, so that they need not be looked at: doctors who are
 * doctors.
 */
function areAllDoctors({ resource, taxonomyCodes = [] }: Filters, { taxonomies, doctorTaxonomyCount }: Vocabularies) {
  if (resource !== 'doctors' || taxonomyCodes.length < doctorTaxonomyCount) return false
  return taxonomies.wanted(taxonomyCodes.filter(isDoctorTaxonomy)).numbers.length === doctorTaxonomyCount
}

/** Whether the filter holds of a provider. */
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
 * Many providers have the same taxonomies or the same credentials. Each distinct combination is stored once, as a set,
 * and a provider has the number of its set. A search finds out once per set whether it matches; a provider then costs
 * one look.
 */

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

/**
 * The lists the other way round: for every member, the lists that hold it. Plain loops, for a server does this while it
 * serves.
 */
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

/** Keeps what was made for the texts asked for last: common questions are asked again and again. */
export class RecentlyUsed<T> {
  private readonly kept = new Map<string, T>()
  private readonly max: number

  constructor(max: number) {
    this.max = max
  }

  has(key: string): boolean {
    return this.kept.has(key)
  }

  /** What was made for `key`, or what `make` makes now. */
  get(key: string, make: () => T): T {
    const value = this.kept.get(key) ?? make()
    // Set again, so that the first in the map is the one longest unused.
    this.kept.delete(key)
    this.kept.set(key, value)
    const first = this.kept.keys().next()
    if (this.kept.size > this.max && !first.done) this.kept.delete(first.value)
    return value
  }
}

/** Finds organizations by what kind of facility they are. */

export class Facilities {
  private readonly numbers: ReadonlyMap<string, number>
  private readonly members: DiskLists
  private readonly providerCount: number

  constructor(files: SnapshotFiles, providerCount: number) {
    this.numbers = new Map(files.lines('facility-types').map((type, number) => [type, number]))
    this.members = new DiskLists(files.u32('facility-starts'), files.onDisk('facilities', 'list'))
    this.providerCount = providerCount
  }

  /** The organizations of a type. */
  ofType(type: string): Ordinals {
    const number = this.numbers.get(type)
    if (number === undefined) return new Uint32Array()
    if (this.members.lengthOf(number) <= this.providerCount * listedPart) return this.members.at(number)
    const bits = Bits.forSearch(this.providerCount)
    this.members.addTo(bits, number, number + 1)
    return bits
  }
}
