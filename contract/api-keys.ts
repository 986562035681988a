/** The API keys of an account: the Default key, which portal and desk use, and others made for one program each. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { keyModes } from './key-modes.ts'
import { apiKeyNameLengthMax, apiKeyNetworksMax, apiKeysMax, keyOverlapHoursMax } from './limits.ts'
import * as parameter from './parameters.ts'
import { sentence } from './recovery.ts'
import { scopes } from './scopes.ts'

/** Keys made before the mode was part of them begin with pdx_ alone. */
const apiKeyForm = /^pdx_(?:live_|test_)?[0-9A-Za-z]{46}$/

export const apiKeyText = z.string().regex(apiKeyForm)

export const exampleKey = 'pdx_live_0Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2Yz3A1b2C3'

const moment = z.iso.datetime()

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  isDefault: z.boolean().describe('Whether it’s the key in GET /me, which the portal and the desk use.'),
  isCurrent: z.boolean().describe('Whether it can be rotated and changed: not expired, and not in an overlap.'),
  mode: z.enum(keyModes).describe('Test keys return fictional data.'),
  scopes: z.array(z.enum(scopes)).nullable().describe('What it may call; null for everything.'),
  networks: z.array(z.string()).nullable().describe('Where it can be used from; null for anywhere.'),
  prefix: z.string().describe('How the key begins.'),
  createdAt: moment,
  expiresAt: moment.nullable().describe('When it stops working: its own end, or that of an overlap.'),
  lastUsed: moment.nullable().describe('To the second.'),
  callsThisMonth: z
    .int()
    .describe('Calls of this key that count in the billing period, and those of exports that were given back.'),
})

export type ApiKey = z.output<typeof apiKey>

const overlapExpected = `a whole number of hours from 0 to ${keyOverlapHoursMax}`
const overlapHours = z
  .int({ error: overlapExpected })
  .min(0, { error: overlapExpected })
  .max(keyOverlapHoursMax, { error: overlapExpected })
  .describe('Hours for which the old key keeps working.')

const name = parameter.text('a name', apiKeyNameLengthMax)

const scopesExpected = `a list of ${scopes.join(', ')}, or null for all`
const givenScopes = z
  .array(z.enum(scopes, { error: scopesExpected }), { error: scopesExpected })
  .min(1, { error: scopesExpected })
  .transform((words) => scopes.filter((word) => words.includes(word)))
  .nullable()
  .optional()
  .describe('What the key may call; everything by default.')
  .meta({ override: { type: ['array', 'null'], items: { type: 'string', enum: [...scopes] }, minItems: 1 } })

const networksExpected = `a list of 1 to ${apiKeyNetworksMax} networks such as 203.0.113.0/24, 203.0.113.7 or 2001:db8::/32, or null for everywhere`
const network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], { error: networksExpected })
const givenNetworks = z
  .array(network, { error: networksExpected })
  .min(1, { error: networksExpected })
  .max(apiKeyNetworksMax, { error: networksExpected })
  .nullable()
  .optional()
  .describe('Networks, as CIDR, that the key can be used from; anywhere by default.')
  .meta({
    override: { type: ['array', 'null'], items: { type: 'string' }, minItems: 1, maxItems: apiKeyNetworksMax },
  })

const expiryExpected = 'a time in the future, such as 2027-01-31T12:00:00Z'

const keyExpected = 'the API key'

const id = z.strictObject({ id: parameter.rowId })

const exampleId = '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a11'
const exampleApiKey = {
  id: exampleId,
  name: 'Scheduling, production',
  isDefault: false,
  isCurrent: true,
  mode: 'live' as const,
  scopes: ['providers:read' as const],
  networks: ['203.0.113.0/24'],
  prefix: 'pdx_live_0Ab1',
  createdAt: '2026-01-05T12:00:00.000Z',
  expiresAt: null,
  lastUsed: '2026-01-06T08:15:00.000Z',
  callsThisMonth: 1204,
}
const madeKey = { ...exampleApiKey, lastUsed: null, callsThisMonth: 0 }

