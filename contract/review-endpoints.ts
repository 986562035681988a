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

export const reviewEndpoints = {
  listDoctorReviews: endpoint({
    method: 'GET',
    path: '/api/doctors/{npi}/reviews',
    group: 'doctors',
    summary: 'List the reviews of a doctor',
    description:
      'What patients say of one doctor, newest first, each with its source. A provider without any has an empty list; its look-up and the lists then have no `reviews`.',
    caller: 'key',
    params: byNpi,
    query: reviewPage,
    output: reviewList,
    answerHeaders: registryHeaders,
    errors: reviewErrors,
    example: { input: exampleLookup, output: exampleReviews },
  }),
  listOrganizationReviews: endpoint({
    method: 'GET',
    path: '/api/organizations/{npi}/reviews',
    group: 'organizations',
    summary: 'List the reviews of an organization',
    description:
      'What patients say of one organization, single reviews and the surveys that CMS publishes of hospitals and groups, newest first, each with its source. A provider without any has an empty list; its look-up and the lists then have no `reviews`.',
    caller: 'key',
    params: byNpi,
    query: reviewPage,
    output: reviewList,
    answerHeaders: registryHeaders,
    errors: reviewErrors,
    example: { input: { params: { npi: '2000000010' } }, output: exampleSurveys },
  }),
  listIndividualReviews: endpoint({
    method: 'GET',
    path: '/api/individuals/{npi}/reviews',
    group: 'individuals',
    summary: 'List the reviews of an individual',
    isBeta: true,
    description:
      'What patients say of one person with an NPI, newest first, each with its source. A provider without any has an empty list; its look-up and the lists then have no `reviews`.',
    caller: 'key',
    params: byNpi,
    query: reviewPage,
    output: reviewList,
    answerHeaders: registryHeaders,
    errors: reviewErrors,
    example: { input: exampleLookup, output: exampleReviews },
  }),
}
