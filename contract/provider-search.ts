import { z } from 'zod'
import { facilityTypes } from './facilities.ts'
import { pageSizeDefault, pageSizeMax, radiusMilesDefault, radiusMilesMax, starsMax } from './limits.ts'
import * as parameter from './parameters.ts'

export const providerKinds = ['doctors', 'organizations', 'individuals'] as const
export type ProviderKind = (typeof providerKinds)[number]

const precisions = ['point', 'rooftop', 'zip', 'city', 'state'] as const
export type Precision = (typeof precisions)[number]

export const searchedLocation = z
  .object({
    query: z.string().describe('The place we looked for, put together from the parameters.'),
    latitude: z
      .number()
      .optional()
      .describe('Absent, like longitude, if we don’t know where the place is, such as military states.'),
    longitude: z.number().optional(),
    precision: z
      .enum(precisions)
      .describe('point: the coordinates you passed; rooftop: a street address; zip, city, state: its center.'),
    radiusMiles: z.number().optional().describe('Absent when a whole state was searched.'),
  })
  .describe('How we understood the place; absent in a search without one.')

export const searchAnswer = {
  page: z.int().min(1).describe('The page you asked for.'),
  total: z.int().min(0).describe('The exact number of matches.'),
  location: searchedLocation.optional(),
}

const searchParameters = {
  address: parameter
    .text('an address, city or ZIP code')
    .optional()
    .describe(
      'A place in words: a street address, a city with its state (or alone, if it’s by far the largest of that name), a ZIP code or a state.',
    ),
  city: parameter.text('a city').optional().describe('A city. Needs state. Completes address if you pass both.'),
  state: parameter.state
    .optional()
    .describe(
      'A state. Alone, it searches the whole state; with radius, around its middle. Completes address or city.',
    ),
  postalCode: parameter.postalCode.optional().describe('A ZIP code. Completes address if you pass both.'),
  latitude: parameter.numberBetween(-90, 90, 'degrees').optional().describe('Degrees north; needs longitude.'),
  longitude: parameter.numberBetween(-180, 180, 'degrees').optional().describe('Degrees east; needs latitude.'),
  radius: parameter
    .numberUpTo(radiusMilesMax, 'a number of miles', radiusMilesDefault)
    .optional()
    .describe('Miles around the place. Needs a place.'),
  name: parameter
    .text('a name')
    .regex(/(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u, { error: 'a name with at least one letter or digit' })
    .optional()
    .describe(
      "Each word must match the start of a word in the name on file, in any order. Former and other names count. Accents, case, apostrophes, titles and credentials (Dr., M.D.) don't matter. Spaces between words don't either: O'Brien is O Brien, and DelaCruz is De La Cruz.",
    ),
  nicknames: parameter
    .word(['true', 'false'])
    .optional()
    .describe('If true, Bob also finds Robert, and Robert finds Bob. Needs name.'),
  specialty: parameter
    .text('a specialty')
    .optional()
    .describe(
      'A taxonomy code, a description of NUCC or CMS (Internal Medicine, Cardiovascular Disease), a label, or a common word such as cardiology or heart doctor.',
    ),
  npi: parameter.npis.optional().describe('One or more NPIs: repeat the parameter or separate them with commas.'),
  organizationId: parameter
    .text('an organization id')
    .regex(/^org_[0-9a-z]{7}$/, { error: 'an organization id such as org_0000000' })
    .optional()
    .describe('Only providers at this organization’s primary practice address.'),
  page: parameter.page.optional(),
  limit: parameter.wholeBetween(1, pageSizeMax, pageSizeDefault).optional().describe('Results per page.'),
}

const personParameters = {
  credential: parameter
    .text('a credential')
    .optional()
    .describe('One credential such as MD, DO or RN, with or without periods. Pass one only: MD, PhD is rejected.'),
  gender: parameter.word(['M', 'F']).optional().describe('M or F.'),
  licensedIn: parameter.state.optional().describe('A state for which NPPES has a license number.'),
  licenseVerified: parameter
    .word(['true'])
    .optional()
    .describe("Only people with an active license on the board's roll. Needs licensedIn and that state's roll."),
  acceptsMedicare: parameter
    .word(['true'])
    .optional()
    .describe('Only people enrolled in Medicare who haven’t opted out. Needs Medicare lists.'),
}

export const personSearch = z.strictObject({ ...searchParameters, ...personParameters })
const organizationParameters = {
  facilityType: parameter
    .word(facilityTypes)
    .optional()
    .describe('A kind of facility, by the organization’s primary taxonomy.'),
  minRating: parameter
    .numberBetween(1, starsMax, 'stars')
    .optional()
    .describe(
      "Only hospitals with at least this many stars in CMS's overall hospital quality star rating, which is `rating` in the response. Hospitals that CMS doesn't rate, or that we couldn't match, are left out. Patient reviews don't count.",
    ),
}

export const organizationSearch = z.strictObject({ ...searchParameters, ...organizationParameters })
export const byNpi = z.strictObject({ npi: parameter.npi })
export const lookupQuery = z.strictObject({
  provenance: parameter
    .word(['1', '0'])
    .optional()
    .describe('With 1, the response has provenance: each field’s source, the date of that source, and how we got it.'),
  asOf: parameter.day
    .optional()
    .describe(
      'A day in the past: the response has what was filed then. What others publish, such as medicare and reviews, is null or absent, and organizationIds is empty.',
    ),
})
export type LookupQuery = z.output<typeof lookupQuery>
export const reviewPage = z.strictObject({ page: searchParameters.page, limit: searchParameters.limit })
export type ReviewPageQuery = z.output<typeof reviewPage>

export type ProviderSearch = z.output<typeof personSearch> & z.output<typeof organizationSearch>
