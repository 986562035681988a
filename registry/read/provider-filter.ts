/** The filters that hold or do not hold of a provider wherever it practises, made ready to be asked of many providers. */
import { CellGroups } from './cell-groups.ts'
import { Bits, DiskLists } from './lists.ts'
import { MemberSets } from './member-sets.ts'
import { flagsOfResource, isFemaleFlag, isMaleFlag, type Providers } from './providers.ts'
import type { Filters } from './query.ts'
import type { SnapshotFiles } from './snapshot-files.ts'
import { credentialForm } from './words.ts'

/** What a vocabulary of taxonomies or of credentials knows: who has which member, and where they practise. */
export class Vocabulary {
  readonly groups: CellGroups
  private readonly sets: MemberSets
  private readonly bearers: DiskLists
  private readonly numbers: ReadonlyMap<string, number>

  constructor(files: SnapshotFiles, name: string, members: readonly string[]) {
    this.numbers = new Map(members.map((member, number) => [member, number]))
    this.groups = new CellGroups(files, name)
    this.sets = new MemberSets(files, name, members.length)
    this.bearers = new DiskLists(files.u32(`${name}-bearer-starts`), files.onDisk(`${name}-bearers`, 'list'))
  }

  /** Those of the members that anybody has. */
  wanted(members: readonly string[]): Wanted {
    const numbers = [...new Set(members)].flatMap((member) => this.numbers.get(member) ?? [])
    return {
      numbers,
      groups: this.groups,
      sets: this.sets.of,
      matching: this.sets.matching(numbers),
      bearerCount: numbers.reduce((sum, number) => sum + this.bearers.lengthOf(number), 0),
      bearers: () => this.bearers.together(numbers),
      bits: () => this.bitsOf(numbers),
    }
  }

  private bitsOf(numbers: readonly number[]): Bits {
    const { sets, bearers } = this
    const count = sets.of.length
    const isMost = numbers.reduce((sum, number) => sum + bearers.lengthOf(number), 0) > count / 2
    // Lists that hold most providers take longer to read than everyone's sets.
    if (isMost) return sets.bits(sets.matching(numbers))
    const bits = new Bits(count)
    for (const number of numbers) bits.add(bearers.at(number))
    return bits
  }
}

/** Members asked for: a provider matches when its set is one of the matching ones. */
export interface Wanted {
  numbers: readonly number[]
  groups: CellGroups
  sets: Uint32Array
  /** 1 for sets that match. */
  matching: Uint8Array
  /** How many providers have the members: those with several count several times. */
  bearerCount: number
  /** Who has the members, as read from disk: end to end, each member's bearers ascending. */
  bearers: () => Uint32Array
  bits: () => Bits
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
export function providerFilter(
  filters: Filters,
  taxonomies: Vocabulary,
  credentials: Vocabulary,
): ProviderFilter | undefined {
  const { taxonomyCodes, credential, gender, resource } = filters
  if (resource === 'organizations' && (credential !== undefined || gender !== undefined)) return undefined
  const wanted: Wanted[] = []
  if (taxonomyCodes !== undefined) wanted.push(taxonomies.wanted(taxonomyCodes))
  if (credential !== undefined) wanted.push(credentials.wanted([credentialForm(credential)]))
  if (wanted.some(({ numbers }) => numbers.length === 0)) return undefined
  const { mask, value } = flagsOfResource[resource]
  const sex = gender === undefined ? 0 : gender === 'M' ? isMaleFlag : isFemaleFlag
  return { mask: mask | sex, value: value | sex, wanted: wanted.sort((a, b) => a.bearerCount - b.bearerCount) }
}

/** Whether the filter holds of a provider. */
export function matches({ mask, value, wanted }: ProviderFilter, providers: Providers, ordinal: number): boolean {
  return (providers.flags[ordinal] & mask) === value && hasWanted(wanted, ordinal)
}

export function passes({ named, wanted }: ProviderTest, ordinal: number): boolean {
  return (named === undefined || named.has(ordinal)) && hasWanted(wanted, ordinal)
}

function hasWanted(wanted: readonly Wanted[], ordinal: number): boolean {
  for (const { sets, matching } of wanted) if (matching[sets[ordinal]] === 0) return false
  return true
}
