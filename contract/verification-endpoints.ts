/**
 * The verifications API: an NPI and an image of a credential go in, instant checks come back, an admin decides.
 * Portal, admin desk and developers' programs call the same endpoints.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  approvalYearsDefault,
  approvalYearsMax,
  claimMinutes,
  imageBodyBytesMax,
  imageBytesMax,
  imageSideMin,
  licenseNumberLengthMax,
  noteLengthMax,
  sizeOf,
  verificationAgeDaysMax,
  verificationPageSizeDefault,
  verificationPageSizeMax,
} from './limits.ts'
import * as parameter from './parameters.ts'
import { checkCodes, credentialTypes, keysOf, rejectionReasons, verificationStatuses } from './verification-words.ts'
import { type Check, review, verification } from './verifications.ts'

const reasonValues = rejectionReasons.map(({ value }) => value)
const reason = z.enum(reasonValues, { error: `one of ${reasonValues.join('; ')}` })
const note = parameter.text('a note', noteLengthMax).optional().describe('Shown to the clinician.')

const statusesExpected = `one or several of ${Object.keys(verificationStatuses).join(', ')}, with commas between`

const idExpected = 'the id of a verification'
const idText = z
  .string({ error: idExpected })
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, { error: idExpected })
const npiDigits = z
  .string({ error: 'ten digits' })
  .regex(/^\d{10}$/, { error: 'ten digits' })
  .describe('Ten digits. A wrong check digit is reported as a failed check.')

const exampleChecks: Check[] = [
  {
    code: 'npi.check_digit',
    result: 'passed',
    sentence: 'The check digit is valid.',
    source: { name: 'CMS check digit rule', date: null },
  },
  {
    code: 'npi.active',
    result: 'passed',
    sentence: 'Active since 2006-05-01.',
    source: { name: 'NPPES (CMS)', date: '2026-11-08' },
  },
]

const exampleVerification = {
  id: '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10',
  npi: '1679576722',
  credentials: ['MD'],
  status: 'Pending' as const,
  createdAt: '2026-01-05T12:00:00.000Z',
  imageUrl:
    'https://example.org/images/0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a11?viewer=0197f0c4&expires=1767614700&signature=k3J0v9Zq1xT7bY5mN2wR8cL4hF6sD0gA1uE9iO3pXyQ',
  checks: exampleChecks,
  isReading: true,
}

const { imageUrl: _, ...exampleInShort } = { ...exampleVerification, checks: [], isReading: false }

const malformedId = { id: 'verification_id_malformed' } as const
const malformedBody = { npi: 'verification_body', image: 'verification_body' } as const

/** The calls of the portal and the desk, which use none of the quota. */
const offQuota = { type: 'personal', admin: 'true' } as const

const params = z.strictObject({ id: idText })

const statusList = z
  .string({ error: statusesExpected })
  .transform((text) => [
    ...new Set(
      text
        .toLowerCase()
        .split(',')
        .map((part) => part.trim()),
    ),
  ])
  .pipe(z.array(z.enum(keysOf(verificationStatuses), { error: statusesExpected })))
  .meta({ override: { type: 'string', examples: ['pending', 'approved,rejected'] } })

const npiFilter = npiDigits.optional().describe('Those for this NPI.')

const failedExpected = 'any, or the code of a check'
const idsExpected = `1 to ${verificationPageSizeMax} ids of verifications, each once`

const adminHeaders = {
  Authorization: 'The admin’s session, if this server requires a second factor for admins.',
}

