import { z } from 'zod'
import { signedIn } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { passkeyNameLengthMax, recoveryCodesCount } from './limits.ts'
import * as parameter from './parameters.ts'
import { sentence } from './recovery.ts'

export type SecondFactorMethod = 'code' | 'passkey' | 'recoveryCode'

/** What the answer to a right password says where the account has a second factor. */
export interface SecondFactorStep {
  /** Goes into POST /login/second-factor, within five minutes. */
  challenge: string
  methods: readonly SecondFactorMethod[]
  /** What the browser asks a passkey with (PublicKeyCredentialRequestOptionsJSON); only with the method passkey. */
  passkey?: object
}

/** Characters of one member of a passkey's answer; keys of post-quantum algorithms have some thousands. */
const passkeyTextMax = 16_000

const passkeyExpected = 'what the browser returns for a passkey'
const passkeyText = z
  .string({ error: passkeyExpected })
  .regex(/^[\w-]*$/, { error: passkeyExpected })
  .max(passkeyTextMax, { error: passkeyExpected })

const passkeyFields = {
  id: passkeyText,
  rawId: passkeyText,
  type: z.literal('public-key', { error: passkeyExpected }),
}

const assertion = z.object(
  {
    ...passkeyFields,
    response: z.object(
      {
        clientDataJSON: passkeyText,
        authenticatorData: passkeyText,
        signature: passkeyText,
        userHandle: passkeyText.optional(),
      },
      { error: passkeyExpected },
    ),
  },
  { error: passkeyExpected },
)

const attestation = z.object(
  {
    ...passkeyFields,
    response: z.object(
      {
        clientDataJSON: passkeyText,
        attestationObject: passkeyText,
        transports: z
          .array(z.string({ error: passkeyExpected }).max(30, { error: passkeyExpected }), { error: passkeyExpected })
          .max(10, { error: passkeyExpected })
          .optional(),
      },
      { error: passkeyExpected },
    ),
  },
  { error: passkeyExpected },
)

const codeExpected = 'the six digits that the authenticator app shows'
const code = z
  .string({ error: codeExpected })
  .transform((text) => text.replace(/[\s-]/g, ''))
  .refine((text) => /^\d{6}$/.test(text), { error: codeExpected })
  .meta({ override: { type: 'string' } })

const factor = z.object({
  id: z.string(),
  kind: z.enum(['totp', 'passkey']).describe('totp: an authenticator app.'),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})

const recoveryCodes = z
  .array(z.string())
  .describe(`${recoveryCodesCount} codes that each sign in once. They are shown only once.`)

/** Null where the account had codes already. */
const codesOfFirst = z.object({ recoveryCodes: recoveryCodes.nullable() })

/** The errors of a wrong password, wherever one is required. */
export const passwordErrors = ['password_wrong', 'sign_in_stopped', 'too_many_attempts', 'overloaded'] as const

const exampleId = '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a11'
const exampleToken = 'k3J0v9Zq1xT7bY5mN2wR8cL4hF6sD0gA1uE9iO3pXyQ'
const examplePassword = { password: 'a long walk by the sea' }
const exampleCodes = Array.from({ length: recoveryCodesCount }, (_, index) => `7k3m-9q2t-x0bd-4f${index}w`)
const examplePasskey = { id: 'AAECAw', rawId: 'AAECAw', type: 'public-key' as const }

/** What the browser makes a passkey with (WebAuthn level 3, PublicKeyCredentialCreationOptionsJSON). */
const creationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ name: z.string(), id: z.string().optional() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.string() })),
    timeout: z.number().optional().describe('Milliseconds.'),
    attestation: z.string().optional(),
    excludeCredentials: z
      .array(z.object({ id: z.string(), type: z.string(), transports: z.array(z.string()).optional() }))
      .optional(),
    authenticatorSelection: z
      .object({
        residentKey: z.string().optional(),
        requireResidentKey: z.boolean().optional(),
        userVerification: z.string().optional(),
      })
      .optional(),
    extensions: z.object({ credProps: z.boolean().optional() }).optional(),
    hints: z.array(z.string()).optional(),
  })
  .describe('PublicKeyCredentialCreationOptionsJSON of WebAuthn.')

