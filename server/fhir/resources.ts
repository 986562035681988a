/**
 * The registry's record of a provider as FHIR resources. A person is a Practitioner and a PractitionerRole, an
 * organization an Organization; each practice location is a Location, each usable electronic address an Endpoint. All
 * that these resources refer to is of the same provider. Nothing is said that CMS did not publish: roles name no
 * organization, licenses have the status unknown, and a profile is named only where the resource conforms.
 */
import type { FacilityType } from '#contract/facilities'
import { type DirectoryType, fhirExtensions, fhirProfiles, fhirReferences, fhirSystems } from '#contract/fhir'
import type { IndividualFull, OrganizationFull, PracticeLocation } from '#contract/providers'
import { stateCodes } from '#contract/state-codes'
import { planNetSpecialties } from './plan-net-specialties.ts'

export type ProviderRecord = IndividualFull | OrganizationFull

type FhirJson = Readonly<Record<string, unknown>>

export interface FhirResource {
  type: DirectoryType
  id: string
  json: FhirJson
  /** By search parameter: the references that it has, as Type/id. */
  references: Readonly<Record<string, readonly string[]>>
}

export interface ResourceVersion {
  versionId: string
  /** An instant. */
  lastUpdated: string
  /** The address of the FHIR API, without a slash at its end. */
  base: string
}

export function resourcesOf(record: ProviderRecord, version: ResourceVersion): FhirResource[] {
  const mapping = new Mapping(record, version)
  const [main, ...roles] = isPerson(record)
    ? [mapping.practitioner(record), mapping.role(record)]
    : [mapping.organization(record)]
  return [...(main === undefined ? [] : [main]), ...roles, ...mapping.locations(), ...mapping.endpoints()]
}

export function isPerson(record: ProviderRecord): record is IndividualFull {
  return 'nameParts' in record
}

/** The primary one first. */
export function locationsOf(record: ProviderRecord): readonly PracticeLocation[] {
  const { phone, fax, address, locations } = record
  return locations ?? [{ phone, fax, address }]
}

type Address = Omit<PracticeLocation['address'], 'coords'>

const states = new Set(stateCodes)

/** The state of an address in the United States; undefined elsewhere, whose codes mean something else. */
export function usStateOf({ state, countryCode }: Address): string | undefined {
  if (countryCode === 'US') return states.has(state) ? state : undefined
  // A territory that is filed as a country.
  return states.has(countryCode) && (state === '' || state === countryCode) ? countryCode : undefined
}

export interface UsableEndpoint {
  /** From 1, by its place among all that are on file. */
  number: number
  connection: FhirJson
  isInPlanNet: boolean
  address: string
  affiliation: string | undefined
}

const connections: Readonly<Record<string, { system: string; code: string }>> = {
  DIRECT: { system: fhirSystems.connection, code: 'direct-project' },
  FHIR: { system: fhirSystems.connection, code: 'hl7-fhir-rest' },
  REST: { system: fhirSystems.planNetConnection, code: 'rest-non-fhir' },
}

/** Without those whose text is neither a web nor a mail address. */
export function endpointsOf({ endpoints }: ProviderRecord): UsableEndpoint[] {
  return endpoints.flatMap(({ kind, value, kindDescription, affiliation }, index) => {
    const address = urlOf(value)
    if (address === undefined) return []
    const coded = connections[kind]
    const connection = { ...coded, display: kindDescription ?? kind }
    return [{ number: index + 1, connection, isInPlanNet: coded !== undefined, address, affiliation }]
  })
}

function urlOf(value: string): string | undefined {
  if (/^https?:\/\/[^\s/]+\.\S+$/i.test(value)) return value
  return /^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/.test(value) ? `mailto:${value}` : undefined
}

const zipCodePosition = 'The position is that of the ZIP code or city, not of the building.'

const facilityGroup: FacilityType = 'practice'

