/** Rosters of providers to watch, and the feed of what happened to them. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { type EventType, event, eventTypes, ownEventsScope } from './events.ts'
import {
  bodyBytesMax,
  eventDays,
  eventPageDefault,
  eventPageMax,
  itemsPerCall,
  memberChangesMax,
  memberPageDefault,
  memberPageMax,
  memberRowsMax,
  rosterNameLengthMax,
  rosterReferenceLengthMax,
  rostersMax,
  sizeOf,
} from './limits.ts'
import * as parameter from './parameters.ts'
import { plans, tiers } from './plans.ts'
import { date } from './providers.ts'
import { sentence } from './recovery.ts'
import { keysOf } from './verification-words.ts'
import { memberStates } from './watch-words.ts'

const moment = z.iso.datetime()

const stateWords = Object.entries(memberStates)
  .map(([state, words]) => `${state}: ${words}`)
  .join('. ')

export const roster = z.object({
  id: z.string(),
  name: z.string(),
  members: z.int().describe('How many providers it has.'),
  watched: z.int().describe('How many of them the plan watches: those that the account added first.'),
  createdAt: moment,
})

export const rosterMember = z.object({
  npi: z.int(),
  reference: z.string().nullable().describe('Your own name for the provider, such as an employee number.'),
  state: z.enum(keysOf(memberStates)).describe(`${stateWords}.`),
  licenseExpiresOn: date.nullable().describe('Of the license that ends next, by its board’s list; null for none.'),
  addedAt: moment,
})

export type Roster = z.output<typeof roster>
export type RosterMember = z.output<typeof rosterMember>

const npiForm = {
  oneOf: [
    { type: 'integer', minimum: 1_000_000_000, maximum: 2_999_999_999 },
    { type: 'string', pattern: '^[12]\\d{9}$' },
  ],
}

const addExpected = `a list of at most ${memberChangesMax.toLocaleString('en-US')} objects with npi and, if you like, reference`
const removeExpected = `a list of at most ${memberChangesMax.toLocaleString('en-US')} NPIs`
const csvExpected = 'the text of a CSV file'
const cursorExpected = 'the next of an answer'
const typesExpected = `one or several of ${keysOf(eventTypes).join(', ')}, with commas between`

const isEventType = (text: string): text is EventType => Object.hasOwn(eventTypes, text)

const rosterId = parameter.rowId.describe('The id of a roster.')
const oneRoster = z.strictObject({ id: parameter.rowId })
const name = parameter.text('a name', rosterNameLengthMax)
const cursor = z
  .string({ error: cursorExpected })
  .regex(/^\d{1,18}$/, { error: cursorExpected })
  .optional()

const exampleId = '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a11'
const exampleRoster = {
  id: exampleId,
  name: 'Cardiology network',
  members: 2,
  watched: 2,
  createdAt: '2026-01-05T12:00:00.000Z',
}
const membersByPlan = tiers
  .map((tier) => `${plans[tier].name} ${plans[tier].rosterMembers.toLocaleString('en-US')}`)
  .join(', ')

export const watchEndpoints = {
  listRosters: endpoint({
    method: 'GET',
    path: '/api/rosters',
    group: 'watch',
    summary: 'List rosters',
    description: 'The rosters of the account, the oldest first.',
    caller: 'key',
    scope: 'watch:read',
    offQuota: 'everyone',
    output: z.object({ rosters: z.array(roster).max(rostersMax) }),
    example: { input: {}, output: { rosters: [exampleRoster] } },
  }),
  createRoster: endpoint({
    method: 'POST',
    path: '/api/rosters',
    group: 'watch',
    summary: 'Create a roster',
    description: `Makes an empty roster. An account can have ${rostersMax}.`,
    caller: 'key',
    scope: 'watch:write',
    offQuota: 'everyone',
    body: z.strictObject({ name }),
    output: roster,
    status: 201,
    errors: ['rosters_full'],
    example: { input: { body: { name: exampleRoster.name } }, output: { ...exampleRoster, members: 0, watched: 0 } },
  }),
  getRoster: endpoint({
    method: 'GET',
    path: '/api/rosters/{id}',
    group: 'watch',
    summary: 'Get a roster',
    description: 'One roster of the account.',
    caller: 'key',
    scope: 'watch:read',
    offQuota: 'everyone',
    params: oneRoster,
    output: roster,
    errors: ['roster_not_found'],
    example: { input: { params: { id: exampleId } }, output: exampleRoster },
  }),
  renameRoster: endpoint({
    method: 'PUT',
    path: '/api/rosters/{id}',
    group: 'watch',
    summary: 'Rename a roster',
    description: 'Gives a roster another name.',
    caller: 'key',
    scope: 'watch:write',
    offQuota: 'everyone',
    params: oneRoster,
    body: z.strictObject({ name }),
    output: roster,
    errors: ['roster_not_found'],
    example: { input: { params: { id: exampleId }, body: { name: exampleRoster.name } }, output: exampleRoster },
  }),
  deleteRoster: endpoint({
    method: 'DELETE',
    path: '/api/rosters/{id}',
    group: 'watch',
    summary: 'Delete a roster',
    description: 'Deletes a roster and its members. Its events stay in the feed.',
    caller: 'key',
    scope: 'watch:write',
    offQuota: 'everyone',
    params: oneRoster,
    output: sentence,
    errors: ['roster_not_found'],
    example: { input: { params: { id: exampleId } }, output: { message: 'The roster was deleted.' } },
  }),
  changeMembers: endpoint({
    method: 'POST',
    path: '/api/rosters/{id}/members',
    group: 'watch',
    summary: 'Add and remove members',
    description: `Adds providers to a roster and removes others, in one step: if anything is wrong, nothing changes. Adding a provider again replaces its reference; removing one that isn’t on the roster does nothing. For many, send a CSV file of up to ${memberRowsMax.toLocaleString('en-US')} rows and ${sizeOf(bodyBytesMax)}, as csv or as a body of type text/csv: NPIs in the first column and references in the second, or in columns headed npi and reference. Each ${itemsPerCall} providers begun that the roster didn’t have counts as one call; changing references and removing are free. Members across all rosters: ${membersByPlan}.`,
    caller: 'key',
    scope: 'watch:write',
    offQuota: 'everyone',
    isPricedByVerb: true,
    params: oneRoster,
    body: z.strictObject({
      add: z
        .array(z.unknown(), { error: addExpected })
        .max(memberChangesMax, { error: addExpected })
        .optional()
        .meta({
          override: {
            type: 'array',
            maxItems: memberChangesMax,
            items: {
              type: 'object',
              required: ['npi'],
              properties: { npi: npiForm, reference: { type: 'string', maxLength: rosterReferenceLengthMax } },
            },
          },
        })
        .describe('Providers to add.'),
      remove: z
        .array(z.unknown(), { error: removeExpected })
        .max(memberChangesMax, { error: removeExpected })
        .optional()
        .meta({ override: { type: 'array', maxItems: memberChangesMax, items: npiForm } })
        .describe('NPIs to remove.'),
      csv: z.string({ error: csvExpected }).optional().describe('A CSV file of providers to add, in place of add.'),
    }),
    output: z.object({
      added: z.int().describe('Providers that were not on the roster before.'),
      removed: z.int(),
      roster,
    }),
    errors: ['roster_not_found', 'members_full', 'quota_short', 'not_ready'],
    example: {
      input: {
        params: { id: exampleId },
        body: { csv: 'npi,reference\n1679576722,E-1042\n' },
      },
      output: { added: 1, removed: 0, roster: exampleRoster },
    },
  }),
  listMembers: endpoint({
    method: 'GET',
    path: '/api/rosters/{id}/members',
    group: 'watch',
    summary: 'List members',
    description: 'The providers of a roster by NPI, each with its present state.',
    caller: 'key',
    scope: 'watch:read',
    offQuota: 'everyone',
    params: oneRoster,
    query: z.strictObject({
      state: parameter.word(keysOf(memberStates)).optional().describe('Only members in this state.'),
      after: cursor.describe('The next of the page before.'),
      limit: parameter.wholeBetween(1, memberPageMax, memberPageDefault).optional(),
    }),
    output: z.object({
      members: z.array(rosterMember).max(memberPageMax),
      next: z.string().nullable().describe('Pass it as after for the next page; null on the last one.'),
    }),
    errors: ['roster_not_found'],
    example: {
      input: { params: { id: exampleId }, query: { state: 'license_expiring' } },
      output: {
        members: [
          {
            npi: 1679576722,
            reference: 'E-1042',
            state: 'license_expiring',
            licenseExpiresOn: '2026-02-28',
            addedAt: '2026-01-05T12:00:00.000Z',
          },
        ],
        next: null,
      },
    },
  }),
  listEvents: endpoint({
    method: 'GET',
    path: '/api/events',
    group: 'watch',
    summary: 'Read events',
    description: `What happened to the providers of your rosters, and to your verifications and shares, in the order in which we recorded it. Events are kept for ${eventDays} days. Keep next and pass it as after to read on, even when events is empty: you won’t miss any. Reading uses no quota. A key with scopes reads events about verifications and shares only if it also has ${ownEventsScope}.`,
    caller: 'key',
    scope: 'watch:read',
    offQuota: 'everyone',
    query: z.strictObject({
      roster: rosterId.optional().describe('Only events about providers on this roster.'),
      type: z
        .string({ error: typesExpected })
        .transform((text) => [...new Set(text.split(',').map((part) => part.trim()))])
        .refine((texts) => texts.every(isEventType), { error: typesExpected })
        .transform((texts) => texts.filter(isEventType))
        .optional()
        .meta({ override: { type: 'string', examples: ['exclusion.added', 'provider.updated,license.changed'] } })
        .describe('Only events of these types.'),
      after: cursor.describe(
        'The next of an earlier response; one beyond the last event is rejected. Without it, reading starts at the oldest event we keep.',
      ),
      order: parameter.word(['oldest', 'newest']).optional().describe('Which events come first; oldest by default.'),
      limit: parameter.wholeBetween(1, eventPageMax, eventPageDefault).optional(),
    }),
    output: z.object({
      events: z.array(event).max(eventPageMax),
      next: z.string().describe('Pass it as after to read on.'),
      hasMore: z
        .boolean()
        .describe('Whether there may be more already. With roster or type, a page may be short and have more.'),
    }),
    errors: ['roster_not_found', 'scope_missing'],
    example: {
      input: { query: { type: 'provider.updated' } },
      output: {
        events: [
          {
            id: 'evt_0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a12',
            type: 'provider.updated',
            at: '2026-01-12T04:10:00.000Z',
            npi: 1679576722,
            rosterIds: [exampleId],
            data: {
              registryVersion: '2026-01-11-68f25e3b',
              sourceDate: '2026-01-11',
              changes: [{ field: 'phone', before: '+13088652512', after: '+13088652500' }],
            },
          },
        ],
        next: '1042',
        hasMore: false,
      },
    },
  }),
}
