/** What changed about one provider: a list for each of the three resources. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { fieldChange } from './events.ts'
import { registryHeaders } from './provider-endpoints.ts'
import { byNpi } from './provider-search.ts'
import { date } from './providers.ts'

const historyErrors = ['provider_not_found', 'not_ready'] as const satisfies readonly ErrorCode[]

export const history = z.object({
  npi: z.int(),
  knownSince: date.describe('The date of the oldest data from which this server knows every change.'),
  changes: z
    .array(
      z.object({
        registryVersion: z.string().describe('The first version of the registry with the change.'),
        sourceDate: date.describe('Of the CMS data in it.'),
        changes: z.array(fieldChange),
      }),
    )
    .describe('The newest first.'),
})

export type History = z.output<typeof history>

const exampleHistory: History = {
  npi: 2000000002,
  knownSince: '2026-10-11',
  changes: [
    {
      registryVersion: '2026-11-08-68f25e3b',
      sourceDate: '2026-11-08',
      changes: [{ field: 'phone', before: '+12125550100', after: '+12125550101' }],
    },
  ],
}

const shared = {
  method: 'GET',
  caller: 'key',
  scope: 'providers:read',
  params: byNpi,
  output: history,
  answerHeaders: registryHeaders,
  errors: historyErrors,
  example: { input: { params: { npi: '2000000002' } }, output: exampleHistory },
} as const

const description = (what: string) =>
  `Changes to the NPPES record of ${what}, by registry version, as far back as this server’s data goes. For the whole record as of a past day, pass asOf to the lookup.`

export const historyEndpoints = {
  listDoctorHistory: endpoint({
    ...shared,
    path: '/api/doctors/{npi}/history',
    group: 'doctors',
    summary: 'History of a doctor',
    description: description('a doctor'),
  }),
  listOrganizationHistory: endpoint({
    ...shared,
    path: '/api/organizations/{npi}/history',
    group: 'organizations',
    summary: 'History of an organization',
    description: description('an organization'),
  }),
  listIndividualHistory: endpoint({
    ...shared,
    path: '/api/individuals/{npi}/history',
    group: 'individuals',
    summary: 'History of an individual',
    isBeta: true,
    description: description('a person'),
  }),
}
