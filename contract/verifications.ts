import { z } from 'zod'
import { checkNames, checkResults, keysOf, licenseOrigins, verificationStatuses } from './verification-words.ts'

export const check = z.object({
  code: z.enum(keysOf(checkNames)),
  result: z.enum(checkResults),
  sentence: z.string().describe('The finding, in one sentence.'),
  source: z.object({ name: z.string(), date: z.string().nullable().describe('Date of the data, as yyyy-mm-dd.') }),
})

export type Check = z.output<typeof check>

const moment = z.string().describe('A time in UTC, such as 2026-01-05T12:00:00.000Z.')

const statusShown = z
  .enum([...Object.values(verificationStatuses), ...keysOf(verificationStatuses)])
  .describe('Pending, Approved or Rejected; lowercase if the call has type=personal or admin=true.')

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
  approvedAt: moment.optional().describe('When it was approved or rejected.'),
  expiresAt: z
    .string()
    .optional()
    .describe(
      'When the last day of an approval ends everywhere in the United States, such as 2026-12-31T23:59:59.999-12:00.',
    ),
  isExpired: z.boolean().optional().describe('Whether the approval has expired; present on approvals.'),
  rejectionReason: z.string().optional(),
  isRevoked: z.boolean().optional().describe('True if the approval was revoked; it’s shown as rejected.'),
  isWithdrawn: z.boolean().optional().describe('True if the submitter withdrew it; it’s shown as rejected.'),
  note: z.string().optional().describe('The admin’s note to the clinician.'),
  imageUrl: z.string().optional().describe('A link to the image. It works for five minutes.'),
  type: z.literal('personal').optional(),
  mode: z.literal('test').optional().describe('Present in test mode.'),
  license: license
    .extend({ from: z.enum(['request', 'document']) })
    .optional()
    .describe('The license we checked with the board; absent if we checked the ones in NPPES.'),
  needsReview: z
    .object({ since: moment, checks: z.array(check).describe('The current results of these checks.') })
    .optional()
    .describe('Present on an approval whose checks changed with a newer list; a reviewer looks at it again.'),
  provider: z
    .object({ name: z.string(), state: z.string().nullable() })
    .optional()
    .describe('The provider the registry lists under the NPI; for admins.'),
  claim: z
    .object({ by: z.string(), until: moment })
    .optional()
    .describe('Email address of the admin who is working on it; for admins.'),
  checks: z.array(check),
  isReading: z.boolean().describe('True while we read the document; its checks follow within seconds.'),
})

export type Verification = z.output<typeof verification>

const historyEvent = z.object({
  at: moment,
  action: z.string().describe('verification.submitted, image.viewed, verification.approved, …'),
  by: z.string().nullable().describe('Email address of the person who did it; null if the system did.'),
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
    .describe('What the registry says about the NPI; null if it doesn’t have it.'),
  image: z
    .object({ width: z.int(), height: z.int(), bytes: z.int(), hasExif: z.boolean(), software: z.string().nullable() })
    .nullable()
    .describe('Null once the image is deleted.'),
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
    .describe('The row of the board’s current list that best matches the license; null if none does.'),
  earlier: z.array(verification).describe('Other requests from the same account or for the same NPI, newest first.'),
  history: z.array(historyEvent),
})
