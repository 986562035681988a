/** Taxonomies of invented providers. Weights are, per thousand, roughly those of real ones, with a long tail. */
import { clinicianLabels, organizationLabels, physicianLabels } from '#registry/vocabulary/specialties'
import { taxonomiesPerRow } from '../columns.ts'
import { type Random, weighted } from './random.ts'
import lists from './taxonomies.json' with { type: 'json' }

export interface Kind {
  code: string
  /** The field of care, in which people work at an organization; undefined for those who keep to themselves. */
  field: string | undefined
  isDoctor: boolean
  credentials: readonly Credential[] | undefined
  nameEndings: readonly string[]
  isHospital: boolean
  /** Whether organizations may be groups of physicians or therapists. */
  isGroup: boolean
}

interface Credential {
  plain: string
  dotted: string | undefined
}

const otherNameEndings = ['HEALTH SERVICES', 'CARE', 'HEALTH']

export const individualTaxonomies = (): [code: string, weight: number][] =>
  withTail(lists.individuals, 0.12, [...Object.keys(physicianLabels), ...Object.keys(clinicianLabels)])

export const organizationTaxonomies = (): [code: string, weight: number][] =>
  withTail(lists.organizations, 0.4, Object.keys(organizationLabels))

const withTail = (common: Record<string, number>, weight: number, tail: readonly string[]) => [
  ...new Map([...tail.map((code) => [code, weight] as const), ...Object.entries(common)]),
]

export type KindPicker = (random: Random) => readonly [Kind, ...Kind[]]

/** How often a further taxonomy is of the same classification, as a cardiologist's internal medicine is. */
const relatedShare = 0.8

export function kindPicker(weights: readonly (readonly [code: string, weight: number])[]): KindPicker {
  const relatives = new Map<string, Kind[]>()
  const relativesOf = (classification: string) => {
    const known = relatives.get(classification) ?? []
    relatives.set(classification, known)
    return known
  }
  const entries = weights.map(([code, weight]) => {
    const kind = kindOf(code)
    const related = relativesOf(code.slice(0, 4))
    related.push(kind)
    return [{ kind, related }, weight] as const
  })
  const pick = weighted(entries)
  return (random) => {
    const { kind: primary, related } = pick(random)
    const count = taxonomyCount(random)
    const picked: [Kind, ...Kind[]] = [primary]
    // Twice as many tries as places: where the related ones are used up, a provider has fewer.
    for (let left = 2 * count; left > 0 && picked.length < count; left--) {
      const further = random.chance(relatedShare) ? random.pick(related) : pick(random).kind
      if (!picked.includes(further)) picked.push(further)
    }
    return picked
  }
}

/** One for three in four; beyond three it falls off slowly, up to the number that a row can hold. */
function taxonomyCount(random: Random): number {
  const kind = random.next()
  if (kind < 0.76) return 1
  if (kind < 0.94) return 2
  if (kind < 0.985) return 3
  return 4 + Math.floor(random.next() ** 3 * (taxonomiesPerRow - 3))
}

function kindOf(code: string): Kind {
  return {
    code,
    field: byBeginning(lists.fieldsOfCare, code),
    isDoctor: /^(20|12)/.test(code),
    credentials: byBeginning(lists.credentials, code)?.map((plain) => ({ plain, dotted: dotted(plain) })),
    nameEndings: byBeginning(lists.nameEndings, code) ?? otherNameEndings,
    isHospital: code.startsWith('28'),
    isGroup: /^[12]0/.test(code),
  }
}

/** What a list by beginnings of taxonomy codes has for this code; the longest beginning counts. */
function byBeginning<T>(list: Record<string, T>, code: string): T | undefined {
  const beginnings = Object.keys(list).filter((beginning) => code.startsWith(beginning))
  const [longest] = beginnings.sort((a, b) => b.length - a.length)
  return longest === undefined ? undefined : list[longest]
}

const dotted = (credential: string): string | undefined =>
  /^[A-Z]{2,3}$/.test(credential) ? credential.replaceAll(/[A-Z]/g, '$&.') : undefined

const missingShare = 0.04
const dottedShare = 0.45
const furtherShare = 0.03
const further = [', PHD', ', MPH', ', MBA', ', FACP']

export function credentialText({ credentials }: Kind, random: Random): string {
  if (credentials === undefined || random.chance(missingShare)) return ''
  const { plain, dotted } = random.pick(credentials)
  const text = dotted !== undefined && random.chance(dottedShare) ? dotted : plain
  return random.chance(furtherShare) ? text + random.pick(further) : text
}
