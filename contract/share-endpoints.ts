/**
 * Sharing verified credentials: a clinician makes a link that expires, people and programs open it, and both get a
 * signed attestation that can be checked without us.
 */
import { z } from 'zod'
import { cacheControlHeader, endpoint } from './endpoint.ts'
import {
  passcodeFailuresMax,
  passcodeLengthMax,
  passcodeLengthMin,
  shareMinutesDefault,
  shareMinutesMax,
  shareMinutesMin,
  shareRecipientLengthMax,
  sharesActiveMax,
  sharesListedMax,
  shareVerificationsMax,
  shareViewsListedMax,
  shareViewsMax,
  statusListSeconds,
} from './limits.ts'
import * as parameter from './parameters.ts'
import { sentence } from './recovery.ts'
import { credentialTypes, keysOf } from './verification-words.ts'
import { check } from './verifications.ts'

/** In the order in which they are decided: the first that is true of a share is its status. */
const shareStatuses = ['revoked', 'locked', 'used_up', 'expired', 'active'] as const

export type ShareStatus = (typeof shareStatuses)[number]

const moment = z.iso.datetime()
const day = z.iso.date()
const credentialType = z.enum(keysOf(credentialTypes))

export const share = z.object({
  id: z.string(),
  recipient: z.string().nullable().describe('Who the clinician made it for.'),
  createdAt: moment,
  expiresAt: moment,
  status: z.enum(shareStatuses).describe('used_up: opened as often as it allows; locked: too many wrong passcodes.'),
  viewsMax: z.int().nullable().describe('How often it can be opened; null for no limit.'),
  views: z.int(),
  lastOpenedAt: moment.nullable(),
  lastOpenedBy: z.string().nullable().describe('As the last reader named themselves.'),
  isPasscodeSet: z.boolean(),
  showsLicense: z.boolean(),
  credentials: z.array(credentialType),
})

export type Share = z.output<typeof share>

/** The ways to open a share: the page of its link, a reader of SMART Health Links, a program with an API key. */
export const openingWays = ['page', 'health_link', 'api'] as const

export type OpeningWay = (typeof openingWays)[number]

const shareView = z.object({
  openedAt: moment,
  recipient: z.string().describe('As they named themselves.'),
  way: z.enum(openingWays),
  browser: z.string().nullable().describe('Browser and operating system, if known.'),
  network: z.string().nullable().describe('The first part of the IP address; null for a call with an API key.'),
})

export const sharedCredential = z.object({
  credential: credentialType,
  status: z.enum(['approved']),
  verifiedOn: day.describe('The day of the decision.'),
  validUntil: day.describe('The last day of the approval.'),
  license: z
    .object({ number: z.string(), state: z.string().nullable(), source: check.shape.source })
    .optional()
    .describe('Present if the clinician shares it and one is on file.'),
  checks: z.array(check).describe('What was checked, with the source and its date.'),
})

export type SharedCredential = z.output<typeof sharedCredential>

export const openedShare = z.object({
  clinician: z.object({
    name: z.string().nullable().describe('From the registry; null if it has none.'),
    npi: z.string(),
  }),
  credentials: z.array(sharedCredential),
  sharedAt: moment,
  expiresAt: moment,
  attestation: z
    .string()
    .describe('A JWT with the same facts, signed with a key from GET /.well-known/jwks.json (ES256).'),
})

export type OpenedShare = z.output<typeof openedShare>

const tokenExpected = 'the token of a share: what follows s# in its link'
const token = z
  .string({ error: tokenExpected })
  .min(1, { error: tokenExpected })
  .max(200, { error: tokenExpected })
  .describe('What follows s# in the link.')

const recipient = (what: string) => parameter.text(what, shareRecipientLengthMax)

const passcodeExpected = `a passcode of ${passcodeLengthMin} to ${passcodeLengthMax} characters`
const givenPasscode = z
  .string({ error: 'the passcode of the share' })
  .max(4 * passcodeLengthMax, { error: 'the passcode of the share' })
  .transform(normalized)
  .optional()
  .describe('Where the share has one.')
  .meta({ override: { type: 'string' } })

