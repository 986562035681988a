/**
 * The verifications API: an NPI and an image of a credential go in, instant checks come back, an admin decides.
 * Portal, admin desk and developers' programs call the same endpoints.
 */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  approvalYearsDefault,
  approvalYearsMax,
  imageBodyBytesMax,
  imageBytesMax,
  imageSideMin,
  licenseNumberLengthMax,
  noteLengthMax,
  sizeOf,
  verificationPageSizeDefault,
  verificationPageSizeMax,
} from './limits.ts'
import * as parameter from './parameters.ts'
import { credentialTypes, keysOf, rejectionReasons, verificationStatuses } from './verification-words.ts'
import { type Check, review, verification } from './verifications.ts'

const reasonValues = rejectionReasons.map(({ value }) => value)

const statusesExpected = `one or several of ${Object.keys(verificationStatuses).join(', ')}, with commas between`

const pageMax = 100_000

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
    sentence: 'The check digit is right.',
    source: { name: 'CMS check digit rule', date: null },
  },
  {
    code: 'npi.active',
    result: 'passed',
    sentence: 'It is active since 2006-05-01.',
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

const adminHeaders = {
  Authorization: 'The session of the admin, where the installation requires a second factor of admins.',
}

export const verificationEndpoints = {
  submitVerification: endpoint({
    method: 'POST',
    path: '/api/verifications',
    group: 'verifications',
    summary: 'Submit a verification',
    description:
      'Takes an NPI and an image of a credential, and answers at once with what can be checked at once. The document itself is read within seconds; an admin decides later.',
    caller: 'key',
    scope: 'verifications:write',
    bodyBytesMax: imageBodyBytesMax,
    requestHeaders: {
      'Idempotency-Key':
        'Up to 255 letters, digits, hyphens and underscores. The same call with the same key within a day is answered as the first one was, and nothing is submitted twice.',
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
        .describe('Left out, it is what the registry says of the NPI.'),
      type: z.literal('personal', { error: 'personal, or nothing' }).optional().describe('For a request of one’s own.'),
      licenseNumber: parameter
        .text('a license number', licenseNumberLengthMax)
        .regex(/\d/, { error: 'a license number, which has a digit' })
        .optional()
        .describe(
          'The license that the state’s board is asked about, with licenseState. Left out, it is the one that the document shows, or those in NPPES.',
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
        .describe('What the calls to callbackUrl are signed with (Standard Webhooks); the same for all of an account.'),
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
    description: 'The verifications of the account, the newest first. Admins may ask for those of everybody.',
    caller: 'key',
    scope: 'verifications:read',
    query: z.strictObject({
      type: z
        .literal('personal', { error: 'personal, or nothing' })
        .optional()
        .describe('personal: only requests of one’s own, with states in lower case.'),
      status: statusList.optional().describe('One state or several with commas between, in any letter case.'),
      admin: z
        .literal('true', { error: 'true, or nothing' })
        .optional()
        .describe('true: those of everybody, for admins; the oldest pending ones first.'),
      npi: npiFilter,
      needsReview: z
        .literal('true', { error: 'true, or nothing' })
        .optional()
        .describe('true: approvals that need a review, since a list of a primary source was replaced.'),
      page: parameter.wholeBetween(1, pageMax, 1).optional(),
      limit: parameter.wholeBetween(1, verificationPageSizeMax, verificationPageSizeDefault).optional(),
    }),
    offQuota,
    output: z.object({
      verifications: z.array(verification),
      page: z.int(),
      total: z.int(),
      limit: z.int(),
      needReview: z.int().optional().describe('How many approvals need a review; for admins who ask for everybody’s.'),
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
    description: 'A verification of the account. That of another account is not found, as one that was never there.',
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
      'Approves or rejects a pending verification, or takes an approval back; for admins. A verification is decided once, by one admin, and never by the person who submitted it. An approval that needs a review is kept or taken back.',
    caller: 'key',
    scope: 'verifications:write',
    params,
    requestHeaders: adminHeaders,
    query: z.strictObject({
      next: idText
        .optional()
        .describe('The verification to be decided after this one: the answer brings along what it is decided by.'),
    }),
    body: z.strictObject({
      status: z
        .enum(['approved', 'rejected', 'revoked', 'kept'], { error: 'approved, rejected, revoked or kept' })
        .describe('kept: an approval that needs a review holds; its checks then say what they say now.'),
      rejectionReason: z
        .enum(reasonValues, { error: `one of ${reasonValues.join('; ')}` })
        .optional()
        .describe('Required with rejected and revoked.'),
      note: parameter.text('a note', noteLengthMax).optional().describe('Shown to the clinician.'),
      expiresAt: z.iso
        .date({ error: 'a date as yyyy-mm-dd' })
        .optional()
        .describe(
          `The last day of an approval, which ends when it is over everywhere in the United States (UTC-12): after today and within ${approvalYearsMax} years; that in ${approvalYearsDefault} years unless given.`,
        ),
    }),
    inputErrors: malformedId,
    offQuota: 'all',
    output: verification.extend({
      next: review.optional().describe('As GET /api/verifications/{id}/review has it; absent where there is none.'),
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
  reviewVerification: endpoint({
    method: 'GET',
    path: '/api/verifications/{id}/review',
    group: 'verifications',
    summary: 'What an admin decides by',
    description:
      'A verification with what the registry says of its NPI, facts about the image, other requests of the same account or NPI, and its history; for admins.',
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