/** prvgrp for an office or group of clinicians, else fac. */
export function organizationTypeOf({ facilityType }: OrganizationFull): 'prvgrp' | 'fac' {
  return facilityType === facilityGroup ? 'prvgrp' : 'fac'
}

const organizationTypeNames = { prvgrp: 'Provider Group', fac: 'Facility' } as const

const degrees = new Set(['MD', 'DO', 'RN', 'NP', 'PA', 'PHD'])

class Mapping {
  readonly #record: ProviderRecord
  readonly #version: ResourceVersion
  readonly #npi: string
  readonly #endpoints: readonly UsableEndpoint[]

  constructor(record: ProviderRecord, version: ResourceVersion) {
    this.#record = record
    this.#version = version
    this.#npi = String(record.npi)
    this.#endpoints = endpointsOf(record)
  }

  practitioner(record: IndividualFull): FhirResource {
    const names = [
      { use: 'official', ...humanName(record.name, record.nameParts) },
      ...record.otherNames.map(({ name, code, nameParts }) => ({ ...useOf(code), ...humanName(name, nameParts) })),
    ]
    const { gender, mailingAddress } = record
    return this.#resource('Practitioner', this.#npi, names.every(hasFamily), {
      identifier: this.#identifiers(),
      active: true,
      name: names,
      ...(mailingAddress !== null && { address: [addressOf(mailingAddress, 'postal')] }),
      ...(gender !== null && { gender: gender === 'M' ? 'male' : 'female' }),
      ...listed('qualification', [...licensesOf(record), ...credentialsOf(record)]),
    })
  }

  role(record: IndividualFull): FhirResource {
    const { taxonomies, name } = record
    const places = locationsOf(record).map((_, index) => `Location/${this.#npi}-${index + 1}`)
    const telecom = telecomOf(record)
    const [usCore, planNet] = fhirProfiles.PractitionerRole
    const profiles = [
      // Its rule pd-1.
      ...(telecom.length > 0 || this.#endpoints.length > 0 ? [usCore] : []),
      ...(taxonomies.every(({ code }) => planNetSpecialties.has(code)) ? [planNet] : []),
    ]
    return this.#resource('PractitionerRole', this.#npi, profiles, {
      active: true,
      practitioner: { reference: `Practitioner/${this.#npi}`, display: name },
      ...listed('specialty', taxonomies.map(conceptOf)),
      location: places.map((reference) => ({ reference })),
      ...listed('telecom', telecom),
      ...listed('endpoint', this.#endpointReferences()),
    })
  }

  organization(record: OrganizationFull): FhirResource {
    const { name, otherNames, taxonomies, parentName } = record
    const type = organizationTypeOf(record)
    const display = organizationTypeNames[type]
    return this.#resource('Organization', this.#npi, name !== '', {
      identifier: this.#identifiers(),
      active: true,
      type: [
        { coding: [{ system: fhirSystems.organizationType, code: type, display }], text: display },
        ...taxonomies.map(conceptOf),
      ],
      ...(name !== '' && { name }),
      ...listed(
        'alias',
        otherNames.map((other) => other.name),
      ),
      ...listed('telecom', telecomOf(record)),
      address: locationsOf(record).map(({ address }) => addressOf(address, 'physical')),
      ...(parentName !== null && { partOf: { display: parentName } }),
      ...listed('contact', contactsOf(record)),
      ...listed('endpoint', this.#endpointReferences()),
    })
  }

  locations(): FhirResource[] {
    const record = this.#record
    const managing = isPerson(record) ? undefined : { reference: `Organization/${this.#npi}`, display: record.name }
    return locationsOf(record).map((location, index) => {
      const { coords } = location.address
      return this.#resource('Location', `${this.#npi}-${index + 1}`, record.name !== '', {
        status: 'active',
        ...(record.name !== '' && { name: record.name }),
        ...(coords !== null && { description: zipCodePosition }),
        ...listed('telecom', telecomOf(location)),
        address: addressOf(location.address, 'physical'),
        ...(coords !== null && { position: { longitude: coords[0], latitude: coords[1] } }),
        ...(managing !== undefined && { managingOrganization: managing }),
      })
    })
  }

  endpoints(): FhirResource[] {
    return this.#endpoints.map(({ number, connection, isInPlanNet, address, affiliation }) => {
      const isOfOrganization = !isPerson(this.#record)
      return this.#resource('Endpoint', `${this.#npi}-${number}`, isInPlanNet, {
        status: 'active',
        connectionType: connection,
        ...(isOfOrganization
          ? { managingOrganization: { reference: `Organization/${this.#npi}`, display: this.#record.name } }
          : affiliation !== undefined && { managingOrganization: { display: affiliation } }),
        payloadType: [{ coding: [{ system: fhirSystems.payload, code: 'NA', display: 'Not Applicable' }] }],
        address,
      })
    })
  }

  #resource(type: DirectoryType, id: string, isOfProfiles: boolean | readonly string[], members: FhirJson) {
    const ofType = isOfProfiles ? fhirProfiles[type] : []
    const profile = typeof isOfProfiles === 'boolean' ? ofType : isOfProfiles
    const { versionId, lastUpdated } = this.#version
    const json = {
      resourceType: type,
      id,
      meta: { versionId, lastUpdated, ...(profile.length > 0 && { profile }) },
      ...members,
    }
    return { type, id, json, references: referencesIn(type, members) }
  }

  #identifiers(): FhirJson[] {
    const { enumeratedOn, identifiers } = this.#record
    const type = { coding: [{ system: fhirSystems.identifierType, code: 'NPI' }] }
    const start = enumeratedOn === null ? {} : { period: { start: enumeratedOn } }
    return [
      { use: 'official', type, system: fhirSystems.npi, value: this.#npi, ...start },
      ...identifiers.map(({ value, kind, code, state, issuer }) => ({
        ...(code === medicaid && { type: { coding: [{ system: fhirSystems.identifierType, code: 'MCD' }] } }),
        system: systemOf(this.#version.base, code, state),
        value,
        assigner: { display: [issuer ?? kind, state].filter(isPresent).join(', ') },
      })),
    ]
  }

  #endpointReferences(): FhirJson[] {
    return this.#endpoints.map(({ number }) => ({ reference: `Endpoint/${this.#npi}-${number}` }))
  }
}

