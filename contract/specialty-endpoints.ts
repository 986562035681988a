import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { specialtyCodesMax } from './limits.ts'
import * as parameter from './parameters.ts'

export const specialtyEndpoints = {
  findSpecialty: endpoint({
    method: 'GET',
    path: '/api/specialties',
    group: 'doctors',
    summary: 'Find a specialty',
    description: `The taxonomy codes that a search takes a specialty for, with their labels. An answer lists ${specialtyCodesMax} at most, and says how many there are.`,
    caller: 'key',
    scope: 'providers:read',
    query: z.strictObject({
      specialty: parameter
        .text('a specialty')
        .describe('A taxonomy code, a description of NUCC or CMS, a label, or a common word such as heart doctor.'),
    }),
    output: z.object({
      specialties: z.array(z.object({ code: z.string(), label: z.string() })).max(specialtyCodesMax),
      total: z.int().min(0),
    }),
    errors: ['specialty_unknown', 'not_ready'],
    example: {
      input: { query: { specialty: 'heart doctor' } },
      output: { specialties: [{ code: '207RC0000X', label: 'Cardiology' }], total: 1 },
    },
  }),
}
