/** What patients say of one provider: a list for each of the three resources. */
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { registryHeaders } from './provider-endpoints.ts'
import { byNpi, reviewPage } from './provider-search.ts'
import { type ReviewList, reviewList } from './reviews.ts'

const reviewErrors = [
  'provider_not_found',
  'provider_deactivated',
  'page_too_deep',
  'not_ready',
] as const satisfies readonly ErrorCode[]

const exampleLookup = { params: { npi: '2000000002' } }

const exampleReviews: ReviewList = {
  reviews: [
    {
      kind: 'review',
      rating: 4.5,
      comment: 'Took her time and explained every step.',
      date: '2026-10-02',
      source: 'Example Clinic patient survey',
    },
    { kind: 'review', rating: 4, comment: null, date: '2026-03-17', source: 'Example Clinic patient survey' },
  ],
  page: 1,
  total: 2,
}

const exampleSurveys: ReviewList = {
  reviews: [
    {
      kind: 'survey',
      rating: 4,
      comment: null,
      date: '2025-12-31',
      source: 'CMS HCAHPS hospital patient survey',
      survey: {
        patients: '1021',
        matchedBy: 'identifier',
        results: [
          { measure: 'H_RECMND_DY', text: 'YES, patients would definitely recommend the hospital', percent: 77 },
        ],
      },
    },
  ],
  page: 1,
  total: 1,
}

const shared = {
  method: 'GET',
  caller: 'key',
  scope: 'providers:read',
  params: byNpi,
  query: reviewPage,
  output: reviewList,
  answerHeaders: registryHeaders,
  errors: reviewErrors,
} as const

function describe(whatOfWhom: string): string {
  return `What patients say about ${whatOfWhom}, newest first, each with its source. A provider without any has an empty list; its lookup and search results then have no \`reviews\`.`
}

export const reviewEndpoints = {
  listDoctorReviews: endpoint({
    ...shared,
    path: '/api/doctors/{npi}/reviews',
    group: 'doctors',
    summary: 'List the reviews of a doctor',
    description: describe('one doctor'),
    example: { input: exampleLookup, output: exampleReviews },
  }),
  listOrganizationReviews: endpoint({
    ...shared,
    path: '/api/organizations/{npi}/reviews',
    group: 'organizations',
    summary: 'List the reviews of an organization',
    description: describe(
      'one organization, single reviews and the surveys that CMS publishes of hospitals and groups',
    ),
    example: { input: { params: { npi: '2000000010' } }, output: exampleSurveys },
  }),
  listIndividualReviews: endpoint({
    ...shared,
    path: '/api/individuals/{npi}/reviews',
    group: 'individuals',
    summary: 'List the reviews of an individual',
    isBeta: true,
    description: describe('one person with an NPI'),
    example: { input: exampleLookup, output: exampleReviews },
  }),
}