export const apiKeyEndpoints = {
  replaceKey: endpoint({
    method: 'POST',
    path: '/me/api-key',
    group: 'accounts',
    summary: 'Replace the API key',
    description: `Makes a new Default key. The old one stops working within a second, or after overlapHours (0 to ${keyOverlapHoursMax}).`,
    caller: 'session',
    body: z.strictObject({ overlapHours: overlapHours.optional() }),
    output: z.object({ apiKey: apiKeyText }),
    errors: ['api_keys_full', 'too_many_attempts'],
    example: { input: {}, output: { apiKey: exampleKey } },
  }),
  listApiKeys: endpoint({
    method: 'GET',
    path: '/me/api-keys',
    group: 'accounts',
    summary: 'The API keys of the account',
    description:
      'The Default key first, then the newest. Keys in an overlap are among them, and expired ones until they are revoked.',
    caller: 'session',
    output: z.object({ apiKeys: z.array(apiKey) }),
    example: { input: {}, output: { apiKeys: [exampleApiKey] } },
  }),
  createApiKey: endpoint({
    method: 'POST',
    path: '/me/api-keys',
    group: 'accounts',
    summary: 'Make an API key',
    description: `Makes another key, for one program. Only this response has it. An account can have up to ${apiKeysMax} keys; live keys share its quota, test keys use none.`,
    caller: 'session',
    body: z.strictObject({
      name,
      mode: z.enum(keyModes, { error: keyModes.join(' or ') }),
      scopes: givenScopes,
      expiresAt: z.iso
        .datetime({ offset: true, error: expiryExpected })
        .optional()
        .describe('When it stops working; never unless given.'),
      networks: givenNetworks,
    }),
    output: z.object({ apiKey, key: apiKeyText }),
    status: 201,
    errors: ['api_keys_full', 'too_many_attempts'],
    example: {
      input: {
        body: {
          name: exampleApiKey.name,
          mode: 'live',
          scopes: exampleApiKey.scopes,
          networks: exampleApiKey.networks,
        },
      },
      output: { apiKey: madeKey, key: exampleKey },
    },
  }),
  rotateApiKey: endpoint({
    method: 'POST',
    path: '/me/api-keys/{id}/rotate',
    group: 'accounts',
    summary: 'Rotate an API key',
    description:
      'Replaces the key with a new one that has its name, mode, scopes, networks and expiry. The old key works for overlapHours more; with 0 it stops within a second. Only this response has the new key, except that GET /me also returns the Default key.',
    caller: 'session',
    params: id,
    body: z.strictObject({ overlapHours }),
    output: z.object({ apiKey, key: apiKeyText }),
    errors: ['api_key_not_found', 'api_keys_full', 'too_many_attempts'],
    example: {
      input: { params: { id: exampleId }, body: { overlapHours: 24 } },
      output: { apiKey: madeKey, key: exampleKey },
    },
  }),
  changeApiKey: endpoint({
    method: 'PUT',
    path: '/me/api-keys/{id}',
    group: 'accounts',
    summary: 'Change an API key',
    description: 'Changes the name, scopes or networks of a key, within a second. The Default key keeps its own.',
    caller: 'session',
    params: id,
    body: z.strictObject({ name: name.optional(), scopes: givenScopes, networks: givenNetworks }),
    output: z.object({ apiKey }),
    errors: ['api_key_not_found', 'default_key_fixed'],
    example: {
      input: { params: { id: exampleId }, body: { networks: ['203.0.113.0/24'] } },
      output: { apiKey: exampleApiKey },
    },
  }),
  revokeApiKey: endpoint({
    method: 'POST',
    path: '/me/api-keys/{id}/revoke',
    group: 'accounts',
    summary: 'Revoke an API key',
    description: 'Revokes a key within a second. If you revoke the Default key, a new one replaces it.',
    caller: 'session',
    params: id,
    output: sentence,
    errors: ['api_key_not_found'],
    example: { input: { params: { id: exampleId } }, output: { message: 'The API key is revoked.' } },
  }),
  reportKey: endpoint({
    method: 'POST',
    path: '/keys/report',
    group: 'accounts',
    summary: 'Report a leaked API key',
    description:
      'Anyone who has found a key may report it: it stops working within a second, and its owner gets an email. The answer is the same for every key.',
    caller: 'anyone',
    body: z.strictObject({ key: z.string({ error: keyExpected }).regex(apiKeyForm, { error: keyExpected }) }),
    output: sentence,
    errors: ['too_many_attempts', 'not_ready'],
    example: {
      input: { body: { key: exampleKey } },
      output: { message: 'Thank you. If this key was active, it’s now revoked and its owner gets an email.' },
    },
  }),
}
