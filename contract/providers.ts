/**
 * The provider API: doctors, organizations and individuals of the NPPES registry. The shapes of answers stand here; the
 * registry build writes them as ready JSON (registry/build), and a test reads every kind of answer back through them.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { pageSizeDefault, pageSizeMax, radiusMilesDefault, radiusMilesMax, reachMax } from './limits.ts'
import * as parameter from './parameters.ts'

const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .describe('A date, as yyyy-mm-dd.')
const phoneNumber = z
  .string()
  .nullable()
  .describe('In E.164 form (+13088652512) when it is a number of the North American plan, else as on file.')

const address = z.object({
  firstLine: z.string(),
  secondLine: z.string().optional(),
  city: z.string(),
  state: z.string().describe('Two-letter state, territory or military code; outside the United States as on file.'),
  countryCode: z.string().length(2),
  postalCode: z.string().describe('12345 or 12345-6789; outside the United States as on file.'),
})

const practiceAddress = address.extend({
  coords: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe('[longitude, latitude] of the ZIP code; null where the address could not be placed.'),
})

const practiceLocation = z.object({ phone: phoneNumber, fax: phoneNumber, address: practiceAddress })

const common = {
  id: z.string().describe('Stable opaque id.'),
  npi: z.int().min(1_000_000_000).max(2_999_999_999),
  name: z.string(),
}

const place = {
  phone: phoneNumber,
  fax: phoneNumber,
  address: practiceAddress.describe(
    'The primary practice location; in a search with a place, the practice location nearest to it.',
  ),
}

const shared = {
  specialties: z.array(z.string()).describe('Plain labels of the taxonomies, the primary one first.'),
  locations: z
    .array(practiceLocation)
    .optional()
    .describe('All practice locations, the primary one first; present when there are several.'),
}

const organizationIds = z
  .array(z.string())
  .max(10)
  .describe(
    'Organizations at the same practice address (same address and suite, or same phone), best match first. Derived by us: CMS publishes no such link.',
  )

const personal = {
  gender: z.enum(['M', 'F']).nullable(),
  credentials: z.array(z.string()).describe('Credential text on file, split and written without dots: MD, PhD, RN.'),
}

const distance = {
  distanceMiles: z
    .number()
    .optional()
    .describe('Miles to the nearest practice location; present in a search with a place.'),
}

const individual = z.object({
  ...common,
  gender: personal.gender,
  ...place,
  credentials: personal.credentials,
  ...shared,
})
const doctor = individual.extend({ organizationIds })
const organization = z.object({ ...common, ...place, ...shared, organizationIds })

const taxonomy = z.object({
  code: z.string(),
  label: z.string(),
  isPrimary: z.boolean(),
  licenseNumber: z.string().optional(),
  licenseState: z.string().optional(),
  group: z.string().optional(),
})

const personName = z.object({
  prefix: z.string().optional(),
  first: z.string().optional(),
  middle: z.string().optional(),
  last: z.string(),
  suffix: z.string().optional(),
  credential: z.string().optional(),
})

/** What a look-up by NPI adds to the shape of the lists. */
const details = {
  taxonomies: z.array(taxonomy),
  otherNames: z.array(z.object({ name: z.string(), kind: z.string() })).describe('Former and other names on file.'),
  identifiers: z.array(
    z.object({
      value: z.string(),
      kind: z.string(),
      state: z.string().optional(),
      issuer: z.string().optional(),
    }),
  ),
  endpoints: z
    .array(
      z.object({
        kind: z.string(),
        value: z.string(),
        description: z.string().optional(),
        use: z.string().optional(),
        contentType: z.string().optional(),
        affiliation: z.string().optional(),
      }),
    )
    .describe('Electronic addresses on file: Direct messaging, FHIR servers and others.'),
  mailingAddress: address.nullable(),
  enumeratedOn: date.nullable(),
  updatedOn: date.nullable(),
  certifiedOn: date.nullable(),
  reactivatedOn: date.nullable(),
  replacementNpi: z.int().nullable(),
}