export const secondFactorEndpoints = {
  secondFactorLogin: endpoint({
    method: 'POST',
    path: '/login/second-factor',
    group: 'accounts',
    summary: 'Sign in with the second factor',
    description:
      'Takes the challenge that POST /login returned with second_factor_required, and one of code, passkey and recoveryCode. Opens a session.',
    caller: 'anyone',
    requestHeaders: { 'User-Agent': 'Names the session in the list of sessions.' },
    body: z.strictObject({
      challenge: parameter.text('the challenge of the sign-in'),
      device: parameter.device,
      code: code.optional(),
      passkey: assertion.optional(),
      recoveryCode: parameter.text('a recovery code').optional(),
    }),
    output: signedIn,
    errors: ['second_factor_expired', 'second_factor_wrong', 'too_many_attempts', 'not_ready'],
    example: {
      input: { body: { challenge: exampleToken, code: '123456' } },
      output: { token: exampleToken, device: exampleToken },
    },
  }),
  secondFactors: endpoint({
    method: 'GET',
    path: '/me/second-factors',
    group: 'accounts',
    summary: 'The second factors of the account',
    description: 'The authenticator app and the passkeys of the account, and how many recovery codes are left.',
    caller: 'session',
    isForEnrolling: true,
    output: z.object({
      factors: z.array(factor),
      recoveryCodesLeft: z.int(),
      isRequired: z.boolean().describe('Whether this account must have one.'),
      arePasskeysPossible: z.boolean().describe('Browsers allow passkeys for a host name, not for an IP address.'),
    }),
    example: {
      input: {},
      output: {
        factors: [
          {
            id: exampleId,
            kind: 'totp' as const,
            name: 'Authenticator app',
            createdAt: '2026-01-05T12:00:00.000Z',
            lastUsedAt: null,
          },
        ],
        recoveryCodesLeft: recoveryCodesCount,
        isRequired: false,
        arePasskeysPossible: true,
      },
    },
  }),
  startTotp: endpoint({
    method: 'POST',
    path: '/me/second-factors/totp',
    group: 'accounts',
    summary: 'Set up an authenticator app',
    description:
      'Makes a secret for an authenticator app. It takes effect when you send one of its codes to POST /me/second-factors/totp/confirm within 15 minutes.',
    caller: 'session',
    isForEnrolling: true,
    body: z.strictObject({ password: parameter.anyPassword }),
    output: z.object({
      secret: z.string().describe('In base32, to type into the app.'),
      uri: z.string().describe('The same as an otpauth URI, to show as a QR code.'),
    }),
    errors: [...passwordErrors, 'second_factor_exists'],
    example: {
      input: { body: examplePassword },
      output: {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Praxidex:ada%40example.org?issuer=Praxidex&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      },
    },
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/me/second-factors/totp/confirm',
    group: 'accounts',
    summary: 'Confirm the authenticator app',
    description:
      'Takes a code from the app. From then on, signing in needs a second factor. The first factor comes with recovery codes and ends every other session of the account.',
    caller: 'session',
    isForEnrolling: true,
    body: z.strictObject({ code }),
    output: codesOfFirst,
    errors: ['second_factor_wrong', 'second_factor_expired', 'too_many_attempts'],
    example: { input: { body: { code: '123456' } }, output: { recoveryCodes: exampleCodes } },
  }),
  startPasskey: endpoint({
    method: 'POST',
    path: '/me/second-factors/passkeys/options',
    group: 'accounts',
    summary: 'Begin to add a passkey',
    description: 'Returns what the browser needs to make a passkey, within five minutes.',
    caller: 'session',
    isForEnrolling: true,
    body: z.strictObject({ password: parameter.anyPassword }),
    output: z.object({ options: creationOptions }),
    errors: [...passwordErrors, 'passkeys_full', 'passkeys_impossible'],
    example: {
      input: { body: examplePassword },
      output: {
        options: {
          challenge: exampleToken,
          rp: { name: 'Praxidex', id: 'praxidex.example.org' },
          user: { id: 'MDE5N2YwYzQ', name: 'ada@example.org', displayName: 'ada@example.org' },
          pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
          authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        },
      },
    },
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/me/second-factors/passkeys',
    group: 'accounts',
    summary: 'Add a passkey',
    description:
      'Takes what the browser made. From then on, signing in needs a second factor. The first factor comes with recovery codes and ends every other session of the account.',
    caller: 'session',
    isForEnrolling: true,
    body: z.strictObject({
      name: parameter.text('a name for the passkey', passkeyNameLengthMax),
      passkey: attestation,
    }),
    output: codesOfFirst,
    errors: ['second_factor_wrong', 'second_factor_expired', 'second_factor_exists', 'passkeys_full'],
    example: {
      input: {
        body: {
          name: 'Laptop',
          passkey: { ...examplePasskey, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
        },
      },
      output: { recoveryCodes: null },
    },
  }),
  removeFactor: endpoint({
    method: 'POST',
    path: '/me/second-factors/{id}/remove',
    group: 'accounts',
    summary: 'Remove a second factor',
    description:
      'Removes the authenticator app or a passkey; removing the last one also removes the recovery codes. Where admins need a second factor, an admin must add another one first.',
    caller: 'session',
    params: z.strictObject({ id: parameter.rowId }),
    body: z.strictObject({ password: parameter.anyPassword }),
    output: sentence,
    errors: [...passwordErrors, 'second_factor_unknown', 'second_factor_last'],
    example: {
      input: { params: { id: exampleId }, body: examplePassword },
      output: { message: 'The second factor was removed.' },
    },
  }),
  newRecoveryCodes: endpoint({
    method: 'POST',
    path: '/me/second-factors/recovery-codes',
    group: 'accounts',
    summary: 'Make new recovery codes',
    description: 'Makes new recovery codes; the old ones stop working.',
    caller: 'session',
    body: z.strictObject({ password: parameter.anyPassword }),
    output: z.object({ recoveryCodes }),
    errors: [...passwordErrors, 'second_factor_unknown'],
    example: { input: { body: examplePassword }, output: { recoveryCodes: exampleCodes } },
  }),
}
