import { z } from 'zod'
import { checkQuestions, checkResults, keysOf, licenseOrigins, verificationStatuses } from './verification-words.ts'

export const check = z.object({
  code: z.enum(keysOf(checkQuestions)),
  result: z.enum(checkResults),
  sentence: z.string().describe('What was found, in one sentence.'),
  source: z.object({ name: z.string(), date: z.string().nullable().describe('Of the data, as yyyy-mm-dd.') }),
})

export type Check = z.output<typeof check>

const moment = z.string().describe('A moment in UTC, as 2026-01-05T12:00:00.000Z.')

const statusShown = z
  .enum([...Object.values(verificationStatuses), ...keysOf(verificationStatuses)])
  .describe('Pending, Approved or Rejected; in lower case where type=personal or admin=true was asked for.')

const license = z.object({
  number: z.string(),
  state: z.string().describe('Two letters.'),
})

export const verification = z.object({
  id: z.string(),
  npi: z.string(),
  credentials: z.array(z.string()),
  status: statusShown,
  createdAt: moment,
  approvedAt: moment.optional().describe('When it was decided, whichever way.'),
  expiresAt: z
    .string()
    .optional()
    .describe(
      'The end of the last day of an approval, as 2026-12-31T23:59:59.999-12:00: when that day is over everywhere in the United States.',
    ),
  isExpired: z.boolean().optional().describe('Whether that is over; present on approvals.'),
  rejectionReason: z.string().optional(),
  isRevoked: z.boolean().optional().describe('An approval that was taken back; it is shown as rejected.'),
  note: z.string().optional().describe('What the admin adds for the clinician.'),
  imageUrl: z.string().optional().describe('A link to the image that works for five minutes.'),
  type: z.literal('personal').optional(),
  license: license
    .extend({ from: z.enum(['request', 'document']) })
    .optional()
    .describe('The license that the board was asked about; absent where it was asked about those in NPPES.'),
  needsReview: z
    .object({ since: moment, checks: z.array(check).describe('What these checks say now.') })
    .optional()
    .describe('An approval whose checks read otherwise since a list was replaced; a reviewer looks at it again.'),
  checks: z.array(check),
  isReading: z.boolean().describe('The document is still being read; its checks are added within seconds.'),
})

export type Verification = z.output<typeof verification>

const historyEvent = z.object({
  at: moment,
  action: z.string().describe('verification.submitted, image.viewed, verification.approved, …'),
  by: z.string().nullable().describe('Email address of who did it; null for nobody.'),
})

export const review = z.object({
  verification,
  submitter: z.object({ email: z.string(), npi: z.string().nullable() }),
  registry: z
    .object({
      name: z.string(),
      kind: z.enum(['individual', 'organization', 'deactivated']),
      credentials: z.array(z.string()),
      specialties: z.array(z.string()),
      licenses: z.array(z.object({ number: z.string(), state: z.string().nullable() })),
      city: z.string().nullable(),
      state: z.string().nullable(),
      deactivatedOn: z.string().nullable(),
    })
    .nullable()
    .describe('What the registry says of the NPI; null where it has none.'),
  image: z
    .object({ width: z.int(), height: z.int(), bytes: z.int(), hasExif: z.boolean(), software: z.string().nullable() })
    .nullable()
    .describe('Null once the image is destroyed.'),
  board: z
    .object({
      license: license.extend({ from: z.enum(keysOf(licenseOrigins)) }),
      list: z.string(),
      date: z.string(),
      verdict: z.enum(['match', 'possible', 'no_match']),
      basis: z.string(),
      name: z.string(),
      number: z.string(),
      profession: z.string(),
      status: z.string().describe('The board’s own words.'),
      expiresOn: z.string().nullable(),
      discipline: z.string().nullable(),
    })
    .nullable()
    .describe('The row of a board’s list that agrees best with the license, as the list is now; null for none.'),
  earlier: z.array(verification).describe('Other requests of the same account or for the same NPI, the newest first.'),
  history: z.array(historyEvent),
})