function normalized(text: string): string {
  return text.normalize('NFKC').trim()
}

function wholeNumber(min: number, max: number, unit: string) {
  const error = `a whole number of ${unit} from ${min} to ${max}`
  return z.int({ error }).min(min, { error }).max(max, { error })
}

const verificationIdsExpected = `1 to ${shareVerificationsMax} ids of verifications`

const openBody = z.strictObject({
  token,
  recipient: recipient('the person or organization that opens it'),
  passcode: givenPasscode,
})

/** FHIR's version 4.0.1 (R4). */
export const fhirVersion = '4.0.1'
export const healthLinkType = 'application/fhir+json'

const openErrors = ['share_not_found', 'passcode_required', 'passcode_wrong', 'shares_busy', 'not_ready'] as const

const exampleId = '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a11'
const exampleToken = 'k3J0v9Zq1xT7bY5mN2wR8cL4hF6sD0gA1uE9iO3pXyQ'
const exampleShare = {
  id: exampleId,
  recipient: 'Good Samaritan Hospital',
  createdAt: '2026-01-05T12:00:00.000Z',
  expiresAt: '2026-01-12T12:00:00.000Z',
  status: 'active' as const,
  viewsMax: null,
  views: 0,
  lastOpenedAt: null,
  lastOpenedBy: null,
  isPasscodeSet: true,
  showsLicense: false,
  credentials: ['MD' as const],
}
const exampleOpened = {
  clinician: { name: 'David A Wiebe', npi: '1679576722' },
  credentials: [
    {
      credential: 'MD' as const,
      status: 'approved' as const,
      verifiedOn: '2026-01-04',
      validUntil: '2028-01-04',
      checks: [
        {
          code: 'npi.active' as const,
          result: 'passed' as const,
          sentence: 'Active since 2006-05-01.',
          source: { name: 'NPPES (CMS)', date: '2026-01-02' },
        },
      ],
    },
  ],
  sharedAt: '2026-01-05T12:00:00.000Z',
  expiresAt: '2026-01-12T12:00:00.000Z',
  attestation: 'eyJhbGciOiJFUzI1NiJ9.eyJucGkiOiIxNjc5NTc2NzIyIn0.k3J0v9Zq1xT7bY5mN2wR8cL4hF6sD0gA1uE9iO3pXyQ',
}
const exampleOpen = { token: exampleToken, recipient: 'Credentialing, Good Samaritan Hospital', passcode: '482913' }

