/** Providers in bulk: many NPIs in one call, and exports of whole searches as files. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  batchAnswerBytesMax,
  batchNpisMax,
  exportKeptHours,
  exportLinkHours,
  exportsMax,
  exportsUnderWayMax,
  itemsPerCall,
  sizeOf,
  slowDownloadBytesPerMinute,
} from './limits.ts'
import * as parameter from './parameters.ts'
import { exampleDoctor, examplePersonRecord, versionHeaders } from './provider-endpoints.ts'
import { organizationSearch, personSearch, providerKinds } from './provider-search.ts'
import { date, doctorFull, individualFull, organizationFull } from './providers.ts'

/** The whole records of each kind, as the registry has them. */
export const recordsOf = { doctors: doctorFull, organizations: organizationFull, individuals: individualFull }

const fieldNames = [...new Set([...Object.keys(doctorFull.shape), ...Object.keys(organizationFull.shape)])]

/** Which of them a resource has is looked at by the verb. */
const fields = z
  .array(z.string({ error: 'names of fields' }), { error: 'a list of names of fields' })
  .min(1, { error: 'at least one name of a field' })
  .max(fieldNames.length, { error: `at most ${fieldNames.length} names of fields` })
  .optional()
  .meta({ override: { type: 'array', items: { type: 'string', enum: fieldNames }, minItems: 1 } })
  .describe('Only these fields, and always npi. All of them if you leave it out.')

const npisExpected = `1 to ${batchNpisMax.toLocaleString('en-US')} NPIs`
const npis = z
  .array(z.union([z.number(), z.string()], { error: 'NPIs' }), { error: `a list of ${npisExpected}` })
  .min(1, { error: npisExpected })
  .max(batchNpisMax, { error: npisExpected })
  .meta({
    override: {
      type: 'array',
      items: {
        anyOf: [
          { type: 'integer', minimum: 1_000_000_000, maximum: 2_999_999_999 },
          { type: 'string', pattern: parameter.npiText.source },
        ],
      },
      minItems: 1,
      maxItems: batchNpisMax,
    },
  })
  .describe(`${npisExpected}, in any order, also with repeats.`)

const npi = doctorFull.shape.npi
const reason = z.string().describe('Why there is no record, in a sentence.')

export const batchPerson = z.object({
  status: z.literal('active'),
  kind: z.literal('individual'),
  ...doctorFull.partial().required({ npi: true }).shape,
})
export const batchOrganization = z.object({
  status: z.literal('active'),
  kind: z.literal('organization'),
  ...organizationFull.partial().required({ npi: true }).shape,
})
export const batchDeactivated = z.object({
  status: z.literal('deactivated'),
  npi,
  reason,
  deactivatedOn: date,
  replacementNpi: z.int().nullable().describe('The NPI that replaces it; null where CMS names none.'),
})
export const batchUnknown = z.object({ status: z.literal('unknown'), npi, reason })

const exportFormats = ['ndjson', 'csv', 'parquet'] as const
export type ExportFormat = (typeof exportFormats)[number]

const exportStatuses = ['queued', 'running', 'done', 'failed', 'canceled'] as const
export type ExportStatus = (typeof exportStatuses)[number]

/** Every parameter of a search but those of its pages. */
export const exportQueries = {
  doctors: personSearch.omit({ page: true, limit: true }),
  organizations: organizationSearch.omit({ page: true, limit: true }),
  individuals: personSearch.omit({ page: true, limit: true }),
}

const queryExpected = 'an object of search parameters, such as { "state": "TX" }'
const queryValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.union([z.string(), z.number()]))], {
  error: queryExpected,
})

const moment = z.iso.datetime()

export const exportFile = z.object({
  id: z.string(),
  resource: z.enum(providerKinds),
  query: z.string().describe('The search, as a query string; empty for everything.'),
  format: z.enum(exportFormats),
  fields: z.array(z.string()).nullable().describe('Null for all of them.'),
  status: z.enum(exportStatuses),
  rows: z.int().describe('Rows that match.'),
  rowsWritten: z.int().describe('Rows written so far.'),
  bytes: z.int().describe('Bytes written so far.'),
  calls: z.int().describe('Calls of your plan that it counts as. Canceled and failed exports count as none.'),
  registryVersion: z.string().nullable().describe('The version of the registry that it is of; null until it begins.'),
  createdAt: moment,
  finishedAt: moment.nullable(),
  expiresAt: moment.nullable().describe('When the file is deleted; null until it is written.'),
  url: z
    .string()
    .nullable()
    .describe(`Where to download the file, without a key, for ${exportLinkHours} hour; null until it is written.`),
  error: z.string().nullable().describe('Why it failed, in a sentence.'),
})
export type ExportFile = z.output<typeof exportFile>

const idExpected = 'the id of an export'
const byId = z.strictObject({
  id: z
    .string({ error: idExpected })
    .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, { error: idExpected }),
})

const exampleExport: ExportFile = {
  id: '0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10',
  resource: 'doctors',
  query: 'state=TX&specialty=cardiology',
  format: 'csv',
  fields: ['name', 'phone', 'address'],
  status: 'queued',
  rows: 2318,
  rowsWritten: 0,
  bytes: 0,
  calls: 24,
  registryVersion: null,
  createdAt: '2026-11-09T12:00:00.000Z',
  finishedAt: null,
  expiresAt: null,
  url: null,
  error: null,
}

