/** What patients say of providers: single reviews, and the surveys that CMS publishes. */
import { z } from 'zod'

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

/** How the provider of a source without NPIs was found. */
const matchedBy = z
  .enum(['identifier', 'nameAndAddress'])
  .describe(
    'How the provider was recognized: by the Medicare certification number among its identifiers, or by name and address together. CMS names no NPI there.',
  )

export const reviewSummary = z
  .object({
    averageRating: z
      .number()
      .min(1)
      .max(5)
      .nullable()
      .describe('Mean of the ratings from 1 to 5, to two decimals; null when nothing in the list has one.'),
    count: z.int().min(1).describe('How many entries the list of reviews has.'),
  })
  .describe('Present when there are reviews or surveys; GET …/{npi}/reviews lists them.')

const surveyResult = z.object({
  measure: z.string().describe("CMS's id of the measure."),
  text: z.string().describe("What was measured, in CMS's words."),
  percent: z.number().min(0).max(100).optional().describe('Percent of the patients, or a score from 0 to 100.'),
  stars: z.int().min(1).max(5).optional(),
})

export const providerReview = z.object({
  kind: z.enum(['review', 'survey']).describe('review: what one patient wrote; survey: what CMS published of many.'),
  rating: z
    .number()
    .min(1)
    .max(5)
    .nullable()
    .describe('From 1 to 5; of a survey its summary stars, where CMS gives them.'),
  comment: z.string().nullable(),
  date: date.nullable().describe('yyyy-mm-dd; of a survey the last day of its period, null where CMS tells none.'),
  source: z.string().describe('Where it comes from; "Invented for the sample" in sample data.'),
  survey: z
    .object({
      patients: z.string().nullable().describe('How many patients answered, as CMS says it.'),
      matchedBy,
      results: z.array(surveyResult),
    })
    .optional()
    .describe('Present in surveys.'),
})

export const facilityRating = z
  .object({
    stars: z.int().min(1).max(5),
    source: z.string(),
    date: date.nullable().describe('Date of the file it comes from, as yyyy-mm-dd; null where its name has none.'),
    matchedBy,
  })
  .describe("CMS's overall hospital quality star rating; present where CMS rates the hospital and it could be matched.")

export const reviewList = z.object({
  reviews: z.array(providerReview),
  page: z.int().min(1),
  total: z.int().min(0).describe('How many entries there are in all.'),
})

export type Review = z.output<typeof providerReview>
export type ReviewList = z.output<typeof reviewList>
export type FacilityRating = z.output<typeof facilityRating>
