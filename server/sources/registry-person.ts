/** Whom an NPI of the registry means, as rows of lists are compared with them. */
import type { z } from 'zod'
import { individualFull, organizationFull } from '#contract/providers'
import type { Registry } from '#registry/search/query'
import type { License, Person } from './match/match.ts'
import type { PersonName } from './source-list.ts'

export interface RegistryPerson extends Person {
  npi: string
  licenses: License[]
}

const personShape = individualFull.pick({ nameParts: true, otherNames: true, credentials: true, taxonomies: true })
const organizationShape = organizationFull.pick({ name: true, otherNames: true })

export type Asked =
  | { kind: 'person'; person: RegistryPerson }
  | { kind: 'organization'; npi: string; names: string[] }
  /** Deactivated NPIs too: CMS empties their other fields. */
  | { kind: 'unknown'; npi: string }

export function npiStatusOf(registry: Registry, npi: number): 'active' | 'deactivated' | 'unknown' {
  const { kind } = registry.get(npi)
  return kind === 'found' ? 'active' : kind
}

export function askedBy(registry: Registry, number: number): Asked {
  const npi = String(number)
  const found = registry.get(number)
  if (found.kind !== 'found') return { kind: 'unknown', npi }
  const json = found.json(found.resource).toString('utf8')
  if (found.resource === 'individuals') return { kind: 'person', person: personIn(json, npi) }
  const { name, otherNames } = organizationShape.parse(JSON.parse(json))
  return { kind: 'organization', npi, names: [name, ...otherNames.map((other) => other.name)] }
}

/** Of the registry's JSON of an individual. */
export function personIn(json: string, npi: string): RegistryPerson {
  const { nameParts, otherNames, credentials, taxonomies } = personShape.parse(JSON.parse(json))
  return {
    npi,
    name: nameOf(nameParts),
    otherNames: otherNames.flatMap(({ nameParts: parts }) => (parts === undefined ? [] : [nameOf(parts)])),
    licenses: taxonomies.flatMap(({ code, licenseNumber: number, licenseState: state }) =>
      number === undefined || state === undefined
        ? []
        : [{ state, number, profession: professionsOf(code, credentials).join('/') }],
    ),
  }
}

export function nameOf(parts: z.output<typeof personShape>['nameParts']): PersonName {
  const { last, first = '', middle = '', suffix = '' } = parts
  return { last, first, middle, suffix }
}

/** By the codes of NUCC. A nurse of advanced practice has the license of a registered nurse too. */
const professions: readonly (readonly [start: RegExp, professions: readonly string[]])[] = [
  [/^20/, ['MD', 'DO']],
  [/^163W/, ['RN']],
  [/^164[WX]/, ['LPN']],
  [/^(363L|364S|3675|367A)/, ['APRN', 'RN']],
  [/^363A/, ['PA']],
]

function professionsOf(code: string, credentials: readonly string[]): string[] {
  const ofTaxonomy = professions.find(([start]) => start.test(code))?.[1] ?? []
  return [...new Set([...ofTaxonomy, ...credentials])]
}