export const bulkEndpoints = {
  batchProviders: endpoint({
    method: 'POST',
    path: '/api/providers/batch',
    group: 'bulk',
    summary: 'Look up many NPIs',
    description: `Looks up 1 to ${batchNpisMax.toLocaleString('en-US')} NPIs in one call. You get one result for each NPI, in the order you sent them, repeats included. For a deactivated or unknown NPI, the result says why it has no record. Records are those of a lookup, without the members that come from primary-source lists (medicare, affiliations, licenses). Every ${itemsPerCall} NPIs, or part of ${itemsPerCall}, counts as one call. A response has at most ${sizeOf(batchAnswerBytesMax)}. With Accept: application/x-ndjson, each result is a line.`,
    caller: 'key',
    scope: 'providers:read',
    isPricedByVerb: true,
    isAlsoNdjson: true,
    requestHeaders: { Accept: 'application/x-ndjson for a line of JSON for each NPI.' },
    body: z.strictObject({ npis, fields }),
    output: z.object({
      providers: z.array(z.union([batchPerson, batchOrganization, batchDeactivated, batchUnknown])),
    }),
    answerHeaders: versionHeaders,
    errors: ['npis_malformed', 'quota_short', 'not_ready'],
    example: {
      input: { body: { npis: [2000000002, 2000000018] } },
      output: {
        providers: [
          { status: 'active', kind: 'individual', ...exampleDoctor, ...examplePersonRecord },
          { status: 'unknown', npi: 2000000018, reason: 'No provider has NPI 2000000018.' },
        ],
      },
    },
  }),
  createExport: endpoint({
    method: 'POST',
    path: '/api/exports',
    group: 'bulk',
    summary: 'Export a search',
    description: `Writes every match of a search to a file: the whole country, or any filters, with no limit on depth. Rows are whole records in order of NPI, from one version of the registry. The response comes at once; poll the export until it’s done, then download it from its url. On a plan with a quota, every ${itemsPerCall} rows, or part of ${itemsPerCall}, counts as one call; if you have fewer left, the export doesn’t start. They are counted when the export is created, by the plan you have then, and downloads are free. An account can have ${exportsUnderWayMax} exports in progress and ${exportsMax} in all. Files are deleted after ${exportKeptHours} hours.`,
    caller: 'key',
    scope: 'exports',
    isPricedByVerb: true,
    status: 202,
    body: z.strictObject({
      resource: parameter.word(providerKinds).describe('What to export.'),
      query: z
        .record(z.string(), queryValue, { error: queryExpected })
        .default({})
        .meta({ override: { type: 'object', additionalProperties: true } })
        .describe('The parameters of that search, except page and limit. Everything if you leave it out.'),
      format: parameter
        .word(exportFormats)
        .describe(
          'ndjson: a record on each line. csv and parquet: a column for each field, and for each part of an address or name, as address.city. Lists of texts are joined by semicolons; other lists are JSON.',
        ),
      fields,
    }),
    output: exportFile,
    errors: [
      'one_place_only',
      'place_not_found',
      'place_contradicts',
      'specialty_unknown',
      'list_not_loaded',
      'exports_not_in_plan',
      'exports_under_way',
      'exports_full',
      'quota_short',
      'not_ready',
    ],
    example: {
      input: {
        body: {
          resource: 'doctors',
          query: { state: 'TX', specialty: 'cardiology' },
          format: 'csv',
          fields: ['name', 'phone', 'address'],
        },
      },
      output: exampleExport,
    },
  }),
  listExports: endpoint({
    method: 'GET',
    path: '/api/exports',
    group: 'bulk',
    summary: 'List exports',
    description: 'Your account’s exports that haven’t expired, newest first. Doesn’t count as a call.',
    caller: 'key',
    scope: 'exports',
    offQuota: { type: 'personal' },
    isPricedByVerb: true,
    query: z.strictObject({
      type: z
        .literal('personal', { error: 'personal, or nothing' })
        .optional()
        .describe('personal: for the dashboard, which has limits of its own.'),
    }),
    output: z.object({ exports: z.array(exportFile) }),
    example: { input: {}, output: { exports: [exampleExport] } },
  }),
  getExport: endpoint({
    method: 'GET',
    path: '/api/exports/{id}',
    group: 'bulk',
    summary: 'Get an export',
    description: `One export: its progress, and where to download it. A download that takes less than ${sizeOf(slowDownloadBytesPerMinute)} in a minute can be ended when others wait; continue it with Range: bytes=N-, where N is how many bytes you have. Doesn’t count as a call.`,
    caller: 'key',
    scope: 'exports',
    isPricedByVerb: true,
    params: byId,
    output: exportFile,
    errors: ['export_not_found'],
    example: {
      input: { params: { id: exampleExport.id } },
      output: {
        ...exampleExport,
        status: 'done',
        rowsWritten: 2318,
        bytes: 402118,
        registryVersion: '2026-11-08-0a1b2c3d',
        finishedAt: '2026-11-09T12:00:01.000Z',
        expiresAt: '2026-11-10T12:00:01.000Z',
        url: 'https://praxidex.example/exports/0197f0c4-8d2e-7c31-9a55-3f0e6c1b2a10?expires=1794230000&signature=…',
      },
    },
  }),
  cancelExport: endpoint({
    method: 'DELETE',
    path: '/api/exports/{id}',
    group: 'bulk',
    summary: 'Cancel or delete an export',
    description:
      'Cancels an export that isn’t done yet, so it doesn’t count, or deletes the file of one that is, which still counts. The status says which: canceled, or what the deleted one was, done or failed.',
    caller: 'key',
    scope: 'exports',
    isPricedByVerb: true,
    params: byId,
    output: exportFile,
    errors: ['export_not_found'],
    example: {
      input: { params: { id: exampleExport.id } },
      output: { ...exampleExport, status: 'canceled', calls: 0 },
    },
  }),
}
