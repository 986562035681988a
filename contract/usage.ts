import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { dailyStatsDays, recentRequestsDays, recentRequestsMax } from './limits.ts'

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const dateTime = z.iso.datetime()

const days = `today and the ${dailyStatsDays} days before it, in UTC`

export const usageEndpoints = {
  usageStats: endpoint({
    method: 'GET',
    path: '/api-events/stats',
    group: 'accounts',
    summary: 'Usage statistics',
    description:
      "Statistics of the account's API calls. Every call that bore its key counts, but for those of the portal and of the admin desk. A call shows within a second.",
    caller: 'session',
    output: z.object({
      apiCallsToday: z.int().min(0).describe('Calls since midnight UTC.'),
      averageResponseTime: z.number().min(0).describe(`Milliseconds, over ${days}; 0 without calls.`),
      successRate: z.number().min(0).max(100).describe(`Per cent with a 2xx status, over ${days}; 0 without calls.`),
      dailyStats: z
        .array(z.object({ date, apiCalls: z.int().min(0) }))
        .length(dailyStatsDays + 1)
        .describe('Calls of each day, the oldest first; days without calls are among them.'),
      totalCalls: z.int().min(0).describe('Calls that count against the quota of this billing period.'),
      availableCalls: z.int().min(-1).describe('The quota of a billing period; -1 when calls are unlimited.'),
      periodStartDate: dateTime,
      nextPeriodStartDate: dateTime,
    }),
    example: {
      input: {},
      output: {
        apiCallsToday: 12,
        averageResponseTime: 3.27,
        successRate: 98.44,
        dailyStats: Array.from({ length: dailyStatsDays + 1 }, (_, day) => ({
          date: `2026-11-${String(day + 1).padStart(2, '0')}`,
          apiCalls: day === dailyStatsDays ? 12 : 0,
        })),
        totalCalls: 63,
        availableCalls: 100,
        periodStartDate: '2026-11-15T08:30:00.000Z',
        nextPeriodStartDate: '2026-12-15T08:30:00.000Z',
      },
    },
  }),
  recentRequests: endpoint({
    method: 'GET',
    path: '/me/requests',
    group: 'accounts',
    summary: 'The last requests',
    description: `The last ${recentRequestsMax} calls that bore the account's key, the newest first, but for those of the portal and of the admin desk. They are kept for ${recentRequestsDays} days. Values of parameters that may be secret are left out of the path.`,
    caller: 'session',
    output: z.object({
      requests: z
        .array(
          z.object({
            time: dateTime,
            method: z.string(),
            path: z.string().describe('With its query.'),
            status: z.int(),
            ms: z.number().min(0).describe('Time taken, in milliseconds.'),
          }),
        )
        .max(recentRequestsMax),
    }),
    example: {
      input: {},
      output: {
        requests: [
          {
            time: '2026-11-20T14:03:12.345Z',
            method: 'GET',
            path: '/api/doctors?postalCode=10001&specialty=cardiology',
            status: 200,
            ms: 1.28,
          },
        ],
      },
    },
  }),
}
