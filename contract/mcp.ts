/** The tools of the MCP server: their words, arguments and answers. Each reads; none changes anything. */
import { z } from 'zod'
import { npisMax } from './limits.ts'
import { byNpi, organizationSearch, personSearch, providerKinds, searchedLocation } from './provider-search.ts'
import { date, individual, individualFull, organization, organizationFull, phoneNumber } from './providers.ts'
import { sourceEndpoints } from './source-endpoints.ts'
import { askedList, exclusionHit, licenseHit, npiStatus } from './sources.ts'
import { specialtyEndpoints } from './specialty-endpoints.ts'
import { verificationEndpoints } from './verification-endpoints.ts'
import { verification } from './verifications.ts'
import { watchEndpoints } from './watch-endpoints.ts'

export interface McpTool {
  title: string
  description: string
  input: z.ZodObject
  output: z.ZodObject
}

export const mcpPath = '/mcp'

const addressText = z.string().describe('In one line.')

const foundProvider = z.object({
  npi: individual.shape.npi,
  name: individual.shape.name,
  credentials: individual.shape.credentials.optional(),
  specialty: z.string().optional().describe('The primary one.'),
  phone: phoneNumber,
  address: addressText,
  distanceMiles: z.number().optional(),
})

const wholeProvider = z.object({
  kind: z.enum(['individual', 'organization']),
  npi: individual.shape.npi,
  name: individual.shape.name,
  credentials: individual.shape.credentials.optional(),
  gender: individual.shape.gender.optional(),
  facilityType: organization.shape.facilityType.optional(),
  phone: phoneNumber,
  fax: phoneNumber,
  address: addressText,
  locations: z.int().describe('How many practice locations there are.'),
  specialties: individual.shape.specialties,
  taxonomies: individualFull.shape.taxonomies,
  otherNames: z.array(z.string()),
  authorizedOfficial: z.string().nullable().optional(),
  reviews: individual.shape.reviews,
  rating: organizationFull.shape.rating,
  enumeratedOn: date.nullable(),
  updatedOn: date.nullable(),
  reactivatedOn: date.nullable(),
})

const verificationShort = verification.pick({
  id: true,
  npi: true,
  credentials: true,
  status: true,
  createdAt: true,
  approvedAt: true,
  expiresAt: true,
  isExpired: true,
  rejectionReason: true,
})

/** Without what only says how a row was published. */
const exclusionShort = exclusionHit
  .omit({ list: true, licenseNumbers: true, otherNames: true, waiverState: true })
  .extend({ list: z.string().describe('Title of the list.'), date: askedList.shape.date })

const licenseShort = licenseHit
  .omit({ list: true, otherNames: true })
  .extend({ list: z.string().describe('Title of the list.'), date: askedList.shape.date })

const listTitles = z.array(z.string()).describe('Titles of the lists.')
const ofLists = {
  npiStatus,
  hasMore: z.boolean(),
  listsAsked: listTitles,
  listsNotLoaded: z.int().describe('How many.'),
}

const { listVerifications, getVerification } = verificationEndpoints
const { searchExclusions, searchLicenses } = sourceEndpoints

export const mcpTools = {
  search_providers: {
    title: 'Search providers',
    description: `Finds doctors, other clinicians and healthcare organizations of the United States, nearest first if you give a place. Results match all filters. Give a place in words as address, or city with state, or a state. credential and gender are for doctors and individuals, facilityType and minRating for organizations. npi takes up to ${npisMax}, separated by commas.`,
    input: z.strictObject({
      kind: z
        .enum(providerKinds)
        .describe('doctors, organizations, or individuals: everyone with an NPI, including nurses and therapists.'),
      ...personSearch.shape,
      ...organizationSearch.shape,
    }),
    output: z.object({
      total: z.int().describe('The exact number of matches.'),
      page: z.int(),
      location: searchedLocation.optional(),
      providers: z.array(foundProvider),
    }),
  },
  get_provider: {
    title: 'Look up a provider',
    description: 'What the registry (NPPES) has for one NPI: names, taxonomies with licenses, place, dates.',
    input: byNpi,
    output: wholeProvider,
  },
  find_specialty: {
    title: 'Find a specialty',
    description: 'The taxonomy codes for a specialty in plain words, and whether search_providers knows it.',
    input: specialtyEndpoints.findSpecialty.query,
    output: specialtyEndpoints.findSpecialty.output,
  },
  check_exclusions: {
    title: 'Check exclusions',
    description:
      'Whether federal or state programs exclude someone: by NPI, or by first and last name. Each row has a verdict; a name alone is never a match. No rows means the checked lists have none; listsNotLoaded says how many couldn’t be checked.',
    input: searchExclusions.query,
    output: z.object({ exclusions: z.array(exclusionShort), ...ofLists }),
  },
  check_license: {
    title: 'Check a license',
    description:
      'What state boards publish about a license: by NPI, by state and number, or by state and name. Each row has a verdict, its list and the list’s date.',
    input: searchLicenses.query,
    output: z.object({ licenses: z.array(licenseShort), ...ofLists }),
  },
  list_verifications: {
    title: 'List verifications',
    description: 'The credential verifications that this account has submitted, the newest first.',
    input: listVerifications.query.omit({ admin: true, type: true }),
    output: listVerifications.output.extend({ verifications: z.array(verificationShort) }),
  },
  get_verification: {
    title: 'Look up a verification',
    description: 'One verification of this account, with its checks and what was decided.',
    input: getVerification.params,
    output: verification.omit({ imageUrl: true }),
  },
  watch_events: {
    title: 'Read events',
    description:
      'What changed about the providers on the rosters of this account, such as a new exclusion, an ended license or another address, and what became of its verifications and shares. Pass next as after to read on; order newest begins with the last ones.',
    input: watchEndpoints.listEvents.query,
    output: watchEndpoints.listEvents.output,
  },
} as const satisfies Record<string, McpTool>

export type McpToolName = keyof typeof mcpTools