export const verificationEndpoints = {
  submitVerification: endpoint({
    method: 'POST',
    path: '/api/verifications',
    group: 'verifications',
    summary: 'Submit a verification',
    description:
      'Takes an NPI and an image of a credential, and returns the checks that run instantly. The document is read within seconds, and an admin decides later.',
    caller: 'key',
    scope: 'verifications:write',
    bodyBytesMax: imageBodyBytesMax,
    requestHeaders: {
      'Idempotency-Key':
        'Up to 255 letters, digits, hyphens and underscores. Repeat a call with the same key within a day to get the first response again; nothing is submitted twice.',
    },
    body: z.strictObject({
      npi: npiDigits,
      image: z
        .string()
        .min(1)
        .describe(
          `The image in base64, without a prefix: JPEG, PNG or WebP of at most ${sizeOf(imageBytesMax)} and at least ${imageSideMin} pixels on each side.`,
        )
        .meta({ contentEncoding: 'base64' }),
      credential: z
        .enum(keysOf(credentialTypes), { error: `one of ${keysOf(credentialTypes).join(', ')}` })
        .optional()
        .describe('By default, the credential the registry lists for the NPI.'),
      type: z.literal('personal', { error: 'personal, or nothing' }).optional().describe('For a request of one’s own.'),
      licenseNumber: parameter
        .text('a license number', licenseNumberLengthMax)
        .regex(/\d/, { error: 'a license number, which has a digit' })
        .optional()
        .describe(
          'The license to check with the state’s board; needs licenseState. By default, the one on the document, or those in NPPES.',
        ),
      licenseState: parameter.state.optional().describe('The state of licenseNumber.'),
      callbackUrl: parameter.callbackUrl.optional(),
    }),
    inputErrors: malformedBody,
    offQuota,
    output: verification.extend({
      callbackSecret: z
        .string()
        .optional()
        .describe('The secret that signs webhooks to callbackUrl (Standard Webhooks); the same for the whole account.'),
    }),
    status: 201,
    errors: [
      'verification_body',
      'verification_pending',
      'image_unusable',
      'images_full',
      'uploads_limited',
      'decoder_busy',
      'credential_unknown',
      'npi_locked',
      'idempotency_key_malformed',
      'idempotency_key_reused',
      'not_ready',
    ],
    example: {
      input: { body: { npi: '1679576722', image: 'iVBORw0KGgoAAAANSUhEUgAA', credential: 'MD' } },
      output: exampleVerification,
    },
  }),
  listVerifications: endpoint({
    method: 'GET',
    path: '/api/verifications',
    group: 'verifications',
    summary: 'List verifications',
    description: 'The account’s verifications, newest first, without withdrawn ones. Admins may list everyone’s.',
    caller: 'key',
    scope: 'verifications:read',
    query: z.strictObject({
      type: z
        .literal('personal', { error: 'personal, or nothing' })
        .optional()
        .describe('personal: only your own requests, with lowercase statuses.'),
      status: statusList.optional().describe('One or more statuses, separated by commas, in any case.'),
      admin: z
        .literal('true', { error: 'true, or nothing' })
        .optional()
        .describe('true: everyone’s, for admins; the oldest pending ones first.'),
      npi: npiFilter,
      needsReview: z
        .literal('true', { error: 'true, or nothing' })
        .optional()
        .describe('true: approvals to review again, because a newer primary-source list changed their checks.'),
      credential: parameter.word(keysOf(credentialTypes)).optional().describe('Those for this credential.'),
      state: parameter.state.optional().describe('Only providers whom the registry places in this state.'),
      olderThanDays: parameter
        .wholeBetween(1, verificationAgeDaysMax)
        .optional()
        .describe('Only those submitted more than this many days ago.'),
      failed: z
        .enum(['any', ...keysOf(checkCodes)], { error: failedExpected })
        .meta({ override: { type: 'string', examples: ['any', 'npi.active'] } })
        .optional()
        .describe('Only those that failed the check with this code; any: at least one check.'),
      search: parameter
        .text('a search')
        .optional()
        .describe(
          'For admins: words of the provider’s name in the registry, or part of the submitter’s email address.',
        ),
      page: parameter.page.optional(),
      limit: parameter.wholeBetween(1, verificationPageSizeMax, verificationPageSizeDefault).optional(),
    }),
    offQuota,
    output: z.object({
      verifications: z.array(verification),
      page: z.int(),
      total: z.int(),
      limit: z.int(),
      needReview: z.int().optional().describe('How many approvals need a review; for admins who list everyone’s.'),
      usualWaitHours: z
        .int()
        .optional()
        .describe(
          '80% of recent decisions took at most this many hours. Present with type=personal and status=pending.',
        ),
    }),
    requestHeaders: adminHeaders,
    errors: ['admin_only', 'admin_session_missing', 'page_too_deep'],
    example: {
      input: { query: { status: 'pending', page: '1' } },
      output: { verifications: [exampleVerification], page: 1, total: 1, limit: verificationPageSizeDefault },
    },
  }),
  getVerification: endpoint({
    method: 'GET',
    path: '/api/verifications/{id}',
    group: 'verifications',
    summary: 'One verification',
    description: 'One of the account’s verifications. Those of other accounts return 404.',
    caller: 'key',
    scope: 'verifications:read',
    params,
    inputErrors: malformedId,
    output: verification,
    errors: ['verification_id_malformed', 'verification_not_found'],
    example: { input: { params: { id: exampleVerification.id } }, output: exampleVerification },
  }),
  decideVerification: endpoint({
    method: 'PUT',
    path: '/api/verifications/{id}',
    group: 'verifications',
    summary: 'Decide a verification',
    description:
      'Approves or rejects a pending verification, or revokes an approval; for admins. A verification is decided once, by one admin, and never by the person who submitted it. An approval that needs a review is kept or revoked.',
    caller: 'key',
    scope: 'verifications:write',
    params,
    requestHeaders: adminHeaders,
    query: z.strictObject({
      next: idText.optional().describe('The next verification to decide; the response includes its review.'),
    }),
    body: z.strictObject({
      status: z
        .enum(['approved', 'rejected', 'revoked', 'kept'], { error: 'approved, rejected, revoked or kept' })
        .describe('kept: an approval that needs a review stays approved, with its current checks.'),
      rejectionReason: reason.optional().describe('Required with rejected and revoked.'),
      note,
      expiresAt: z.iso
        .date({ error: 'a date as yyyy-mm-dd' })
        .optional()
        .describe(
          `The last day of an approval, until it ends everywhere in the United States (UTC-12): after today and within ${approvalYearsMax} years; by default, in ${approvalYearsDefault} years.`,
        ),
    }),
    inputErrors: malformedId,
    offQuota: 'all',
    output: verification.extend({
      next: review.optional().describe('As GET /api/verifications/{id}/review returns it; absent if there is none.'),
    }),
    errors: [
      'verification_id_malformed',
      'verification_not_found',
      'admin_only',
      'admin_session_missing',
      'verification_decided',
      'verification_own',
      'npi_taken',
      'npi_differs',
      'decision_incomplete',
    ],
    example: {
      input: { params: { id: exampleVerification.id }, body: { status: 'approved' } },
      output: {
        ...exampleVerification,
        status: 'approved' as const,
        approvedAt: '2026-01-06T09:30:00.000Z',
        isReading: false,
      },
    },
  }),
  withdrawVerification: endpoint({
    method: 'POST',
    path: '/api/verifications/{id}/withdraw',
    group: 'verifications',
    summary: 'Withdraw a verification',
    description:
      'Withdraws one of the account’s pending verifications. Lists no longer have it; its id still returns it, as Rejected with isWithdrawn. Doesn’t count as a call.',
    caller: 'key',
    scope: 'verifications:write',
    params,
    inputErrors: malformedId,
    offQuota: 'everyone',
    output: verification,
    errors: ['verification_id_malformed', 'verification_not_found', 'verification_not_pending'],
    example: {
      input: { params: { id: exampleVerification.id } },
      output: {
        ...exampleInShort,
        status: 'Rejected' as const,
        approvedAt: '2026-01-05T12:10:00.000Z',
        isWithdrawn: true,
      },
    },
  }),
  rejectVerifications: endpoint({
    method: 'POST',
    path: '/api/verifications/reject',
    group: 'verifications',
    summary: 'Reject several verifications',
    description:
      'Rejects pending verifications for one reason; for admins. Each is rejected on its own, so one failure does not stop the others.',
    caller: 'key',
    scope: 'verifications:write',
    requestHeaders: adminHeaders,
    body: z.strictObject({
      ids: z
        .array(idText, { error: idsExpected })
        .min(1, { error: idsExpected })
        .max(verificationPageSizeMax, { error: idsExpected })
        .refine((ids) => new Set(ids).size === ids.length, { error: idsExpected }),
      rejectionReason: reason,
      note,
    }),
    offQuota: 'all',
    output: z.object({
      rejected: z.int().describe('How many were rejected.'),
      failures: z
        .array(z.object({ id: z.string(), code: z.string(), error: z.string() }))
        .describe('Those that were not, each with the error that PUT /api/verifications/{id} would have returned.'),
    }),
    errors: ['admin_only', 'admin_session_missing'],
    example: {
      input: { body: { ids: [exampleVerification.id], rejectionReason: 'Image is not clear' } },
      output: { rejected: 1, failures: [] },
    },
  }),
  claimVerification: endpoint({
    method: 'PUT',
    path: '/api/verifications/{id}/claim',
    group: 'verifications',
    summary: 'Claim a verification',
    description: `Shows other admins for ${claimMinutes} minutes who is working on a pending verification; for admins. Any admin can still decide it.`,
    caller: 'key',
    scope: 'verifications:write',
    params,
    requestHeaders: adminHeaders,
    body: z.strictObject({
      isClaimed: z.boolean({ error: 'true or false' }).describe('false ends the admin’s own claim.'),
    }),
    inputErrors: malformedId,
    offQuota: 'all',
    output: verification,
    errors: [
      'verification_id_malformed',
      'verification_not_found',
      'admin_only',
      'admin_session_missing',
      'verification_not_pending',
      'verification_claimed',
    ],
    example: {
      input: { params: { id: exampleVerification.id }, body: { isClaimed: true } },
      output: {
        ...exampleInShort,
        status: 'pending' as const,
        claim: { by: 'ben@example.org', until: '2026-01-05T12:15:00.000Z' },
      },
    },
  }),
  reviewVerification: endpoint({
    method: 'GET',
    path: '/api/verifications/{id}/review',
    group: 'verifications',
    summary: 'What an admin decides by',
    description:
      'A verification with what the registry says about its NPI, facts about the image, other requests of the same account or NPI, and its history; for admins.',
    caller: 'key',
    scope: 'verifications:read',
    params,
    inputErrors: malformedId,
    offQuota: 'all',
    output: review,
    requestHeaders: adminHeaders,
    errors: ['verification_id_malformed', 'verification_not_found', 'admin_only', 'admin_session_missing', 'not_ready'],
    example: {
      input: { params: { id: exampleVerification.id } },
      output: {
        verification: { ...exampleVerification, status: 'pending' as const },
        submitter: { email: 'ada@example.org', npi: null },
        registry: {
          name: 'DAVID A WIEBE',
          kind: 'individual' as const,
          credentials: ['MD'],
          specialties: ['Ophthalmology'],
          licenses: [{ number: '12637', state: 'NE' }],
          city: 'Kearney',
          state: 'NE',
          deactivatedOn: null,
        },
        board: {
          license: { number: '12637', state: 'NE', from: 'registry' as const },
          list: 'Nebraska DHHS, licenses',
          date: '2026-01-02',
          verdict: 'match' as const,
          basis: 'number, last name, and first name agree',
          name: 'DAVID A WIEBE',
          number: '12637',
          profession: 'MD',
          status: 'Active',
          expiresOn: '2026-10-01',
          discipline: null,
        },
        image: { width: 1000, height: 640, bytes: 48_210, hasExif: false, software: null },
        earlier: [],
        history: [{ at: '2026-01-05T12:00:00.000Z', action: 'verification.submitted', by: 'ada@example.org' }],
      },
    },
  }),
}