const personDetails = { ...details, nameParts: personName, isSoleProprietor: z.boolean().nullable() }
const organizationDetails = {
  ...details,
  isSubpart: z.boolean().nullable(),
  parentName: z.string().nullable(),
  authorizedOfficial: z.object({ name: z.string(), title: z.string().nullable(), phone: phoneNumber }).nullable(),
}

const individualFull = individual.extend(personDetails)
const doctorFull = doctor.extend(personDetails)
const organizationFull = organization.extend(organizationDetails)

export type Address = z.output<typeof address>
export type PracticeAddress = z.output<typeof practiceAddress>
export type PracticeLocation = z.output<typeof practiceLocation>
export type Individual = z.output<typeof individual>
export type Doctor = z.output<typeof doctor>
export type Organization = z.output<typeof organization>
export type IndividualFull = z.output<typeof individualFull>
export type DoctorFull = z.output<typeof doctorFull>
export type OrganizationFull = z.output<typeof organizationFull>

export const precisions = ['point', 'rooftop', 'zip', 'city', 'state'] as const
export type Precision = (typeof precisions)[number]

const location = z
  .object({
    query: z.string().describe('What was placed, put together from the parameters.'),
    latitude: z.number(),
    longitude: z.number(),
    precision: z
      .enum(precisions)
      .describe('point: given as coordinates; rooftop: a street address; zip, city, state: the middle of it.'),
    radiusMiles: z.number().optional().describe('Absent when a whole state was searched.'),
  })
  .optional()
  .describe('How the place was understood; absent in a search without a place.')

const page = z.int().min(1)
const total = z.int().min(0).describe('How many match in all: exact.')

const searchParameters = {
  address: parameter
    .text('an address, city or ZIP code')
    .optional()
    .describe('A place in words: a street address, a city with its state, a ZIP code or a state.'),
  city: parameter.text('a city').optional().describe('A city; needs state. Completes address when both are given.'),
  state: parameter.state
    .optional()
    .describe(
      'A state. Alone, it searches the whole state; with radius, around its middle. Completes address or city.',
    ),
  postalCode: parameter.postalCode.optional().describe('A ZIP code. Completes address when both are given.'),
  latitude: parameter.numberBetween(-90, 90, 'degrees').optional().describe('Degrees north; needs longitude.'),
  longitude: parameter.numberBetween(-180, 180, 'degrees').optional().describe('Degrees east; needs latitude.'),
  radius: parameter
    .numberUpTo(radiusMilesMax, 'a number of miles')
    .optional()
    .describe(`Miles around the place; ${radiusMilesDefault} when absent. Needs a place.`),
  name: parameter
    .text('a name')
    .optional()
    .describe(
      'Every word must begin a word of the name on file, in any order; former and other names count. Accents and case do not matter.',
    ),
  specialty: parameter
    .text('a specialty')
    .optional()
    .describe('A taxonomy code, a label or a common word such as cardiology or heart doctor.'),
  npi: parameter.npis.optional().describe('One NPI or several, by repeating the parameter or with commas.'),
  organizationId: parameter
    .text('an organization id')
    .regex(/^org_[0-9a-z]{7}$/, { error: 'an organization id such as org_0000000' })
    .optional()
    .describe('Only providers whose organizationIds name this one.'),
  page: parameter.wholeBetween(1, reachMax).optional().describe('Page, from 1.'),
  limit: parameter
    .wholeBetween(1, pageSizeMax)
    .optional()
    .describe(`Results per page; ${pageSizeDefault} when absent.`),
}

const personParameters = {
  credential: parameter
    .text('a credential')
    .optional()
    .describe('A credential such as MD, DO or RN, with or without dots.'),
  gender: parameter.word(['M', 'F']).optional().describe('M or F.'),
}

const personSearch = z.strictObject({ ...searchParameters, ...personParameters })
const organizationSearch = z.strictObject(searchParameters)
const byNpi = z.strictObject({ npi: parameter.npi })

export type ProviderSearch = z.output<typeof personSearch>

const searchErrors = [
  'one_place_only',
  'place_not_found',
  'place_contradicts',
  'specialty_unknown',
  'page_too_deep',
  'not_ready',
] as const satisfies readonly ErrorCode[]
const lookupErrors = ['provider_not_found', 'provider_deactivated', 'not_ready'] as const satisfies readonly ErrorCode[]

