/** The filters that hold or do not hold of a provider wherever it practises, made ready to be asked of many providers. */
import { setImmediate } from 'node:timers/promises'
import { isDoctorTaxonomy } from '../vocabulary/specialties.ts'
import { Bits } from './bits.ts'
import { CellGroups } from './cell-groups.ts'
import { MemberSets } from './member-sets.ts'
import { DiskLists } from './posting-lists.ts'
import { flagsOfResource, isFemaleFlag, isMaleFlag, type Providers } from './providers.ts'
import type { Filters } from './query.ts'
import { RecentlyUsed } from './recently-used.ts'
import type { SnapshotFiles } from './snapshot-files.ts'
import { credentialForm } from './words.ts'

/** A millisecond of work or two. */
const membersAtOnce = 10_000

/** Of how many questions the bits are kept: those of a common word for specialties are put together from two hundred lists. */
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
  /** Of a matching provider's flags, those under the mask are exactly the value: its resource and, if asked for, its sex. */
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

/** Whether every doctor has one of the taxonomies asked for, so that they need not be looked at: doctors who are doctors. */
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
