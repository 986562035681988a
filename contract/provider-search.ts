import { z } from 'zod'
import { facilityTypes } from './facilities.ts'
import { pageSizeDefault, pageSizeMax, pagingDepthMax, radiusMilesDefault, radiusMilesMax, starsMax } from './limits.ts'
import * as parameter from './parameters.ts'

const precisions = ['point', 'rooftop', 'zip', 'city', 'state'] as const
export type Precision = (typeof precisions)[number]

export const searchedLocation = z
  .object({
    query: z.string().describe('What was placed, put together from the parameters.'),
    latitude: z
      .number()
      .optional()
      .describe(
        'Absent, as is longitude, where the place has no known position: military states, and cities in no list.',
      ),
    longitude: z.number().optional(),
    precision: z
      .enum(precisions)
      .describe('point: given as coordinates; rooftop: a street address; zip, city, state: the middle of it.'),
    radiusMiles: z.number().optional().describe('Absent when a whole state was searched.'),
  })
  .describe('How the place was understood; absent in a search without a place.')

export const searchAnswer = {
  page: z.int().min(1),
  total: z.int().min(0).describe('How many match in all: exact.'),
  location: searchedLocation.optional(),
}

const searchParameters = {
  address: parameter
    .text('an address, city or ZIP code')
    .optional()
    .describe(
      'A place in words: a street address, a city with its state (or alone, when one city of that name is by far the largest), a ZIP code or a state.',
    ),
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
    .numberUpTo(radiusMilesMax, 'a number of miles', radiusMilesDefault)
    .optional()
    .describe('Miles around the place. Needs a place.'),
  name: parameter
    .text('a name')
    .regex(/(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u, { error: 'a name with at least one letter or digit' })
    .optional()
    .describe(
      "Every word must begin a word of its own of the name on file, in any order; former and other names count. Accents, case, apostrophes, titles and credentials (Dr., M.D.) do not matter. Neighboring words count joined, too: O'Brien is O Brien, and DelaCruz is De La Cruz.",
    ),
  nicknames: parameter
    .word(['true', 'false'])
    .optional()
    .describe('With true, Bob also finds Robert, and Robert also finds Bob. Needs name.'),
  specialty: parameter
    .text('a specialty')
    .optional()
    .describe(
      'A taxonomy code, a description of NUCC or CMS (Internal Medicine, Cardiovascular Disease), a label, or a common word such as cardiology or heart doctor.',
    ),
  npi: parameter.npis.optional().describe('One NPI or several, by repeating the parameter or with commas.'),
  organizationId: parameter
    .text('an organization id')
    .regex(/^org_[0-9a-z]{7}$/, { error: 'an organization id such as org_0000000' })
    .optional()
    .describe('Only providers whose organizationIds name this one: those at its primary practice address.'),
  page: parameter
    .wholeBetween(1, pagingDepthMax, 1)
    .optional()
    .describe(`Page, from 1. Page times limit may be at most ${pagingDepthMax.toLocaleString('en-US')}.`),
  limit: parameter.wholeBetween(1, pageSizeMax, pageSizeDefault).optional().describe('Results per page.'),
}

const personParameters = {
  credential: parameter
    .text('a credential')
    .optional()
    .describe('One credential such as MD, DO or RN, with or without dots. Not several: MD, PhD is refused.'),
  gender: parameter.word(['M', 'F']).optional().describe('M or F.'),
  licensedIn: parameter.state.optional().describe('A state of which NPPES has a license number.'),
  licenseVerified: parameter
    .word(['true'])
    .optional()
    .describe("Only those with an active license on the board's roll. Needs licensedIn, and a roll of that state."),
  acceptsMedicare: parameter
    .word(['true'])
    .optional()
    .describe('Only those enrolled in Medicare who have not opted out. Needs lists of Medicare.'),
}

export const personSearch = z.strictObject({ ...searchParameters, ...personParameters })
const organizationParameters = {
  facilityType: parameter
    .word(facilityTypes)
    .optional()
    .describe('A kind of facility. The primary taxonomy of an organization decides which kind it is.'),
  minRating: parameter
    .numberBetween(1, starsMax, 'stars')
    .optional()
    .describe(
      "Only hospitals with so many stars or more in CMS's overall hospital quality star rating, the `rating` of the answer. Those that CMS does not rate, or that could not be matched, are left out; reviews of patients do not count.",
    ),
}

export const organizationSearch = z.strictObject({ ...searchParameters, ...organizationParameters })
export const byNpi = z.strictObject({ npi: parameter.npi })
export const lookupQuery = z.strictObject({
  provenance: parameter
    .word(['1', '0'])
    .optional()
    .describe('With 1, the answer has provenance: of each field its source, the date of that, and how it came about.'),
})
export type LookupQuery = z.output<typeof lookupQuery>
export const reviewPage = z.strictObject({ page: searchParameters.page, limit: searchParameters.limit })
export type ReviewPageQuery = z.output<typeof reviewPage>

export type ProviderSearch = z.output<typeof personSearch> & z.output<typeof organizationSearch>
