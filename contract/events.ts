/**
 * Events: what happened to the providers of an account's rosters, and to its own verifications and shares. The feed
 * (GET /api/events), webhooks and their documentation all read these types. Values are those that were filed or
 * published; that we write them otherwise makes no event.
 */
import { z } from 'zod'
import { eventSummaries } from './event-words.ts'
import { date } from './providers.ts'
import type { Scope } from './scopes.ts'
import { openingWays } from './share-endpoints.ts'
import { licenseStatuses } from './sources.ts'
import { credentialTypes, keysOf } from './verification-words.ts'
import { licenseNoticeDays } from './watch-words.ts'

const moment = z.iso.datetime()

/** Any JSON: the filed value of one field, as look-ups answer it. */
const value = z.unknown()

export const fieldChange = z.object({
  field: z.string().describe('A member of the look-up, such as address or phone; status for NPIs that come or go.'),
  before: value.describe('Null for none.'),
  after: value.describe('Null for none.'),
})

const changes = z.array(fieldChange).min(1)

const registry = {
  registryVersion: z.string().describe('The first version of the registry with the change.'),
  sourceDate: date.describe('Of the CMS data in it.'),
}

const list = {
  list: z.string().describe('Publisher and title of the list.'),
  listDate: date.describe('Of the list.'),
}

const license = { state: z.string().describe('Two letters.'), number: z.string().describe('As filed with NPPES.') }

const boardLicense = z.object({
  status: z.enum(licenseStatuses).nullable(),
  statusText: z.string().describe("In the board's words."),
  expiresOn: date.nullable(),
  discipline: z.string().nullable(),
  disciplinedOn: date.nullable(),
})

const exclusion = z.object({
  ...list,
  verdict: z.enum(['match', 'possible']).describe('possible: the NPI is listed with another name; look at it.'),
  grounds: z.string().describe("Section of the law, or the list's words."),
  since: date.nullable(),
  until: date.nullable().describe('The first day on which it no longer holds; null where none is set.'),
})

const share = { shareId: z.string() }

const approval = {
  verificationId: z.string(),
  npi: z.string(),
  credential: z.enum(keysOf(credentialTypes)),
}

/** Every type of event with its data, in the order of the documentation. */
export const eventTypes = {
  'provider.updated': {
    summary: eventSummaries['provider.updated'],
    data: z.object({ ...registry, changes }),
  },
  'provider.deactivated': {
    summary: eventSummaries['provider.deactivated'],
    data: z.object({
      ...registry,
      deactivatedOn: date.nullable(),
      replacementNpi: z.int().nullable().describe('The NPI that CMS names in its place; null for none.'),
    }),
  },
  'provider.reactivated': {
    summary: eventSummaries['provider.reactivated'],
    data: z.object({ ...registry, reactivatedOn: date.nullable() }),
  },
  'license.changed': {
    summary: eventSummaries['license.changed'],
    data: z.object({
      ...list,
      ...license,
      before: boardLicense,
      after: boardLicense.nullable().describe('Null where the list no longer has the license.'),
    }),
  },
  'license.expiring': {
    summary: eventSummaries['license.expiring'],
    data: z.object({
      ...list,
      ...license,
      expiresOn: date,
      days: z.union(licenseNoticeDays.map((days) => z.literal(days))).describe('At most these days are left.'),
    }),
  },
  'exclusion.added': {
    summary: eventSummaries['exclusion.added'],
    data: exclusion,
  },
  'exclusion.removed': {
    summary: eventSummaries['exclusion.removed'],
    data: exclusion,
  },
  'medicare.changed': {
    summary: eventSummaries['medicare.changed'],
    data: z.object({ ...list, changes }),
  },
  'verification.decided': {
    summary: eventSummaries['verification.decided'],
    data: z.object({
      ...approval,
      status: z.enum(['approved', 'rejected', 'revoked', 'withdrawn']),
      rejectionReason: z.string().nullable(),
      expiresAt: moment.nullable().describe('The end of an approval.'),
    }),
  },
  'approval.expiring': {
    summary: eventSummaries['approval.expiring'],
    data: z.object({ ...approval, expiresAt: moment, days: z.int().describe('At most these days are left.') }),
  },
  'share.opened': {
    summary: eventSummaries['share.opened'],
    data: z.object({ ...share, way: z.enum(openingWays) }),
  },
  'share.revoked': {
    summary: eventSummaries['share.revoked'],
    data: z.object(share),
  },
} as const satisfies Record<string, { summary: string; data: z.ZodType }>

export type EventType = keyof typeof eventTypes

/** Types about the account's own verifications and shares: a key with scopes needs this one beside watch:read. */
export const ownEventsScope: Scope = 'verifications:read'
export const ownEventTypes: ReadonlySet<EventType> = new Set([
  'verification.decided',
  'approval.expiring',
  'share.opened',
  'share.revoked',
])

export type EventData<T extends EventType> = z.output<(typeof eventTypes)[T]['data']>

export type BoardLicense = z.output<typeof boardLicense>
export type FieldChange = z.output<typeof fieldChange>

/** An event as the feed and webhooks send it. */
export const event = z.object({
  id: z.string().describe('evt_ and a UUID; the same in the feed and in webhooks.'),
  type: z.enum(keysOf(eventTypes)),
  at: moment.describe('When we recorded it.'),
  npi: z.int().nullable().describe('Of the provider; null for a share.'),
  rosterIds: z.array(z.string()).describe('The rosters that have the provider; none for verifications and shares.'),
  data: z.record(z.string(), z.unknown()).describe('By the type: the documentation has the members of each.'),
})

export type ApiEvent = z.output<typeof event>
