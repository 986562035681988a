/** The calls of the NPI Registry form as contract entries, which its OpenAPI document is made from. */
import { z } from 'zod'
import { callerErrors, endpoint } from './endpoint.ts'
import { radiusMilesDefault, radiusMilesMax } from './limits.ts'
import {
  npiRegistryPageDefault,
  npiRegistryPageMax,
  npiRegistryPath,
  npiRegistryScope,
  npiRegistrySkipMax,
} from './npi-registry.ts'

/** The values of parameters that have a few; case does not count. */
export const npiRegistryWords = {
  enumeration_type: ['NPI-1', 'NPI-2'],
  name_purpose: ['AO', 'PROVIDER'],
  address_purpose: ['LOCATION', 'MAILING', 'PRIMARY', 'SECONDARY'],
  sort: ['DISTANCE'],
  flag: ['TRUE', 'FALSE'],
} as const

const { enumeration_type, name_purpose, address_purpose, sort, flag } = npiRegistryWords

const text = (description: string) => z.string().optional().describe(description)
const word = (values: readonly string[], description: string) => z.enum(values).optional().describe(description)
const number = (override: object, description: string) => z.string().meta({ override }).optional().describe(description)

/** Every parameter that is read (server/npi-registry/read-query.ts); others are ignored, and so are empty ones. */
export const npiRegistryQuery = z.object({
  version: z.literal('2.1').describe('The version of the form.'),
  number: text('An NPI of ten digits.'),
  enumeration_type: word(enumeration_type, 'NPI-1 for people, NPI-2 for organizations. Not alone.'),
  taxonomy_description: text('A term of the NUCC taxonomy, such as Cardiology. * at the end matches the rest.'),
  name_purpose: word(
    name_purpose,
    'Whose first_name and last_name are meant: AO for authorized officials. Both without it.',
  ),
  first_name: text('A first name. * after two letters matches the rest.'),
  use_first_name_alias: word(
    flag,
    'Whether first_name also finds names of the same family, such as Bob and Robert. True without it.',
  ),
  last_name: text('A last name. * after two letters matches the rest.'),
  organization_name: text(
    'A name of an organization, also another one than the legal. Not with first_name or last_name.',
  ),
  address_purpose: word(address_purpose, 'Which addresses are meant; any without it.'),
  city: text('A city. * after two letters matches the rest.'),
  state: text('Two letters. Not alone.'),
  postal_code: text('Five digits also match every nine that begin so. * after two digits matches the rest.'),
  country_code: text('Two letters. US not alone.'),
  limit: number(
    { type: 'integer', minimum: 0, default: npiRegistryPageDefault },
    `Results on the page; more than ${npiRegistryPageMax} count as ${npiRegistryPageMax}, and 0 as ${npiRegistryPageDefault}.`,
  ),
  skip: number({ type: 'integer', minimum: 0, maximum: npiRegistrySkipMax, default: 0 }, 'Results before the page.'),
  pretty: text('on or true for indented JSON.'),
  latitude: number({ type: 'number', minimum: -90, maximum: 90 }, 'Not in CMS’s service. Degrees; needs longitude.'),
  longitude: number({ type: 'number', minimum: -180, maximum: 180 }, 'Not in CMS’s service. Degrees; needs latitude.'),
  radius: number(
    { type: 'number', exclusiveMinimum: 0, maximum: radiusMilesMax, default: radiusMilesDefault },
    'Not in CMS’s service. Miles around latitude and longitude.',
  ),
  sort: word(sort, 'Not in CMS’s service. Nearest first; needs latitude and longitude.'),
  total_count: word(flag, 'Not in CMS’s service. Whether the answer has total_count. False without it.'),
})

const member = z.string().optional()
const nullable = z.string().nullable()
const address = z.looseObject({
  address_1: member,
  address_2: member,
  address_purpose: z.string(),
  city: member,
  country_code: member,
  fax_number: member,
  postal_code: member,
  state: member,
  telephone_number: member,
})
const texts = z.record(z.string(), z.string())

/** A provider. Members that are empty are absent, but for those that are null. */
export const npiResult = z.looseObject({
  addresses: z.array(address).describe('The practice location and the mailing address, in no fixed order.'),
  basic: texts.describe('Names, dates and status; of an organization also its authorized official.'),
  created_epoch: z.string().describe('Milliseconds since 1970.'),
  endpoints: z.array(texts),
  enumeration_type: z.enum(enumeration_type),
  identifiers: z.array(z.looseObject({ code: z.string(), identifier: z.string(), issuer: nullable, state: nullable })),
  last_updated_epoch: z.string().describe('Milliseconds since 1970.'),
  number: z.string(),
  other_names: z.array(texts),
  practiceLocations: z.array(address).describe('The practice locations but for the primary one.'),
  taxonomies: z.array(
    z.looseObject({
      code: z.string(),
      desc: nullable,
      license: nullable,
      primary: z.boolean(),
      state: nullable,
      taxonomy_group: z.string(),
    }),
  ),
})

export const npiRegistryErrors = z.strictObject({
  Errors: z.array(
    z.strictObject({
      description: z.string(),
      field: z.string(),
      number: z.string().describe('CMS’s number; 99 for what CMS has none for.'),
    }),
  ),
})

const output = z.union([
  z.object({
    result_count: z.int().describe('Results on this page.'),
    results: z.array(npiResult),
    total_count: z.int().optional().describe('How many match; with total_count=true.'),
  }),
  npiRegistryErrors,
])

const common = {
  method: 'GET',
  group: 'npiRegistry',
  query: npiRegistryQuery,
  output,
  errorForm: npiRegistryErrors,
} as const

const description =
  'Searches as version 2.1 of CMS’s NPI Registry API does, with the same parameters, answers and errors. A refused query has the status 200 and Errors, and counts as no call; a page counts as one.'

const example = {
  input: { query: { version: '2.1' as const, number: '2000000002' } },
  output: { result_count: 0, results: [] },
}

export const npiRegistryEndpoints = {
  npiRegistry: endpoint({
    ...common,
    path: `${npiRegistryPath}/api`,
    summary: 'Search in the form of CMS',
    description,
    caller: 'key',
    scope: npiRegistryScope,
    example,
  }),
  npiRegistryByAddress: endpoint({
    ...common,
    path: `${npiRegistryPath}/{key}/api`,
    summary: 'Search in the form of CMS, with the key in the address',
    description: `${description} For programs that send no headers.`,
    caller: 'anyone',
    params: z.object({ key: z.string().describe(`A key whose only scope is ${npiRegistryScope}.`) }),
    errors: callerErrors.key,
    example: { ...example, input: { ...example.input, params: { key: 'YOUR_KEY' } } },
  }),
}
