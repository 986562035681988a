/** The provider API: searching doctors, organizations and individuals, and looking one up by NPI. */
import { z } from 'zod'
import { cachingHeaders, endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { byNpi, lookupQuery, organizationSearch, personSearch, searchAnswer } from './provider-search.ts'
import {
  type Doctor,
  distance,
  doctor,
  doctorFound,
  type Individual,
  individual,
  individualFound,
  type Organization,
  organization,
  organizationFound,
  type PracticeLocation,
} from './providers.ts'

const searchErrors = [
  'one_place_only',
  'place_not_found',
  'place_contradicts',
  'specialty_unknown',
  'page_too_deep',
  'not_ready',
] as const satisfies readonly ErrorCode[]
const personSearchErrors = [...searchErrors, 'list_not_loaded'] as const satisfies readonly ErrorCode[]
const lookupErrors = [
  'provider_not_found',
  'provider_deactivated',
  'day_not_known',
  'not_ready',
] as const satisfies readonly ErrorCode[]

export const versionHeaders = {
  'X-Registry-Version': 'Version of the registry snapshot that gave the answer.',
  'X-Registry-Source-Date': 'Date of the CMS data in it, as yyyy-mm-dd.',
}

export const registryHeaders = { ...versionHeaders, ...cachingHeaders }

const exampleAddress: PracticeLocation['address'] = {
  firstLine: '350 5th Ave',
  secondLine: 'Ste 2100',
  city: 'New York',
  state: 'NY',
  countryCode: 'US',
  postalCode: '10118-0110',
  coords: [-73.9967, 40.7484],
}

const exampleIndividual: Individual = {
  id: 'prv_0b7k2mq',
  npi: 2000000002,
  name: 'Ada N Example',
  gender: 'F',
  phone: '+12125550101',
  fax: null,
  address: exampleAddress,
  credentials: ['MD'],
  specialties: ['Cardiology'],
}

export const exampleDoctor: Doctor = {
  ...exampleIndividual,
  reviews: { averageRating: 4.25, count: 2 },
  organizationIds: ['org_1x9d0ac'],
}

const exampleOrganization: Organization = {
  id: 'org_1x9d0ac',
  npi: 2000000010,
  name: 'Example Heart Group PC',
  phone: '+12125550101',
  fax: null,
  address: exampleAddress,
  specialties: ['Group practice'],
  facilityType: 'practice',
  reviews: { averageRating: 4, count: 1 },
  organizationIds: [],
}

const exampleDetails = {
  taxonomies: [
    { code: '207RC0000X', label: 'Cardiology', isPrimary: true, licenseNumber: '000000', licenseState: 'NY' },
  ],
  otherNames: [],
  identifiers: [],
  endpoints: [
    {
      kind: 'DIRECT',
      value: 'ada.example@direct.example.org',
      kindDescription: 'Direct Messaging Address',
      useCode: 'OTHER',
      use: 'Other',
      otherUse: 'Referrals',
      isAffiliated: false,
    },
  ],
  mailingAddress: null,
  mailingPhone: '+12125550101',
  mailingFax: null,
  enumeratedOn: '2006-05-23',
  updatedOn: '2024-02-01',
  certifiedOn: null,
  deactivatedOn: null,
  reactivatedOn: null,
  replacementNpi: null,
}

const exampleOfSources = {
  medicare: { enrolled: true, optedOut: false, mayOrder: true, mayRefer: true, asOf: '2026-10-01' },
  affiliations: [{ ccn: '330101', facilityType: 'Hospital', parentCcn: null, asOf: '2026-11-01' }],
  licenses: [
    {
      state: 'NY',
      number: '000000',
      verified: {
        list: 'Example board, licenses of physicians',
        date: '2026-11-01',
        isStale: false,
        verdict: 'match' as const,
        basis: 'number, last name, and first name agree',
        status: 'active' as const,
        statusText: 'Registered',
        expiresOn: '2027-12-31',
        discipline: null,
        disciplinedOn: null,
      },
    },
  ],
}

/** Without what other lists say. */
export const examplePersonRecord = {
  ...exampleDetails,
  nameParts: { first: 'Ada', middle: 'N', last: 'Example', credential: 'M.D.' },
  isSoleProprietor: false,
  sexCode: 'F',
}

const examplePersonDetails = { ...examplePersonRecord, ...exampleOfSources }

const exampleSearch = { query: { address: '350 5th Ave, New York, NY 10118', radius: '10', specialty: 'cardiology' } }
const exampleLookup = { params: { npi: '2000000002' } }
const exampleLocation = {
  query: '350 5th Ave, New York, NY 10118',
  latitude: 40.7484,
  longitude: -73.9967,
  precision: 'zip',
  radiusMiles: 10,
} as const

export const providerEndpoints = {
  searchDoctors: endpoint({
    method: 'GET',
    path: '/api/doctors',
    group: 'doctors',
    summary: 'Search doctors',
    description:
      'Finds doctors by place, specialty, credential, gender, name, NPI or organization. Filters combine: results match all of them. A doctor is an individual with the taxonomy of a physician, dentist, podiatrist, optometrist or chiropractor. If you pass a place, results are nearest first, each with its distance; otherwise they’re in order of NPI.',
    caller: 'key',
    scope: 'providers:read',
    query: personSearch,
    output: z.object({ doctors: z.array(doctor.extend(distance)), ...searchAnswer }),
    answerHeaders: registryHeaders,
    errors: personSearchErrors,
    example: {
      input: exampleSearch,
      output: { doctors: [{ ...exampleDoctor, distanceMiles: 0.42 }], page: 1, total: 1, location: exampleLocation },
    },
  }),
  getDoctor: endpoint({
    method: 'GET',
    path: '/api/doctors/{npi}',
    group: 'doctors',
    summary: 'Get a doctor',
    description:
      'Everything on file about one doctor: taxonomies with licenses, other names, identifiers, electronic endpoints, and dates, plus what Medicare and licensing boards publish.',
    caller: 'key',
    scope: 'providers:read',
    params: byNpi,
    query: lookupQuery,
    output: doctorFound,
    answerHeaders: registryHeaders,
    errors: lookupErrors,
    example: { input: exampleLookup, output: { ...exampleDoctor, ...examplePersonDetails } },
  }),
  searchOrganizations: endpoint({
    method: 'GET',
    path: '/api/organizations',
    group: 'organizations',
    summary: 'Search organizations',
    description:
      'Finds hospitals, clinics, pharmacies, groups and every other organization with an NPI, by place, facility type, rating, specialty, name, NPI or organization at the same primary practice address.',
    caller: 'key',
    scope: 'providers:read',
    query: organizationSearch,
    output: z.object({ organizations: z.array(organization.extend(distance)), ...searchAnswer }),
    answerHeaders: registryHeaders,
    errors: searchErrors,
    example: {
      input: exampleSearch,
      output: {
        organizations: [{ ...exampleOrganization, distanceMiles: 0.42 }],
        page: 1,
        total: 1,
        location: exampleLocation,
      },
    },
  }),
  getOrganization: endpoint({
    method: 'GET',
    path: '/api/organizations/{npi}',
    group: 'organizations',
    summary: 'Get an organization',
    description:
      'Everything on file about one organization: taxonomies, other names, identifiers, electronic endpoints, parent and authorized official.',
    caller: 'key',
    scope: 'providers:read',
    params: byNpi,
    query: lookupQuery,
    output: organizationFound,
    answerHeaders: registryHeaders,
    errors: lookupErrors,
    example: {
      input: { params: { npi: '2000000010' } },
      output: {
        ...exampleOrganization,
        ...exampleDetails,
        isSubpart: false,
        parentName: null,
        authorizedOfficial: {
          name: 'Ada N Example',
          nameParts: { prefix: 'Dr.', first: 'Ada', middle: 'N', last: 'Example', credential: 'M.D.' },
          title: 'President',
          phone: '+12125550101',
        },
        ...exampleOfSources,
        affiliations: [],
        licenses: [{ state: 'NY', number: '000000', verified: null }],
      },
    },
  }),
  searchIndividuals: endpoint({
    method: 'GET',
    path: '/api/individuals',
    group: 'individuals',
    summary: 'Search individuals',
    isBeta: true,
    description:
      'Finds every person with an NPI: doctors, nurses, therapists, pharmacists and everyone else. Filters and order are the same as for doctors.',
    caller: 'key',
    scope: 'providers:read',
    query: personSearch,
    output: z.object({ providers: z.array(individual.extend(distance)), ...searchAnswer }),
    answerHeaders: registryHeaders,
    errors: personSearchErrors,
    example: {
      input: exampleSearch,
      output: {
        providers: [{ ...exampleIndividual, distanceMiles: 0.42 }],
        page: 1,
        total: 1,
        location: exampleLocation,
      },
    },
  }),
  getIndividual: endpoint({
    method: 'GET',
    path: '/api/individuals/{npi}',
    group: 'individuals',
    summary: 'Get an individual',
    isBeta: true,
    description: 'Everything on file about one person with an NPI.',
    caller: 'key',
    scope: 'providers:read',
    params: byNpi,
    query: lookupQuery,
    output: individualFound,
    answerHeaders: registryHeaders,
    errors: lookupErrors,
    example: { input: exampleLookup, output: { ...exampleIndividual, ...examplePersonDetails } },
  }),
}
