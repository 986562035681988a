import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { openApiDocuments } from './openapi-documents.ts'

const exampleNpi = z.number().int().nullable().describe('Null where there is none of this kind.')

const { api: _, ...others } = openApiDocuments
const otherDocuments = Object.values(others)
  .map(({ path, has }) => `GET ${path}.json has ${has}`)
  .join('; ')

export const serviceEndpoints = {
  health: endpoint({
    method: 'GET',
    path: '/health',
    group: 'service',
    summary: 'Alive',
    description:
      'Returns 200 as long as the process can respond at all. For a supervisor that restarts hung processes.',
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
      'Returns 200 when the database takes writes, calls can be counted, a registry is open and the disk has room; otherwise 503 with what is missing. For a load balancer.',
    caller: 'anyone',
    output: z.object({
      status: z.literal('ready'),
      registryVersion: z.string(),
      isSampleData: z.boolean().describe('True while the server runs on fictional sample data.'),
      staleLists: z.array(z.string()).describe('Primary-source lists older than twice the time between publications.'),
      listFilters: z
        .object({
          acceptsMedicare: z.boolean(),
          licenseVerified: z.array(z.string()).describe('The states whose license rolls are loaded.'),
          fault: z
            .string()
            .nullable()
            .describe('Why the newest lists can’t be used; until then, the previous ones are.'),
        })
        .describe('The search filters that primary-source lists answer.'),
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
    summary: 'Registry contents',
    description: 'How many providers the current version of the registry has, and the date of its data.',
    caller: 'anyone',
    output: z.object({
      version: z.string(),
      asOf: z.iso.date().describe('The date of the source files.'),
      isSampleData: z.boolean().describe('True while the server runs on fictional sample data.'),
      individuals: z.number().int().describe('All clinicians: NPI type 1.'),
      doctors: z.number().int().describe('The clinicians among them who are doctors.'),
      organizations: z.number().int().describe('Organizations: NPI type 2.'),
      exampleNpis: z
        .object({ individuals: exampleNpi, doctors: exampleNpi, organizations: exampleNpi })
        .describe('A provider of each kind, for trying lookups.'),
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
    description: `An OpenAPI 3.1 description of ${openApiDocuments.api.has}, from the same contract the server runs on. ${otherDocuments}.`,
    caller: 'anyone',
    output: z.looseObject({ openapi: z.string() }),
    example: { input: {}, output: { openapi: '3.1.0' } },
  }),
}