export const shareEndpoints = {
  createShare: endpoint({
    method: 'POST',
    path: '/me/shares',
    group: 'accounts',
    summary: 'Share verified credentials',
    description: `Makes a link to your verified credentials. Only this response has the link and its token. The share ends after ${shareMinutesDefault / 60 / 24} days unless you pass expiresInMinutes, and never later than an approval in it; it also ends if one of them is revoked. An account can have ${sharesActiveMax} active shares.`,
    caller: 'session',
    body: z.strictObject({
      verificationIds: z
        .array(parameter.rowId, { error: verificationIdsExpected })
        .min(1, { error: verificationIdsExpected })
        .max(shareVerificationsMax, { error: verificationIdsExpected })
        .transform((ids) => [...new Set(ids)])
        .meta({ override: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: shareVerificationsMax } })
        .describe('Your own approved verifications (type personal) that haven’t expired.'),
      expiresInMinutes: wholeNumber(shareMinutesMin, shareMinutesMax, 'minutes').optional(),
      recipient: recipient('a recipient').optional().describe('Who it’s for; a note for the clinician.'),
      passcode: z
        .string({ error: passcodeExpected })
        .transform(normalized)
        .refine((text) => [...text].length >= passcodeLengthMin && [...text].length <= passcodeLengthMax, {
          error: passcodeExpected,
        })
        .optional()
        .describe(`Required of everyone who opens it. After ${passcodeFailuresMax} wrong tries the share is locked.`)
        .meta({ override: { type: 'string', minLength: passcodeLengthMin, maxLength: passcodeLengthMax } }),
      viewsMax: wholeNumber(1, shareViewsMax, 'openings').optional().describe('Openings that it allows.'),
      showsLicense: z
        .boolean({ error: 'true or false' })
        .optional()
        .describe('Whether license numbers are shown; false by default.'),
    }),
    output: z.object({
      share,
      isCutToApproval: z
        .boolean()
        .describe('Whether it ends earlier than requested, because an approval in it expires.'),
      url: z.string().describe('The link for people.'),
      shlink: z.string().describe('The same share as a SMART Health Link, for programs and QR codes.'),
      token: z.string().describe('What follows s# in the link.'),
    }),
    status: 201,
    errors: ['verification_not_shareable', 'shares_full', 'too_many_attempts', 'not_ready'],
    example: {
      input: { body: { verificationIds: [exampleId], recipient: 'Good Samaritan Hospital', passcode: '482913' } },
      output: {
        share: exampleShare,
        isCutToApproval: false,
        url: `https://praxidex.example.org/s#${exampleToken}`,
        shlink: 'shlink:/eyJ1cmwiOiJodHRwczovL3ByYXhpZGV4LmV4YW1wbGUub3JnL3NoYXJlcy9rM0ow…',
        token: exampleToken,
      },
    },
  }),
  listShares: endpoint({
    method: 'GET',
    path: '/me/shares',
    group: 'accounts',
    summary: 'The shares of the account',
    description: `The account’s shares, newest first: the active ones and the most recent others, ${sharesListedMax} at most.`,
    caller: 'session',
    output: z.object({
      shares: z.array(share),
      isEmailedOnOpening: z.boolean().describe('Whether an email reports the first opening of each share.'),
    }),
    example: { input: {}, output: { shares: [exampleShare], isEmailedOnOpening: true } },
  }),
  setShareEmails: endpoint({
    method: 'POST',
    path: '/me/shares/emails',
    group: 'accounts',
    summary: 'Turn emails about openings on or off',
    description: 'Whether an email reports the first opening of each share.',
    caller: 'session',
    body: z.strictObject({ isEmailedOnOpening: z.boolean({ error: 'true or false' }) }),
    output: z.object({ isEmailedOnOpening: z.boolean() }),
    example: { input: { body: { isEmailedOnOpening: false } }, output: { isEmailedOnOpening: false } },
  }),
  listShareViews: endpoint({
    method: 'GET',
    path: '/me/shares/{id}/views',
    group: 'accounts',
    summary: 'Who opened a share',
    description: `The last ${shareViewsListedMax} openings of a share, the newest first.`,
    caller: 'session',
    params: z.strictObject({ id: parameter.rowId }),
    output: z.object({ views: z.array(shareView) }),
    errors: ['share_not_found'],
    example: {
      input: { params: { id: exampleId } },
      output: {
        views: [
          {
            openedAt: '2026-01-06T09:30:00.000Z',
            recipient: 'Credentialing, Good Samaritan Hospital',
            way: 'page' as const,
            browser: 'Firefox on Windows',
            network: '203.0.113.0/24',
          },
        ],
      },
    },
  }),
  revokeShare: endpoint({
    method: 'POST',
    path: '/me/shares/{id}/revoke',
    group: 'accounts',
    summary: 'Revoke a share',
    description: `Ends a share at once. Its attestation is reported as revoked in the status list, which readers may keep for ${statusListSeconds / 60} minutes.`,
    caller: 'session',
    params: z.strictObject({ id: parameter.rowId }),
    output: sentence,
    errors: ['share_not_found'],
    example: { input: { params: { id: exampleId } }, output: { message: 'The share was revoked.' } },
  }),
  openShare: endpoint({
    method: 'POST',
    path: '/shares/open',
    group: 'service',
    summary: 'Open a share',
    description:
      'Returns what a clinician shares, and counts as an opening. An unknown, expired, revoked, used-up or locked share returns the same 404.',
    caller: 'anyone',
    requestHeaders: { 'User-Agent': 'Names the program in the clinician’s list of openings.' },
    body: openBody,
    output: openedShare,
    errors: [...openErrors, 'too_many_attempts'],
    example: { input: { body: exampleOpen }, output: exampleOpened },
  }),
  importShare: endpoint({
    method: 'POST',
    path: '/api/shares/open',
    group: 'shares',
    summary: 'Import a share',
    description:
      'Returns what a clinician shares, and counts as an opening. An unknown, expired, revoked, used-up or locked share returns the same 404. POST /shares/open does the same without a key, for people.',
    caller: 'key',
    scope: 'verifications:read',
    body: openBody,
    output: openedShare,
    errors: openErrors,
    example: { input: { body: exampleOpen }, output: exampleOpened },
  }),
  shareManifest: endpoint({
    method: 'POST',
    path: '/shares/{id}',
    group: 'service',
    summary: 'The manifest of a SMART Health Link',
    description:
      'Returns a share to a reader of SMART Health Links, and counts as an opening: one file, encrypted with the link’s key, with a FHIR Bundle of the clinician and a VerificationResult for each check.',
    caller: 'anyone',
    requestHeaders: { 'User-Agent': 'Names the program in the clinician’s list of openings.' },
    params: z.strictObject({
      id: z.string().regex(/^[\w-]{43}$/, { error: 'the id of a manifest, as its SMART Health Link has it' }),
    }),
    body: z.strictObject({
      recipient: recipient('the person or organization that opens it'),
      passcode: givenPasscode,
      embeddedLengthMax: z
        .int({ error: 'a whole number of characters' })
        .min(0, { error: 'a whole number of characters' })
        .optional()
        .describe('A longer file comes as a location: a link that works for five minutes.'),
    }),
    inputErrors: { id: 'share_not_found' },
    output: z.object({
      status: z.literal('finalized'),
      files: z.array(
        z.object({
          contentType: z.literal(healthLinkType),
          fhirVersion: z.literal(fhirVersion),
          lastUpdated: moment,
          embedded: z.string().optional().describe('JWE in compact form (dir, A256GCM, DEF).'),
          location: z.string().optional().describe('In place of embedded: the address of the same JWE.'),
        }),
      ),
    }),
    errors: [...openErrors, 'too_many_attempts'],
    example: {
      input: { params: { id: exampleToken }, body: { recipient: exampleOpen.recipient, passcode: '482913' } },
      output: {
        status: 'finalized' as const,
        files: [
          {
            contentType: healthLinkType,
            fhirVersion,
            lastUpdated: '2026-01-05T12:00:00.000Z',
            embedded: 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..Zm9yIGV4YW1wbGU.…',
          },
        ],
      },
    },
  }),
  jwks: endpoint({
    method: 'GET',
    path: '/.well-known/jwks.json',
    group: 'service',
    summary: 'The keys of attestations',
    description:
      'The public keys that sign attestations and status lists, as a JSON Web Key Set. There are several while the server’s secret is being changed; kid names the key of a signature.',
    caller: 'anyone',
    answerHeaders: cacheControlHeader,
    output: z.object({
      keys: z.array(
        z.object({
          kty: z.literal('EC'),
          crv: z.literal('P-256'),
          x: z.string(),
          y: z.string(),
          kid: z.string(),
          alg: z.literal('ES256'),
          use: z.literal('sig'),
        }),
      ),
    }),
    example: {
      input: {},
      output: {
        keys: [
          {
            kty: 'EC' as const,
            crv: 'P-256' as const,
            x: 'nsiwrJGABWuL20YYZ4dcN4n8NYCA5bBI7CuHNSnZJPw',
            y: 'WDbDVGqVmG_1sj13jhQIV18GwtmHxzlm7Yl7BEIaKAM',
            kid: exampleToken,
            alg: 'ES256' as const,
            use: 'sig' as const,
          },
        ],
      },
    },
  }),
}
