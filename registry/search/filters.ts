import { setImmediate } from 'node:timers/promises'
import { isDoctorTaxonomy } from '../vocabulary/specialties.ts'
import { Bits, wordsFor } from './bits.ts'
import { CellGroups } from './place-index.ts'
import { DiskLists, inverted, type Lists, listAt, listShareMax, type Ordinals } from './posting-lists.ts'
import { flagsOfResource, isFemaleFlag, isMaleFlag, type Providers } from './providers.ts'
import type { Filters } from './query.ts'
import type { SnapshotFiles } from './snapshot.ts'
import { credentialForm } from './words.ts'

const membersAtOnce = 10_000

/** A common word for specialties combines two hundred lists. */
const cachedBitsMax = 8

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
  readonly providerLists: DiskLists
  readonly bitsOf = new LruCache<Bits>(cachedBitsMax)
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
    this.providerLists = new DiskLists(files.u32(`${name}-bearer-starts`), files.onDisk(`${name}-bearers`, 'list'))
  }

  filterFor(members: readonly string[]): MemberFilter {
    const numbers = new Set<number>()
    for (const member of members) {
      const number = this.numbers.get(member)
      if (number !== undefined) numbers.add(number)
    }
    return new MemberFilter(this, [...numbers])
  }
}

/** A provider matches that has any of the members. */
export class MemberFilter {
  readonly numbers: readonly number[]
  private readonly vocabulary: Vocabulary
  private matching: Uint8Array | undefined

  constructor(vocabulary: Vocabulary, numbers: readonly number[]) {
    this.vocabulary = vocabulary
    this.numbers = numbers
  }

  get groups(): CellGroups {
    return this.vocabulary.groups
  }

  /** Providers with several of them count several times. */
  get providerCount(): number {
    let count = 0
    for (const number of this.numbers) count += this.vocabulary.providerLists.lengthOf(number)
    return count
  }

  matches(ordinal: number): boolean {
    const { sets } = this.vocabulary
    this.matching ??= sets.matching(this.numbers)
    return this.matching[sets.of[ordinal]] !== 0
  }

  /** Member by member, each ascending. */
  providers(): Uint32Array {
    return this.vocabulary.providerLists.runs(this.numbers.map((number) => [number, number + 1]))
  }

  /** A copy that the caller may change. */
  bits(): Bits {
    return this.sharedBits().copyForSearch()
  }

  /** Shared with other searches: do not change. */
  sharedBits(): Bits {
    return this.vocabulary.bitsOf.get(this.numbers.join(' '), () => this.makeBits())
  }

  hasCachedBits(): boolean {
    return this.vocabulary.bitsOf.has(this.numbers.join(' '))
  }

  private makeBits(): Bits {
    const { sets, providerLists } = this.vocabulary
    const count = sets.of.length
    // Lists with most providers take longer to read than the sets of everyone.
    if (this.providerCount > count / 2) return sets.bits(sets.matching(this.numbers))
    const bits = new Bits(count)
    for (const number of this.numbers) providerLists.addTo(bits, number, number + 1)
    return bits
  }
}

export interface ProviderFilter {
  /** A provider matches when its flags under the mask equal the value: resource and sex. */
  mask: number
  value: number
  /** The one with fewer providers first. */
  memberFilters: readonly MemberFilter[]
}

export interface ResidualFilter {
  candidates: Bits | undefined
  memberFilters: readonly MemberFilter[]
}

/** Undefined when no provider can match. */
export function providerFilter(filters: Filters, vocabularies: Vocabularies): ProviderFilter | undefined {
  const { taxonomies, credentials } = vocabularies
  const { taxonomyCodes, credential, gender, resource } = filters
  if (resource === 'organizations' && (credential !== undefined || gender !== undefined)) return undefined
  const memberFilters: MemberFilter[] = []
  if (taxonomyCodes !== undefined && !areAllDoctors(filters, vocabularies))
    memberFilters.push(taxonomies.filterFor(taxonomyCodes))
  if (credential !== undefined) memberFilters.push(credentials.filterFor([credentialForm(credential)]))
  if (memberFilters.some(({ numbers }) => numbers.length === 0)) return undefined
  const ofResource = flagsOfResource[resource]
  const sex = gender === undefined ? 0 : gender === 'M' ? isMaleFlag : isFemaleFlag
  // Only individuals have a sex.
  const { mask, value } = sex !== 0 && resource === 'individuals' ? { mask: 0, value: 0 } : ofResource
  if (memberFilters.length > 1) memberFilters.sort((a, b) => a.providerCount - b.providerCount)
  return { mask: mask | sex, value: value | sex, memberFilters }
}

/** Whether every doctor matches the taxonomies, so that they need no check. */
function areAllDoctors({ resource, taxonomyCodes = [] }: Filters, { taxonomies, doctorTaxonomyCount }: Vocabularies) {
  if (resource !== 'doctors' || taxonomyCodes.length < doctorTaxonomyCount) return false
  return taxonomies.filterFor(taxonomyCodes.filter(isDoctorTaxonomy)).numbers.length === doctorTaxonomyCount
}

export function matches(
  { mask, value, memberFilters }: ProviderFilter,
  providers: Providers,
  ordinal: number,
): boolean {
  return (providers.flags[ordinal] & mask) === value && matchesAll(memberFilters, ordinal)
}

export function passes({ candidates, memberFilters }: ResidualFilter, ordinal: number): boolean {
  return (candidates === undefined || candidates.has(ordinal)) && matchesAll(memberFilters, ordinal)
}

function matchesAll(memberFilters: readonly MemberFilter[], ordinal: number): boolean {
  for (let index = 0; index < memberFilters.length; index++) if (!memberFilters[index].matches(ordinal)) return false
  return true
}

/** Providers with the same taxonomies or credentials share a set, which is matched once per search. */

const cachedMax = 32

export class MemberSets {
  readonly of: Uint32Array
  private readonly setsOfMember: Lists
  private readonly setCount: number
  private readonly cached = new LruCache<Uint8Array>(cachedMax)

  constructor(files: SnapshotFiles, name: string, memberCount: number) {
    this.of = files.u32(`${name}-sets`)
    const sets: Lists = { starts: files.u32(`${name}-set-starts`), members: files.u32(`${name}-set-members`) }
    this.setCount = sets.starts.length - 1
    this.setsOfMember = inverted(this.setCount, memberCount, (set, visit) => {
      for (const member of listAt(sets, set)) visit(member)
    })
  }

  matching(numbers: readonly number[]): Uint8Array {
    return this.cached.get(numbers.join(' '), () => this.match(numbers))
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

  private match(numbers: readonly number[]): Uint8Array {
    const matching = new Uint8Array(this.setCount)
    for (const member of numbers) for (const set of listAt(this.setsOfMember, member)) matching[set] = 1
    return matching
  }
}

export class LruCache<T> {
  private readonly cached = new Map<string, T>()
  private readonly max: number

  constructor(max: number) {
    this.max = max
  }

  has(key: string): boolean {
    return this.cached.has(key)
  }

  get(key: string, make: () => T): T {
    const value = this.cached.get(key) ?? make()
    // Reinserting keeps the Map in order of last use.
    this.cached.delete(key)
    this.cached.set(key, value)
    const first = this.cached.keys().next()
    if (this.cached.size > this.max && !first.done) this.cached.delete(first.value)
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
    if (this.members.lengthOf(number) <= this.providerCount * listShareMax) return this.members.at(number)
    const bits = Bits.forSearch(this.providerCount)
    this.members.addTo(bits, number, number + 1)
    return bits
  }
}
