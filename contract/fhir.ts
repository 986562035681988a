/** The FHIR R4 API as data: what may be read, searched and included, for the server, its statement and the page. */

export const fhirPath = '/fhir'
export const fhirVersion = '4.0.1'
export const fhirMediaType = 'application/fhir+json; fhirVersion=4.0; charset=utf-8'
/** Part of every resource's version: raised when the same provider is written differently. */
export const fhirForm = '1'

export const fhirSystems = {
  npi: 'http://hl7.org/fhir/sid/us-npi',
  nucc: 'http://nucc.org/provider-taxonomy',
  identifierType: 'http://terminology.hl7.org/CodeSystem/v2-0203',
  degree: 'http://terminology.hl7.org/CodeSystem/v2-0360',
  states: 'https://www.usps.com/',
  organizationType: 'http://hl7.org/fhir/us/davinci-pdex-plan-net/CodeSystem/OrgTypeCS',
  connection: 'http://terminology.hl7.org/CodeSystem/endpoint-connection-type',
  planNetConnection: 'http://hl7.org/fhir/us/davinci-pdex-plan-net/CodeSystem/EndpointConnectionTypeCS',
  payload: 'http://hl7.org/fhir/us/davinci-pdex-plan-net/CodeSystem/EndpointPayloadTypeCS',
} as const

const usCore = 'http://hl7.org/fhir/us/core/StructureDefinition/'
const planNet = 'http://hl7.org/fhir/us/davinci-pdex-plan-net/StructureDefinition/'

/** Profiles that resources name where they conform. */
export const fhirProfiles = {
  Practitioner: [`${usCore}us-core-practitioner|6.1.0`, `${planNet}plannet-Practitioner|1.1.0`],
  PractitionerRole: [`${usCore}us-core-practitionerrole|6.1.0`, `${planNet}plannet-PractitionerRole|1.1.0`],
  Organization: [`${usCore}us-core-organization|6.1.0`, `${planNet}plannet-Organization|1.1.0`],
  Location: [`${usCore}us-core-location|6.1.0`, `${planNet}plannet-Location|1.1.0`],
  Endpoint: [`${planNet}plannet-Endpoint|1.1.0`],
} as const

export const fhirExtensions = {
  distance: 'http://hl7.org/fhir/StructureDefinition/location-distance',
  qualification: `${planNet}practitioner-qualification`,
} as const

export const directoryTypes = ['Practitioner', 'PractitionerRole', 'Organization', 'Location', 'Endpoint'] as const
export type DirectoryType = (typeof directoryTypes)[number]

type SearchType = 'string' | 'token' | 'reference' | 'date' | 'special'

interface SearchParameter {
  type: SearchType
  documentation: string
}

const parameter = (type: SearchType, documentation: string): SearchParameter => ({ type, documentation })

const common = {
  _id: parameter('token', 'Ids, with commas between.'),
  _lastUpdated: parameter('date', 'The day of the CMS file that the resource comes from.'),
}
const identifier = parameter('token', `An NPI, alone or as ${fhirSystems.npi}|1234567893.`)
const active = parameter('token', 'true; reading a deactivated NPI returns 410.')
const addresses = {
  address: parameter('string', 'The start of a line, city, state or ZIP code. Needs a narrower filter beside it.'),
  'address-city': parameter('string', 'The start of the city as filed.'),
  'address-state': parameter('string', 'A two-letter code.'),
  'address-postalcode': parameter('string', 'A ZIP code of 5 or 9 digits, or its first 3 or 4.'),
}
const never = (what: string) =>
  parameter('reference', `Nothing has ${what}: CMS publishes none, so no resource matches.`)

/** Every search parameter of a resource; server/fhir/parameters.ts has one function for each. */
export const fhirSearches = {
  Practitioner: {
    ...common,
    identifier,
    active,
    name: parameter('string', 'The starts of words of a name, also of former and other names.'),
    family: parameter('string', 'The start of a family name.'),
    given: parameter('string', 'The start of a first or middle name.'),
    gender: parameter('token', 'male or female.'),
  },
  PractitionerRole: {
    ...common,
    active,
    practitioner: parameter('reference', 'The Practitioner.'),
    location: parameter('reference', 'A Location of the practitioner.'),
    endpoint: parameter('reference', 'An Endpoint of the practitioner.'),
    specialty: parameter('token', 'NUCC taxonomy codes.'),
    organization: never('an organization of a role'),
    role: never('a code of a role'),
    service: never('a service'),
    network: never('a network'),
  },
  Organization: {
    ...common,
    identifier,
    active,
    name: parameter('string', 'The start of the name or of an alias.'),
    ...addresses,
    type: parameter('token', 'NUCC taxonomy codes, or prvgrp or fac of Plan-Net.'),
    endpoint: parameter('reference', 'An Endpoint of the organization.'),
    partof: never('a parent with an NPI'),
    'coverage-area': never('a coverage area'),
  },
  Location: {
    ...common,
    name: parameter('string', 'The start of the name, which is that of the provider.'),
    ...addresses,
    near: parameter('special', 'latitude|longitude|distance|units; km without units, 10 miles without a distance.'),
    organization: parameter('reference', 'The Organization that practices there.'),
    status: parameter('token', 'active.'),
    type: never('a type of location'),
    partof: never('a larger location'),
    endpoint: never('an endpoint of a location'),
  },
  Endpoint: {
    ...common,
    organization: parameter('reference', 'The Organization that has it.'),
    status: parameter('token', 'active.'),
  },
} as const satisfies Record<DirectoryType, Record<string, SearchParameter>>

/** Elements that refer to another resource, which chains, _has, _include and _revinclude follow. */
export const fhirReferences: Readonly<Record<DirectoryType, Readonly<Record<string, DirectoryType>>>> = {
  Practitioner: {},
  PractitionerRole: { practitioner: 'Practitioner', location: 'Location', endpoint: 'Endpoint' },
  Organization: { endpoint: 'Endpoint' },
  Location: { organization: 'Organization' },
  Endpoint: { organization: 'Organization' },
}

/** What such an element of the type refers to; undefined where it has none. */
export function fhirReferenceOf(type: DirectoryType, name: string): DirectoryType | undefined {
  const ofType = fhirReferences[type]
  return Object.hasOwn(ofType, name) ? ofType[name] : undefined
}

export type IssueType =
  | 'invalid'
  | 'value'
  | 'not-found'
  | 'deleted'
  | 'not-supported'
  | 'too-costly'
  | 'timeout'
  | 'login'
  | 'forbidden'
  | 'throttled'
  | 'transient'
  | 'exception'
  | 'informational'
