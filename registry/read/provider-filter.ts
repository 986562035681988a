/** The filters that hold or do not hold of a provider wherever it practises, made ready to be asked of many providers. */
import { DiskLists } from './lists.ts'
import { MemberSets } from './member-sets.ts'
import { flagsOfResource, isFemaleFlag, isMaleFlag, type Providers } from './providers.ts'
import type { Filters } from './query.ts'
import type { SnapshotFiles } from './snapshot-files.ts'
import { credentialForm } from './words.ts'

/** What a vocabulary of taxonomies or of credentials knows: who has which member. */
export class Vocabulary {
  readonly sets: MemberSets
  readonly bearers: DiskLists
  private readonly numbers: ReadonlyMap<string, number>

  constructor(files: SnapshotFiles, name: string, members: readonly string[]) {
    this.numbers = new Map(members.map((member, number) => [member, number]))
    this.sets = new MemberSets(files, name, members.length)
    this.bearers = new DiskLists(files.u32(`${name}-bearer-starts`), files.onDisk(`${name}-bearers`, 'list'))
  }

  /** The numbers of those members that anybody has, each once. */
  numbersOf(members: readonly string[]): number[] {
    return [...new Set(members)].flatMap((member) => this.numbers.get(member) ?? [])
  }
}

/** Members asked for: a provider matches when its set has a rank above 0. */
interface Wanted {
  numbers: number[]
  sets: Uint32Array
  ranks: Uint16Array
}

export interface ProviderFilter {
  /** Of a matching provider's flags, those under the mask are exactly the value: its resource and, if asked for, its sex. */
  mask: number
  value: number
  isSexAsked: boolean
  taxonomies: Wanted | undefined
  credentials: Wanted | undefined
}

/** Undefined when no provider can match. */
export function providerFilter(
  filters: Filters,
  taxonomies: Vocabulary,
  credentials: Vocabulary,
): ProviderFilter | undefined {
  const { taxonomyCodes, credential, gender, resource } = filters
  const wantedTaxonomies = wanted(taxonomies, taxonomyCodes)
  const wantedCredentials = wanted(credentials, credential === undefined ? undefined : [credentialForm(credential)])
  if (wantedTaxonomies?.numbers.length === 0 || wantedCredentials?.numbers.length === 0) return undefined
  const { mask, value } = flagsOfResource[resource]
  const sex = gender === undefined ? 0 : gender === 'M' ? isMaleFlag : isFemaleFlag
  return {
    mask: mask | sex,
    value: value | sex,
    isSexAsked: gender !== undefined,
    taxonomies: wantedTaxonomies,
    credentials: wantedCredentials,
  }
}

/** Whether the filter holds of a provider. */
export function matches(filter: ProviderFilter, providers: Providers, ordinal: number): boolean {
  const { mask, value, taxonomies, credentials } = filter
  return (
    (providers.flags[ordinal] & mask) === value &&
    (taxonomies === undefined || taxonomies.ranks[taxonomies.sets[ordinal]] > 0) &&
    (credentials === undefined || credentials.ranks[credentials.sets[ordinal]] > 0)
  )
}

function wanted(vocabulary: Vocabulary, members: readonly string[] | undefined): Wanted | undefined {
  if (members === undefined) return undefined
  const numbers = vocabulary.numbersOf(members)
  return { numbers, sets: vocabulary.sets.of, ranks: vocabulary.sets.ranks(numbers) }
}