/** CMS's type code of the identifier. */
const medicaid = '05'

/** Of identifiers of other issuers; CMS names none. */
function systemOf(base: string, code = 'none', state = ''): string {
  const kind = /^\w+$/.test(code) ? code : 'other'
  return `${base}/sid/nppes-other/${states.has(state) ? `${kind}-${state}` : kind}`
}

/** Where a reference stands whose search parameter has another name. */
const elementOf: Readonly<Record<string, string>> = { organization: 'managingOrganization' }

function referencesIn(type: DirectoryType, members: FhirJson): Record<string, readonly string[]> {
  const found: Record<string, readonly string[]> = {}
  for (const name of Object.keys(fhirReferences[type])) {
    const values = [members[elementOf[name] ?? name]].flat()
    const references = values.flatMap((value) =>
      typeof value === 'object' && value !== null && 'reference' in value ? [String(value.reference)] : [],
    )
    if (references.length > 0) found[name] = references
  }
  return found
}

function isPresent(text: string | undefined): text is string {
  return text !== undefined && text !== ''
}

/** FHIR has no empty lists. */
function listed(member: string, values: readonly FhirJson[] | readonly string[]): FhirJson {
  return values.length === 0 ? {} : { [member]: values }
}

/** CMS's type codes of other names: 1 former, 2 professional. */
function useOf(code: string | undefined): FhirJson {
  return code === '1' ? { use: 'old' } : code === '2' ? { use: 'usual' } : {}
}

