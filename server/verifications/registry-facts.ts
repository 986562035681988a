/** What the registry has on an NPI, as checks and the admin desk need it. */
import type { z } from 'zod'
import { individualFull, organizationFull } from '#contract/providers'
import type { Registry } from '#registry/search/query'
import type { PersonName } from '../sources/source-list.ts'

export interface License {
  number: string
  state: string | null
}

export interface RegistryFacts {
  kind: 'individual' | 'organization' | 'deactivated'
  name: string
  /** Of a person. */
  personName: PersonName
  otherNames: PersonName[]
  names: string[]
  credentials: string[]
  taxonomyCodes: string[]
  specialties: string[]
  licenses: License[]
  city: string | null
  state: string | null
  enumeratedOn: string | null
  deactivatedOn: string | null
}

export interface RegistryEntry {
  facts: RegistryFacts | undefined
  sourceDate: string
  isSample: boolean
}

export function readRegistry(registry: Registry, npi: string): RegistryEntry {
  const found = registry.get(Number(npi))
  const saying = { sourceDate: registry.sourceDate, isSample: registry.isSample }
  switch (found.kind) {
    case 'unknown':
      return { ...saying, facts: undefined }
    case 'deactivated':
      return { ...saying, facts: { ...nothing, kind: 'deactivated', deactivatedOn: found.deactivatedOn } }
    case 'found':
      return { ...saying, facts: found.resource === 'organizations' ? ofOrganization(found) : ofIndividual(found) }
  }
}

type Found = Extract<ReturnType<Registry['get']>, { kind: 'found' }>

const nothing = {
  name: '',
  personName: { last: '', first: '', middle: '', suffix: '' },
  otherNames: [],
  names: [],
  credentials: [],
  taxonomyCodes: [],
  specialties: [],
  licenses: [],
  city: null,
  state: null,
  enumeratedOn: null,
  deactivatedOn: null,
}

function ofIndividual(found: Found): RegistryFacts {
  const provider = individualFull.parse(JSON.parse(found.json('individuals').toString('utf8')))
  return {
    ...shared(provider),
    kind: 'individual',
    personName: personName(provider.nameParts),
    otherNames: provider.otherNames.flatMap((other) => (other.nameParts ? personName(other.nameParts) : [])),
    credentials: provider.credentials,
  }
}

function personName({ last, first = '', middle = '', suffix = '' }: NameParts): PersonName {
  return { last, first, middle, suffix }
}

function ofOrganization(found: Found): RegistryFacts {
  const provider = organizationFull.parse(JSON.parse(found.json('organizations').toString('utf8')))
  return { ...nothing, ...shared(provider), kind: 'organization' }
}

type NameParts = z.output<typeof individualFull>['nameParts']

type Provider = ReturnType<typeof organizationFull.parse> | ReturnType<typeof individualFull.parse>

function shared({ name, otherNames, taxonomies, specialties, address, enumeratedOn }: Provider) {
  return {
    name,
    names: [name, ...otherNames.map((other) => other.name)],
    taxonomyCodes: taxonomies.map(({ code }) => code),
    specialties,
    licenses: taxonomies.flatMap(({ licenseNumber, licenseState }) =>
      licenseNumber === undefined ? [] : [{ number: licenseNumber, state: licenseState ?? null }],
    ),
    city: address.city,
    state: address.state,
    enumeratedOn,
    deactivatedOn: null,
  }
}