const registryHeaders = {
  'X-Registry-Version': 'Version of the registry snapshot that gave the answer.',
  'X-Registry-Source-Date': 'Date of the CMS data in it, as yyyy-mm-dd.',
}

const searchAnswer = { page, total, location }

const exampleAddress: PracticeAddress = {
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

const exampleDoctor: Doctor = { ...exampleIndividual, organizationIds: ['org_1x9d0ac'] }

const exampleOrganization: Organization = {
  id: 'org_1x9d0ac',
  npi: 2000000010,
  name: 'Example Heart Group PC',
  phone: '+12125550101',
  fax: null,
  address: exampleAddress,
  specialties: ['Group practice'],
  organizationIds: [],
}

const exampleDetails = {
  taxonomies: [
    { code: '207RC0000X', label: 'Cardiology', isPrimary: true, licenseNumber: '000000', licenseState: 'NY' },
  ],
  otherNames: [],
  identifiers: [],
  endpoints: [{ kind: 'DIRECT', value: 'ada.example@direct.example.org' }],
  mailingAddress: null,
  enumeratedOn: '2006-05-23',
  updatedOn: '2024-02-01',
  certifiedOn: null,
  reactivatedOn: null,
  replacementNpi: null,
}

const examplePersonDetails = {
  ...exampleDetails,
  nameParts: { first: 'Ada', middle: 'N', last: 'Example', credential: 'M.D.' },
  isSoleProprietor: false,
}

const exampleSearch = { query: { address: '350 5th Ave, New York, NY 10118', radius: '5', specialty: 'cardiology' } }
const exampleLookup = { params: { npi: '2000000002' } }
const exampleLocation = {
  query: '350 5th Ave, New York, NY 10118',
  latitude: 40.7484,
  longitude: -73.9967,
  precision: 'zip',
  radiusMiles: 5,
} as const

export const providerEndpoints = {
  searchDoctors: endpoint({
    method: 'GET',
    path: '/api/doctors',
    group: 'doctors',
    summary: 'Search doctors',
    description:
      'Finds doctors by place, specialty, credential, gender, name, NPI or organization; all filters given must hold. A doctor is an individual with a taxonomy of a physician, dentist, podiatrist, optometrist or chiropractor. With a place, the nearest come first and each result says how far it is; without one, the order is by NPI.',
    caller: 'key',
    query: personSearch,
    output: z.object({ doctors: z.array(doctor.extend(distance)), ...searchAnswer }),
    answerHeaders: registryHeaders,
    errors: searchErrors,
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
      'Everything on file about one doctor: taxonomies with licences, other names, identifiers, electronic endpoints, dates.',
    caller: 'key',
    params: byNpi,
    output: doctorFull,
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
      'Finds hospitals, clinics, pharmacies, groups and every other organization with an NPI, by place, specialty, name, NPI or organization at the same address.',
    caller: 'key',
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
    params: byNpi,
    output: organizationFull,
    answerHeaders: registryHeaders,
    errors: lookupErrors,
    example: {
      input: { params: { npi: '2000000010' } },
      output: {
        ...exampleOrganization,
        ...exampleDetails,
        isSubpart: false,
        parentName: null,
        authorizedOfficial: { name: 'Ada N Example', title: 'President', phone: '+12125550101' },
      },
    },
  }),
  searchIndividuals: endpoint({
    method: 'GET',
    path: '/api/individuals',
    group: 'individuals',
    summary: 'Search individuals',
    description:
      'Finds every person with an NPI: doctors, nurses, therapists, pharmacists and all others. The same filters and order as for doctors.',
    caller: 'key',
    query: personSearch,
    output: z.object({ providers: z.array(individual.extend(distance)), ...searchAnswer }),
    answerHeaders: registryHeaders,
    errors: searchErrors,
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
    description: 'Everything on file about one person with an NPI.',
    caller: 'key',
    params: byNpi,
    output: individualFull,
    answerHeaders: registryHeaders,
    errors: lookupErrors,
    example: { input: exampleLookup, output: { ...exampleIndividual, ...examplePersonDetails } },
  }),
}