function humanName(text: string, parts: IndividualFull['nameParts'] | undefined): FhirJson {
  if (parts === undefined) return { text }
  const { prefix, first, middle, last, suffix } = parts
  return {
    text,
    ...(last !== '' && { family: last }),
    ...listed('given', [first, middle].filter(isPresent)),
    ...listed('prefix', [prefix].filter(isPresent)),
    ...listed('suffix', [suffix].filter(isPresent)),
  }
}

function hasFamily(name: FhirJson): boolean {
  return 'family' in name
}

function conceptOf({ code, label }: IndividualFull['taxonomies'][number]): FhirJson {
  return { coding: [{ system: fhirSystems.nucc, code, display: label }], text: label }
}

/** As filed: no board confirmed them here, so their status is unknown. */
function licensesOf({ taxonomies }: IndividualFull): FhirJson[] {
  return taxonomies.flatMap((taxonomy) => {
    const { licenseNumber, licenseState } = taxonomy
    if (licenseNumber === undefined) return []
    const state = licenseState !== undefined && states.has(licenseState) ? licenseState : undefined
    const valid = { coding: [{ system: fhirSystems.states, code: state }] }
    const extension = [
      { url: 'status', valueCode: 'unknown' },
      ...(state === undefined ? [] : [{ url: 'whereValid', valueCodeableConcept: valid }]),
    ]
    return [
      {
        extension: [{ url: fhirExtensions.qualification, extension }],
        identifier: [{ value: licenseNumber }],
        code: conceptOf(taxonomy),
        ...(state !== undefined && { issuer: { display: `State of ${state}` } }),
      },
    ]
  })
}

function credentialsOf({ credentials }: IndividualFull): FhirJson[] {
  return credentials.map((text) => {
    const code = text.toUpperCase()
    return { code: degrees.has(code) ? { coding: [{ system: fhirSystems.degree, code }], text } : { text } }
  })
}

function telecomOf({ phone, fax }: Pick<PracticeLocation, 'phone' | 'fax'>): FhirJson[] {
  return [
    ...(isPresent(phone ?? undefined) ? [{ system: 'phone', value: phone, use: 'work' }] : []),
    ...(isPresent(fax ?? undefined) ? [{ system: 'fax', value: fax, use: 'work' }] : []),
  ]
}

function addressOf(address: Address, type: 'physical' | 'postal'): FhirJson {
  const { firstLine, secondLine, city, state, postalCode, countryCode } = address
  const usState = usStateOf(address)
  const line = [firstLine, secondLine].filter(isPresent)
  const last = [city, `${state} ${postalCode}`.trim(), ...(usState === undefined ? [countryCode] : [])]
  return {
    use: 'work',
    type,
    text: [...line, ...last].filter(isPresent).join(', '),
    ...listed('line', line),
    ...(city !== '' && { city }),
    ...(usState !== undefined && { state: usState }),
    ...(postalCode !== '' && { postalCode }),
    ...(countryCode !== '' && { country: countryCode }),
  }
}

/** The authorized official, and where letters go. */
function contactsOf({ authorizedOfficial, mailingAddress }: OrganizationFull): FhirJson[] {
  const phone = authorizedOfficial?.phone ?? undefined
  return [
    ...(authorizedOfficial === null
      ? []
      : [
          {
            purpose: {
              coding: [{ system: 'http://terminology.hl7.org/CodeSystem/contactentity-type', code: 'ADMIN' }],
              ...(authorizedOfficial.title !== null && { text: authorizedOfficial.title }),
            },
            name: humanName(authorizedOfficial.name, authorizedOfficial.nameParts),
            ...(phone !== undefined && { telecom: [{ system: 'phone', value: phone, use: 'work' }] }),
          },
        ]),
    ...(mailingAddress === null
      ? []
      : [{ purpose: { text: 'Mailing address' }, address: addressOf(mailingAddress, 'postal') }]),
  ]
}
