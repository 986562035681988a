import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const exampleNpi = z.number().int().nullable().describe('Null where there is none of this kind.')

export const serviceEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    group: 'service',
    summary: 'Alive',
    description: 'Answers as long as the process can answer at all; for a supervisor that restarts what hangs.',
    caller: 'anyone',
    output: z.object({ status: z.literal('alive') }),
    example: { input: {}, output: { status: 'alive' } },
  }),
  ready: endpoint({
    method: 'GET',
    path: '/ready',
    group: 'service',
    summary: 'Ready',
    description:
      'Answers 200 when the database takes writes, calls can be counted, a registry is open and the disk has room; otherwise 503 with what is missing. For a load balancer.',
    caller: 'anyone',
    output: z.object({
      status: z.literal('ready'),
      registryVersion: z.string(),
      isSampleData: z.boolean().describe('True while the invented sample is served.'),
      staleLists: z
        .array(z.string())
        .describe('Lists of primary sources that are older than twice the time between two publications.'),
      listFilters: z
        .object({
          acceptsMedicare: z.boolean(),
          licenseVerified: z.array(z.string()).describe('The states whose rolls of licenses are loaded.'),
          fault: z.string().nullable().describe('Why the newest lists do not serve; those before do then.'),
        })
        .describe('The filters of searches that lists of primary sources answer.'),
    }),
    errors: ['not_ready'],
    example: {
      input: {},
      output: {
        status: 'ready',
        registryVersion: '2026-11-01-0a1b2c3d',
        isSampleData: true,
        staleLists: [],
        listFilters: { acceptsMedicare: true, licenseVerified: ['CO', 'IL'], fault: null },
      },
    },
  }),
  registry: endpoint({
    method: 'GET',
    path: '/registry',
    group: 'service',
    summary: 'What the registry holds',
    description:
      'How many providers can be found, and as of which day, in the version of the registry that serves now.',
    caller: 'anyone',
    output: z.object({
      version: z.string(),
      asOf: z.iso.date().describe('The day up to which the source files tell.'),
      isSampleData: z.boolean().describe('True while the invented sample is served.'),
      individuals: z.number().int().describe('All clinicians: NPI type 1.'),
      doctors: z.number().int().describe('The clinicians among them who are doctors.'),
      organizations: z.number().int().describe('Organizations: NPI type 2.'),
      exampleNpis: z
        .object({ individuals: exampleNpi, doctors: exampleNpi, organizations: exampleNpi })
        .describe('A provider of each kind, to try look-ups with.'),
    }),
    errors: ['not_ready'],
    example: {
      input: {},
      output: {
        version: '2026-11-08-0a1b2c3d',
        asOf: '2026-11-08',
        isSampleData: false,
        individuals: 7_012_345,
        doctors: 1_512_345,
        organizations: 1_912_345,
        exampleNpis: { individuals: 2_000_000_002, doctors: 2_000_000_002, organizations: 2_000_000_010 },
      },
    },
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    group: 'service',
    summary: 'This API as OpenAPI',
    description: 'An OpenAPI 3.1 description of every call, made from the same contract the server runs on.',
    caller: 'anyone',
    output: z.looseObject({ openapi: z.string() }),
    example: { input: {}, output: { openapi: '3.1.0' } },
  }),
}
