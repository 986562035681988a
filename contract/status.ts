import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { statusDays } from './limits.ts'
import { askedList } from './sources.ts'
import { statusComponents } from './status-words.ts'
import { keysOf } from './verification-words.ts'

const minutes = z.number().int().nonnegative()

export const statusDay = z.object({
  day: z.iso.date().describe('UTC.'),
  up: minutes.describe('Minutes in which every check succeeded.'),
  partly: minutes.describe('Minutes in which only some checks succeeded.'),
  down: minutes.describe('Minutes in which no check succeeded.'),
  unknown: minutes.describe('Minutes without checks: no process ran, or none could record them.'),
})

const asOf = z.iso.date().describe('The date of the source files.')

export const statusEndpoints = {
  serviceStatus: endpoint({
    method: 'GET',
    path: '/status.json',
    group: 'service',
    summary: 'Status of the service',
    description: `What works now, how old the data are, and what the checks of the last ${statusDays} days found. Each process checks itself twice a minute.`,
    caller: 'anyone',
    output: z.object({
      checkedAt: z.iso.datetime(),
      registry: z
        .object({ version: z.string(), asOf, isSampleData: z.boolean() })
        .nullable()
        .describe('Null while no registry is open.'),
      lists: z
        .array(askedList.pick({ title: true, date: true, isStale: true, isSample: true }))
        .nullable()
        .describe('The loaded primary-source lists; null while the database isn’t responding.'),
      components: z.array(
        z.object({
          name: z.enum(keysOf(statusComponents)),
          isUp: z.boolean(),
          days: z
            .array(statusDay)
            .nullable()
            .describe(`The last ${statusDays} days, oldest first; null while the database isn’t responding.`),
        }),
      ),
    }),
    example: {
      input: {},
      output: {
        checkedAt: '2026-11-28T12:00:30.000Z',
        registry: { version: '2026-11-08-0a1b2c3d', asOf: '2026-11-08', isSampleData: false },
        lists: [{ title: 'OIG exclusion list (LEIE)', date: '2026-11-10', isStale: false, isSample: false }],
        components: [
          { name: 'api', isUp: true, days: [{ day: '2026-11-28', up: 719, partly: 0, down: 1, unknown: 0 }] },
        ],
      },
    },
  }),
}
